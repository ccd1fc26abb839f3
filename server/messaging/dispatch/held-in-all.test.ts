// How long a message waits for earlier ones of its conversation, however many of them are postponed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SendResult } from '#messaging/channels/adapter.ts'
import { accepted, later, numbered, startStrands } from '../../../test/strand-story.ts'
import { HOLDS_FOR_MS } from './strand-rules.ts'

const TICK_MS = 10_000
const { pass, company, write, keeping } = await startStrands()

/** Runs dispatch every ten seconds. */
async function goOn(run: () => Promise<void>, ms: number): Promise<void> {
  for (let past = 0; past < ms; past += TICK_MS) {
    pass(TICK_MS)
    await run()
  }
}

test('spec 7.127: several that are put off one after the other hold no longer than one, and keep their order', async () => {
  const of = await company()
  const greylisted = numbered(12, 'greylisted ')
  await write(of, [...greylisted, 'last'])
  const { asked, run } = keeping(of, (text) => (text.startsWith('greylisted') ? later : accepted))
  await run()
  await goOn(run, HOLDS_FOR_MS - TICK_MS)
  assert.deepEqual(new Set(asked), new Set(['greylisted 1']))
  await goOn(run, 6 * TICK_MS)
  assert.deepEqual([...new Set(asked)], [...greylisted, 'last'], 'ten minutes, not two hours')
})

test('spec 7.127: one that is put off once another has left does not begin the wait anew; who comes later waits anew', async () => {
  const of = await company()
  await write(of, ['first', 'second', 'third'])
  const TRIES = 4
  let tries = 0
  const { asked, run } = keeping(of, (text) => {
    if (text === 'first') return ++tries < TRIES ? later : accepted
    return text === 'second' ? later : accepted
  })
  await run()
  await goOn(run, 5 * 60_000)
  assert.deepEqual([...new Set(asked)], ['first', 'second'], 'the first has left, the second is put off since')
  await write(of, ['fourth'])
  await goOn(run, HOLDS_FOR_MS - 5 * 60_000)
  assert.ok(!asked.includes('third'))
  await goOn(run, 2 * TICK_MS)
  assert.deepEqual([...new Set(asked)], ['first', 'second', 'third'], 'ten minutes after it was written')
  await goOn(run, 60_000)
  assert.ok(!asked.includes('fourth'))
  await goOn(run, 2 * 60_000)
  assert.deepEqual([...new Set(asked)], ['first', 'second', 'third', 'fourth'])
})

test('spec 7.75, 7.127: one that has waited for long enough passes what is put off before it, and lets nothing else pass', async () => {
  const of = await company()
  await write(of, ['first', 'second', 'third'])
  let isGreylisted = true
  const { asked, run } = keeping(of, (text) => {
    if (text === 'first') return later
    return text === 'second' && isGreylisted ? later : accepted
  })
  await run()
  await goOn(run, HOLDS_FOR_MS)
  assert.deepEqual(new Set(asked), new Set(['first']))
  // Claimed together with the two that have waited for ten minutes.
  await write(of, ['fourth'])
  await goOn(run, TICK_MS)
  assert.deepEqual([...new Set(asked)], ['first', 'second', 'third'], 'the second is put off since a moment ago')
  isGreylisted = false
  await goOn(run, 60_000)
  assert.deepEqual(
    asked.filter((text) => text !== 'first'),
    ['second', 'third', 'second', 'fourth'],
  )
})

test('spec 7.127: what has waited in the queue for long, but for none before it, keeps its order as any other', async () => {
  const of = await company()
  await write(of, numbered(4))
  pass(3 * HOLDS_FOR_MS)
  const tooFast: SendResult = { outcome: 'throttled', detail: 'slower', retryAfterMs: 2000, of: 'recipient' }
  let times = 0
  const { asked, run } = keeping(of, (text) => (text === '1' && times++ === 0 ? tooFast : accepted))
  await run()
  assert.deepEqual(asked, ['1'])
  await goOn(run, TICK_MS)
  assert.deepEqual(asked, ['1', ...numbered(4)])
})

test('spec 7.127: what waits only for the next try of one that was put off for long is let in when that is put off again', async () => {
  const of = await company()
  await write(of, ['greylisted'])
  const trying = { isHeld: false, isUnderWay: false }
  const underWay = Promise.withResolvers<void>()
  const held = Promise.withResolvers<SendResult>()
  const { asked, run } = keeping(of, (text) => {
    if (text !== 'greylisted') return accepted
    if (!trying.isHeld) return later
    trying.isUnderWay = true
    underWay.resolve()
    return held.promise
  })
  await run()
  await goOn(run, HOLDS_FOR_MS - 60_000)
  await write(of, ['waiting'])
  await run()
  assert.ok(!asked.includes('waiting'))
  // The next try of the first message ends only after the claim that skips the second one.
  trying.isHeld = true
  let running = Promise.resolve()
  for (let past = 0; past < 2 * HOLDS_FOR_MS && !trying.isUnderWay && !asked.includes('waiting'); past += TICK_MS) {
    pass(TICK_MS)
    running = run()
    await Promise.race([running, underWay.promise])
  }
  held.resolve(later)
  await running
  await goOn(run, 2 * TICK_MS)
  assert.ok(asked.includes('waiting'))
})
