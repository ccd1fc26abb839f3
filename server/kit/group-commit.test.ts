// Group commit: architecture, "The hot path".

import assert from 'node:assert/strict'
import test from 'node:test'
import fc, { SLOW_CASES } from '../../test/cases.ts'
import { GroupCommit } from './group-commit.ts'
import { Refusal } from './refusals.ts'

const LIMITS = { flushWeightMax: 100, waitingMax: 1000 }
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Flushes that the test ends. */
function controlled(limits = LIMITS, weigh: (job: number) => number = () => 1) {
  const flushes: { key: string; jobs: number[]; end: () => void; fail: (error: Error) => void }[] = []
  const group = new GroupCommit<number, string>(
    (key, jobs) =>
      new Promise((resolve, reject) => {
        flushes.push({ key, jobs, end: () => resolve(jobs.map((job) => `did ${job}`)), fail: reject })
      }),
    weigh,
    limits,
  )
  return { group, flushes }
}

test('what arrives together goes through together, in the order of arrival, and each gets its own outcome', async () => {
  const { group, flushes } = controlled()
  const outcomes = Promise.all([1, 2, 3].map((job) => group.submit('all', 'asha', job)))
  await tick()
  assert.deepEqual(
    flushes.map(({ jobs }) => jobs),
    [[1, 2, 3]],
  )
  flushes[0]?.end()
  assert.deepEqual(await outcomes, ['did 1', 'did 2', 'did 3'])
})

test('of one key only one flush runs at a time; what arrives meanwhile waits for the next', async () => {
  const { group, flushes } = controlled()
  const first = group.submit('all', 'asha', 1)
  await tick()
  const others = [2, 3].map((job) => group.submit('all', 'asha', job))
  await tick()
  await tick()
  assert.equal(flushes.length, 1)
  flushes[0]?.end()
  assert.equal(await first, 'did 1')
  await tick()
  assert.deepEqual(
    flushes.map(({ jobs }) => jobs),
    [[1], [2, 3]],
  )
  flushes[1]?.end()
  assert.deepEqual(await Promise.all(others), ['did 2', 'did 3'])
})

test('who is to leave room rests behind each flush as long as it took; whoever waited for the flush does not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const { group, flushes } = controlled({
    ...LIMITS,
    restMs: (tookMs: number) => Math.min(tookMs, 50),
  } as typeof LIMITS)
  const first = group.submit('all', 'asha', 1)
  await tick()
  const second = group.submit('all', 'asha', 2)
  now = 40
  flushes[0]?.end()
  assert.equal(await first, 'did 1')
  await tick()
  t.mock.timers.tick(39)
  await tick()
  assert.equal(flushes.length, 1)
  t.mock.timers.tick(1)
  await tick()
  assert.equal(flushes.length, 2)
  now = 1000
  flushes[1]?.end()
  assert.equal(await second, 'did 2')
  const third = group.submit('all', 'asha', 3)
  await tick()
  t.mock.timers.tick(50)
  await tick()
  assert.equal(flushes.length, 3)
  flushes[2]?.end()
  assert.equal(await third, 'did 3')
})

test('keys do not wait for each other', async () => {
  const { group, flushes } = controlled()
  void group.submit('all', 'asha', 1)
  const other = group.submit('other', 'ravi', 2)
  await tick()
  assert.deepEqual(
    flushes.map(({ key }) => key),
    ['all', 'other'],
  )
  flushes[1]?.end()
  assert.equal(await other, 'did 2')
  flushes[0]?.end()
})

test('a flush that fails fails its own jobs and no others', async () => {
  const { group, flushes } = controlled()
  const lost = [1, 2].map((job) => group.submit('all', 'asha', job))
  await tick()
  const next = group.submit('all', 'asha', 3)
  flushes[0]?.fail(new Error('the database is gone'))
  for (const { status } of await Promise.allSettled(lost)) assert.equal(status, 'rejected')
  await tick()
  flushes[1]?.end()
  assert.equal(await next, 'did 3')
})

test('a flush that throws before it begins fails its jobs too, and the key goes on', async () => {
  let isBroken = true
  const group = new GroupCommit<number, number>(
    (_, jobs) => {
      if (isBroken) throw new Error('broken')
      return Promise.resolve(jobs)
    },
    () => 1,
    LIMITS,
  )
  await assert.rejects(group.submit('all', 'asha', 1), /broken/)
  isBroken = false
  assert.equal(await group.submit('all', 'asha', 2), 2)
})

test('a flush takes no more than its weight; a single heavier job goes alone', async () => {
  const { group, flushes } = controlled({ ...LIMITS, flushWeightMax: 10 }, (job) => job)
  const all = [4, 4, 4, 50, 1, 9, 1].map((job) => group.submit('all', 'asha', job))
  for (let count = 0; count < 5; count++) {
    await tick()
    flushes[count]?.end()
  }
  await Promise.all(all)
  assert.deepEqual(
    flushes.map(({ jobs }) => jobs),
    [[4, 4], [4], [50], [1, 9], [1]],
  )
})

