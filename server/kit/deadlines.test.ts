// Work that passes its deadline is aborted, and abandoned when it does not end: spec 19.36.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { DeadlinePassed, STOP_MS, useTimer, withinDeadline } from './deadlines.ts'
import { pastDeadlines, workAbandoned } from './metrics.ts'

const timers: { ms: number; pass(): void }[] = []
after(
  useTimer((ms, pass) => {
    const one = { ms, pass }
    timers.push(one)
    return () => void (timers.includes(one) && timers.splice(timers.indexOf(one), 1))
  }),
)
beforeEach(() => timers.splice(0))
const LIMIT = { of: 'call', name: 'webhook', ms: 7000 } as const
const counts = async () =>
  Promise.all(
    [pastDeadlines, workAbandoned].map(
      async (counter) => (await counter.get()).values.find(({ labels }) => labels.name === LIMIT.name)?.value,
    ),
  )
const passNext = () => timers.shift()?.pass()

test('spec 19.36: work that ends in time is neither aborted nor counted, and leaves no timer', async () => {
  const before = await counts()
  assert.equal(await withinDeadline(LIMIT, async ({ aborted }) => !aborted && 'done'), 'done')
  await assert.rejects(
    withinDeadline(LIMIT, async () => Promise.reject(new Error('its own'))),
    /its own/,
  )
  assert.deepEqual(timers, [])
  assert.deepEqual(await counts(), before)
})

test('spec 19.36: work that obeys its signal says itself what became of it', async () => {
  const [passed = 0, abandoned] = await counts()
  const work = withinDeadline(LIMIT, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    assert.ok(signal.reason instanceof DeadlinePassed)
    throw new Error('it may have left')
  })
  passNext()
  await assert.rejects(work, /it may have left/)
  assert.deepEqual(timers, [])
  assert.deepEqual(await counts(), [passed + 1, abandoned])
})

test('spec 19.36: work that hangs is abandoned and counted, whoever aborted it; what it does later is ignored', async () => {
  const hanging = Promise.withResolvers<string>()
  for (const isOwn of [true, false]) {
    const [passed = 0, abandoned = 0] = await counts()
    const outer = new AbortController()
    const work = withinDeadline({ ...LIMIT, signal: outer.signal }, () => hanging.promise)
    const [own] = timers
    if (isOwn) own?.pass()
    else outer.abort(new Error('the worker stops'))
    assert.deepEqual(timers.map(({ ms }) => ms).toSorted(), [STOP_MS, LIMIT.ms])
    timers.find(({ ms }) => ms === STOP_MS)?.pass()
    await assert.rejects(work, isOwn ? DeadlinePassed : /the worker stops/)
    assert.deepEqual(timers, [])
    assert.deepEqual(await counts(), [passed + (isOwn ? 1 : 0), abandoned + 1])
  }
  hanging.reject(new Error('too late'))
  await endOfTurn()
})

test('spec 19.36: work that cannot be aborted and holds nothing is left at once, which is no fault', async () => {
  const [passed = 0, abandoned] = await counts()
  const work = withinDeadline({ ...LIMIT, stopMs: 0 }, () => new Promise<never>(() => {}))
  passNext()
  passNext()
  await assert.rejects(work, DeadlinePassed)
  assert.deepEqual(await counts(), [passed + 1, abandoned])
})
