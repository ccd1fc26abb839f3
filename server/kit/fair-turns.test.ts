import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { SLOW_CASES } from '../../test/cases.ts'
import { FairTurns } from './fair-turns.ts'
import { reasonOf } from './messages/reasons.ts'
import { Refusal, refusal, SlowDown } from './refusals.ts'

const LIMITS = {
  atOnce: 1,
  leavesRoom: false,
  waitingMax: 20,
  waitingOfOneMax: 5,
  waitMs: 60_000,
  busy: () => refusal('temporarily_unavailable', 'too_many_waiting'),
  crowded: () => new SlowDown(reasonOf('too_many_waiting'), 1),
}

/** Work that ends when the test says so. */
function works() {
  const order: string[] = []
  const ends: (() => void)[] = []
  return {
    order,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        order.push(name)
        ends.push(() => resolve(name))
      }),
    async endAll() {
      for (let index = 0; index < ends.length; index++) {
        ;(ends[index] as () => void)()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as Refusal).code,
  )

test('callers have their turns in a circle: who asks much waits for themselves', async () => {
  const turns = new FairTurns(LIMITS)
  const { order, work, endAll } = works()
  const all = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1'].map((name) => turns.take(name.charAt(0), false, work(name)))
  await endAll()
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'a4', 'c1'])
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('favoured callers have every second turn, so that neither they nor the others starve', async () => {
  const turns = new FairTurns(LIMITS)
  const { order, work, endAll } = works()
  const all = ['x0', 'a', 'b', 'c', 'F', 'G', 'H'].map((name) =>
    turns.take(name, name === name.toUpperCase(), work(name)),
  )
  await endAll()
  await Promise.all(all)
  assert.deepEqual(order, ['x0', 'F', 'a', 'G', 'b', 'H', 'c'])
})

test('what waits is bounded, for one caller and for all together, and nobody waits for ever', async () => {
  const turns = new FairTurns({ ...LIMITS, waitingMax: 6, waitMs: 20 })
  const { work, order, endAll } = works()
  const running = turns.take('a', false, work('running'))
  const own = Array.from({ length: 6 }, (_, index) => settled(turns.take('a', false, work(`a${index}`))))
  assert.equal(await own[5], 'rate_limited')
  const b = [settled(turns.take('b', false, work('b0'))), settled(turns.take('b', false, work('b1')))]
  assert.equal(await b[1], 'temporarily_unavailable')
  assert.equal(turns.waiting, 6)
  assert.deepEqual(await Promise.all([...own.slice(0, 5), b[0]]), Array(6).fill('temporarily_unavailable'))
  assert.equal(turns.waiting, 0)
  assert.deepEqual(order, ['running'])
  await endAll()
  await running
  const next = turns.take('c', false, work('c'))
  await endAll()
  assert.equal(await next, 'c')
})

test('a work that fails gives its turn back', async () => {
  const turns = new FairTurns(LIMITS)
  const failing = turns.take('a', false, () => Promise.reject(refusal('sign_in_failed', 'password_wrong')))
  const after = turns.take('b', false, async () => 'done')
  assert.equal(await settled(failing), 'sign_in_failed')
  assert.equal(await after, 'done')
})

test('who leaves room takes half of what is free: the next who comes begins at once, whatever the first ones do', async () => {
  const turns = new FairTurns({ ...LIMITS, atOnce: 12, leavesRoom: true, waitingOfOneMax: 20 })
  const { order, work, endAll } = works()
  const hogs = (name: string) => Array.from({ length: 10 }, () => turns.take(name, false, work(name)))
  const begun = (name: string) => order.filter((one) => one === name).length
  const all = ['a', 'b', 'c'].flatMap(hogs)
  assert.deepEqual(['a', 'b', 'c'].map(begun), [6, 3, 2])
  all.push(turns.take('late', false, work('late')))
  assert.equal(begun('late'), 1)
  assert.equal(turns.waiting, 30 - 11)
  await endAll()
  await Promise.all(all)
  assert.deepEqual([...['a', 'b', 'c'].map(begun), turns.waiting], [10, 10, 10, 0])
})

test('who holds less goes before who holds more, as places become free', async () => {
  const turns = new FairTurns({ ...LIMITS, atOnce: 2, leavesRoom: true })
  const { order, work, endAll } = works()
  const all = ['a1', 'a2', 'b1', 'a3', 'b2', 'c1'].map((name) => turns.take(name.charAt(0), false, work(name)))
  assert.deepEqual(order, ['a1', 'b1'])
  await endAll()
  await Promise.all(all)
  assert.deepEqual(order, ['a1', 'b1', 'a2', 'b2', 'c1', 'a3'])
})

test('who leaves room has never more than is free with it, and everybody is served, whoever asks', async () => {
  const asked = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(asked, fc.integer({ min: 1, max: 12 }), async (all, atOnce) => {
      const turns = new FairTurns({ ...LIMITS, atOnce, leavesRoom: true, waitingMax: 60, waitingOfOneMax: 60 })
      const running = new Map<string, number>()
      const sum = () => [...running.values()].reduce((one, other) => one + other, 0)
      await Promise.all(
        all.map((caller, index) =>
          turns.take(caller, index % 2 === 0, async () => {
            const own = running.get(caller) ?? 0
            assert.ok(own < atOnce - sum(), `${caller} has ${own} of ${atOnce}, ${sum()} are taken`)
            running.set(caller, own + 1)
            for (let turn = 0; turn <= index % 3; turn++) await new Promise((resolve) => setImmediate(resolve))
            running.set(caller, (running.get(caller) as number) - 1)
          }),
        ),
      )
      assert.equal(turns.waiting, 0)
    }),
    { numRuns: SLOW_CASES },
  )
})

test('never more at once than the limit, and everybody is answered, whoever asks in whatever order', async () => {
  const asked = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(asked, fc.integer({ min: 1, max: 4 }), async (all, atOnce) => {
      const turns = new FairTurns({ ...LIMITS, atOnce })
      let running = 0
      const outcomes = all.map(([caller, isFavoured]) =>
        settled(
          turns.take(caller, isFavoured, async () => {
            running++
            assert.ok(running <= atOnce)
            await new Promise((resolve) => setImmediate(resolve))
            running--
          }),
        ),
      )
      const known = ['done', 'rate_limited', 'temporarily_unavailable']
      for (const outcome of await Promise.all(outcomes)) assert.ok(known.includes(outcome))
      assert.equal(turns.waiting, 0)
      assert.equal(running, 0)
    }),
    { numRuns: SLOW_CASES },
  )
})