test('with two flushes of a key at a time the second takes what came after the first, and there is never a third', async () => {
  const { group, flushes } = controlled({ ...LIMITS, flushesMax: () => 2 } as typeof LIMITS)
  const first = group.submit('all', 'asha', 1)
  await tick()
  const second = group.submit('all', 'asha', 2)
  await tick()
  const third = group.submit('all', 'asha', 3)
  await tick()
  assert.deepEqual(
    flushes.map(({ jobs }) => jobs),
    [[1], [2]],
  )
  flushes[1]?.end()
  assert.equal(await second, 'did 2')
  await tick()
  flushes[2]?.end()
  assert.equal(await third, 'did 3')
  flushes[0]?.end()
  assert.equal(await first, 'did 1')
})

test('when fewer may run at the same time, those under way are waited for, and nothing is left behind', async () => {
  let most = 2
  const { group, flushes } = controlled({ ...LIMITS, flushesMax: () => most } as typeof LIMITS)
  const all = [group.submit('all', 'asha', 1)]
  await tick()
  all.push(group.submit('all', 'asha', 2))
  await tick()
  most = 1
  all.push(group.submit('all', 'asha', 3))
  flushes[0]?.end()
  assert.equal(await all[0], 'did 1')
  await tick()
  assert.equal(flushes.length, 2, 'one is still under way')
  flushes[1]?.end()
  assert.equal(await all[1], 'did 2')
  await tick()
  flushes[2]?.end()
  assert.equal(await all[2], 'did 3')
})

test('no more than so many of one owner wait: others are told to try again, and those that wait are answered', async () => {
  const { group, flushes } = controlled({ ...LIMITS, waitingMax: 2 })
  const first = group.submit('all', 'asha', 0)
  await tick()
  const waiting = [1, 2].map((job) => group.submit('all', 'asha', job))
  await assert.rejects(group.submit('all', 'asha', 3), (error) => (error as Refusal).code === 'temporarily_unavailable')
  const other = group.submit('other', 'ravi', 4)
  flushes[0]?.end()
  await first
  await tick()
  for (const { end } of flushes) end()
  assert.deepEqual(await Promise.all(waiting), ['did 1', 'did 2'])
  assert.equal(await other, 'did 4')
})

test('owners of a key take turns, a job each: who asked a thousand times waits for themselves', async () => {
  const { group, flushes } = controlled({ ...LIMITS, flushWeightMax: 4 })
  const first = group.submit('all', 'asha', 0)
  await tick()
  const waiting = [1, 2, 3, 4, 5].map((job) => group.submit('all', 'asha', job))
  const other = group.submit('all', 'ravi', 6)
  const last = group.submit('all', 'meera', 7)
  flushes[0]?.end()
  await first
  await tick()
  assert.deepEqual(flushes[1]?.jobs, [1, 6, 7, 2])
  flushes[1]?.end()
  assert.equal(await other, 'did 6')
  assert.equal(await last, 'did 7')
  await tick()
  assert.deepEqual(flushes[2]?.jobs, [3, 4, 5])
  flushes[2]?.end()
  assert.deepEqual(
    await Promise.all(waiting),
    [1, 2, 3, 4, 5].map((job) => `did ${job}`),
  )
})

test('a job that is still worked on elsewhere does not hold up the next flush', async () => {
  let finish: (outcome: string) => void = () => {}
  const elsewhere = new Promise<string>((resolve) => (finish = resolve))
  const group = new GroupCommit<number, string>(
    async (_, jobs) => jobs.map((job) => (job === 1 ? elsewhere : `did ${job}`)),
    () => 1,
    LIMITS,
  )
  const slow = group.submit('all', 'asha', 1)
  assert.equal(await group.submit('all', 'ravi', 2), 'did 2')
  assert.equal(await group.submit('all', 'ravi', 3), 'did 3')
  finish('did 1 at last')
  assert.equal(await slow, 'did 1 at last')
})

test('however jobs arrive and flushes fail, each is flushed once, in order, and answered once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ key: fc.constantFrom('asha', 'ravi'), weight: fc.integer({ min: 1, max: 9 }) }), {
        maxLength: 40,
      }),
      fc.nat({ max: 5 }),
      async (scheduler, arrivals, failing) => {
        const running = new Set<string>()
        const flushed = new Map<string, number[]>([
          ['asha', []],
          ['ravi', []],
        ])
        let flushes = 0
        const group = new GroupCommit<{ index: number; weight: number }, number>(
          async (key, jobs) => {
            assert.ok(!running.has(key), 'one flush at a time')
            assert.ok(jobs.length === 1 || jobs.reduce((sum, { weight }) => sum + weight, 0) <= 12)
            running.add(key)
            flushed.get(key)?.push(...jobs.map(({ index }) => index))
            const fails = ++flushes === failing
            await scheduler.schedule(Promise.resolve())
            running.delete(key)
            if (fails) throw new Error('this flush')
            return jobs.map(({ index }) => index)
          },
          ({ weight }) => weight,
          { flushWeightMax: 12, waitingMax: 100 },
        )
        const answers = arrivals.map(({ key, weight }, index) => group.submit(key, key, { index, weight }))
        await scheduler.waitFor(Promise.allSettled(answers))
        for (const [index, answer] of (await Promise.allSettled(answers)).entries())
          if (answer.status === 'fulfilled') assert.equal(answer.value, index)
        for (const [key, indexes] of flushed)
          assert.deepEqual(
            indexes,
            arrivals.flatMap((arrival, index) => (arrival.key === key ? [index] : [])),
          )
      },
    ),
    { numRuns: SLOW_CASES },
  )
})
