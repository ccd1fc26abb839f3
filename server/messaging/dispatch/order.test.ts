// The sending order of a conversation's messages. Verdicts compare it with the provider's own log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SendResult } from '#messaging/channels/adapter.ts'
import { alsoIn } from '../../../test/company.ts'
import { until } from '../../../test/mail-story.ts'
import { accepted, later, NOON, numbered, startStrands } from '../../../test/strand-story.ts'
import { LEASE_MS } from './round.ts'
import { RETRY_DELAYS_MS } from './rules.ts'
import { HOLDS_FOR_MS, LOOK_BEYOND, STRAND_IN_HAND_MAX } from './strand-rules.ts'

const { samvad, now, pass, company, write, keeping, statuses } = await startStrands()

test('spec 7.75: the messages of a conversation leave one after the other, in the order in which they were written', async () => {
  const of = await company()
  await write(of, numbered(60))
  let inHand = 0
  const { asked, run } = keeping(of, async () => {
    assert.equal(++inHand, 1, 'two at once')
    await new Promise(setImmediate)
    inHand--
    return accepted
  })
  await run()
  assert.deepEqual(asked, numbered(60))
})

test('spec 7.75: other conversations, contacts and channels wait for nobody', async () => {
  const of = await company()
  const [second] = await alsoIn(samvad, of, 1)
  await write(of, ['first', 'second'])
  await write({ ...of, conversationId: second as string }, ['elsewhere'])
  const held = Promise.withResolvers<SendResult>()
  const { asked, run } = keeping(of, (text) => (text === 'first' ? held.promise : accepted))
  const running = run()
  await until(
    () => statuses(of),
    (all) => all.includes('elsewhere sent'),
  )
  assert.deepEqual(asked.toSorted(), ['elsewhere', 'first'])
  held.resolve(accepted)
  await running
  assert.deepEqual(asked.slice(-1), ['second'])
})

test('spec 7.75: what was written while an earlier one is on its way leaves as soon as that is over', async () => {
  const of = await company()
  await write(of, ['1'])
  const held = Promise.withResolvers<SendResult>()
  const { asked, run } = keeping(of, (text) => (text === '1' ? held.promise : accepted))
  const running = run()
  await until(
    async () => asked.length,
    (count) => count === 1,
  )
  await write(of, numbered(20, 'then '))
  // Some wait in memory for a while and are then requeued, without using up an attempt.
  await until(
    () => samvad.rows("select 1 from deliveries where org_id = $1 and status = 'sending'", [of.company.organizationId]),
    (rows) => rows.length === 1,
  )
  assert.deepEqual(asked, ['1'])
  held.resolve(accepted)
  await until(
    async () => asked.length,
    (count) => count === 21,
  )
  await running
  assert.deepEqual(asked, ['1', ...numbered(20, 'then ')])
  const tries = await samvad.rows('select distinct attempts from deliveries where org_id = $1', [
    of.company.organizationId,
  ])
  assert.deepEqual(tries, [{ attempts: 1 }])
})

test('spec 7.75: behind one that waits for its next try later ones wait too, but no longer than for a while', async () => {
  const of = await company()
  await write(of, ['greylisted', ...numbered(12)])
  const { asked, run } = keeping(of, (text) => (text === 'greylisted' ? later : accepted))
  await run()
  for (let past = 0; past < HOLDS_FOR_MS - 1000; past += 10_000) {
    pass(10_000)
    await run()
  }
  assert.deepEqual(new Set(asked), new Set(['greylisted']))
  const tries = asked.length
  assert.ok(tries >= 3 && tries <= RETRY_DELAYS_MS.length)
  pass(10_000)
  await run()
  pass(HOLDS_FOR_MS)
  await run()
  assert.deepEqual(
    asked.filter((text) => text !== 'greylisted'),
    numbered(12),
  )
  assert.ok((await statuses(of)).includes('greylisted queued'))
})

test('spec 7.75: once it has left, or failed, what waited behind it leaves at once and in order', async () => {
  for (const result of [accepted, { outcome: 'refused', code: 'refused', detail: 'no such mailbox' } as const]) {
    const of = await company()
    await write(of, numbered(30))
    let isAsked = false
    const { asked, run } = keeping(of, (text) => {
      if (text !== '1') return accepted
      const first = !isAsked
      isAsked = true
      return first ? later : result
    })
    await run()
    assert.deepEqual(asked, ['1'])
    pass(5000)
    await run()
    assert.deepEqual(asked, ['1', ...numbered(30)])
  }
})

test('spec 7.75: an outcome that nobody knows holds up nobody, nor does a message that is scheduled', async () => {
  const of = await company()
  await write(of, ['scheduled'], { send_at: new Date(NOON.getTime() + 3_600_000).toISOString() })
  await write(of, ['unknown', 'next'])
  const { asked, run } = keeping(of, (text) => (text === 'unknown' ? { outcome: 'unknown', detail: 'lost' } : accepted))
  await run()
  assert.deepEqual(asked, ['unknown', 'next'])
  pass(3_600_000)
  await write(of, ['written when it is due'])
  await run()
  assert.deepEqual(asked.slice(2), ['scheduled', 'written when it is due'])
})

test('spec 7.75: what a dead worker had in hand is waited for until its lease is over', async () => {
  const of = await company()
  await write(of, numbered(2))
  await samvad.rows(
    `update deliveries set status = 'sending', attempts = 1, lease_until = $2, strand_at = due_at
      where id = (select min(id::text)::uuid from deliveries where org_id = $1)`,
    [of.company.organizationId, new Date(NOON.getTime() + LEASE_MS)],
  )
  const { asked, run } = keeping(of, () => accepted)
  await run()
  pass(LEASE_MS - 1000)
  await run()
  assert.deepEqual(asked, [])
  pass(1000)
  await run()
  assert.deepEqual([asked, await statuses(of)], [['2'], ['1 sending', '2 sent']])
})

test('spec 7.76: many that wait in one conversation hold up no other, and none is looked at again and again', async () => {
  const of = await company()
  // More than a claim reads, twice over.
  const MANY = 2 * LOOK_BEYOND + 200
  await write(of, numbered(MANY))
  pass(1000)
  const [second] = await alsoIn(samvad, of, 1)
  await write({ ...of, conversationId: second as string }, ['elsewhere'])
  const held = Promise.withResolvers<SendResult>()
  const { asked, run } = keeping(of, (text) => (text === '1' ? held.promise : accepted))
  const running = run()
  await until(
    () => statuses(of),
    (all) => all.includes('elsewhere sent'),
  )
  assert.deepEqual(asked, ['1', 'elsewhere'])
  const [{ in_hand } = { in_hand: 0 }] = await samvad.rows<{ in_hand: number }>(
    "select count(*)::int as in_hand from deliveries where org_id = $1 and status = 'sending'",
    [of.company.organizationId],
  )
  assert.ok(in_hand <= STRAND_IN_HAND_MAX, `${in_hand} in hand`)
  const due = async () =>
    samvad.rows("select 1 from deliveries where org_id = $1 and status = 'queued' and due_at <= $2", [
      of.company.organizationId,
      now(),
    ])
  assert.deepEqual(await due(), [], 'all of them wait')
  held.resolve({ outcome: 'temporary', detail: 'not now', retryAfterMs: null })
  await running
  assert.deepEqual(asked, ['1', 'elsewhere'])
})
