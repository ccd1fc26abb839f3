// A conversation too large for one short transaction: hidden at once, deleted in batches and refunded exactly once,
// even if processes end at any moment. spec 5.26, 7.27.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { jobsOf } from '#program/jobs.ts'
import { startWorker } from '#worker/worker.ts'
import {
  balanceOf,
  becomeDue,
  chargesOf,
  costOf,
  countOf,
  endingAt,
  forgotten,
  mustBeSound,
  NOTHING,
  removeNoted,
  removeQuickly,
  writeMany,
} from '../../../test/deletions.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { correspond, deliveriesOf, until, write } from '../../../test/mail-story.ts'
import { useSmallPieces } from '../../../test/small-pieces.ts'
import { assertRefused, person } from '../../../test/story.ts'

useSmallPieces()
const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 10_000n)

const PRICE = 150_000n

let people = 0
const newCorrespondent = () => correspond(asha, `n${++people}@farm.example`)

test('spec 5.26, 7.27: a conversation with thousands of waiting messages is gone for everybody at once, and goes in pieces', async () => {
  const one = await newCorrespondent()
  const other = await newCorrespondent()
  const before = await balanceOf(samvad)
  const kept = { headers: { 'idempotency-key': 'large' } }
  const body = { conversation_id: one.conversationId, channel: 'email', text: 'Keyed' }
  const keyed = await asha.post('/v1/messages', body, kept)
  const ids = await writeMany(asha, one.conversationId, 120)
  const elsewhere = await write(asha, other)
  const left = ids[0] as string
  await samvad.rows("update deliveries set status = 'sent', sent_at = now(), provider_id = 'p' where message_id = $1", [
    uuidOf('msg', left),
  ])
  await samvad.rows(
    `insert into sandbox_messages (org_id, id, channel, from_address, address, raw, message_id, conversation_id,
                                   contact_id, received_at)
     values ($1, $6, 'email', 'a@a.example', $2, 'raw', $3, $4, $5, now())`,
    [
      organizationId,
      one.email,
      uuidOf('msg', left),
      uuidOf('conv', one.conversationId),
      uuidOf('contact', one.contactId),
      newUuid(),
    ],
  )
  await asha.post(`/v1/messages/${left}/reactions`, { emoji: '👍' })
  const charges = await chargesOf(samvad, one.conversationId)
  const paid = await balanceOf(samvad)
  assert.equal(before - paid, 122n * PRICE)

  await removeQuickly(asha, `/v1/conversations/${one.conversationId}`)

  // None of its messages is deleted yet, and it is hidden.
  assert.equal(await countOf(samvad, 'messages where conversation_id = $1', uuidOf('conv', one.conversationId)), 121)
  assertRefused(await asha.get(`/v1/conversations/${one.conversationId}`), 404, 'not_found')
  assertRefused(await asha.delete(`/v1/conversations/${one.conversationId}`), 404, 'not_found')
  assertRefused(await asha.put(`/v1/conversations/${one.conversationId}`, { is_muted: true }), 404, 'not_found')
  assertRefused(await asha.get(`/v1/messages?conversation_id=${one.conversationId}`), 404, 'not_found')
  for (const path of [`/v1/messages/${left}`, `/v1/messages/${left}/deliveries`])
    assertRefused(await asha.get(path), 404, 'not_found')
  assertRefused(await asha.put(`/v1/messages/${ids[1]}`, { text: 'Later' }), 404, 'not_found')
  assertRefused(await asha.delete(`/v1/messages/${ids[1]}`), 404, 'not_found')
  assertRefused(await asha.post('/v1/messages', { ...body, text: 'Late' }), 404, 'not_found', 'conversation_id')
  assertRefused(await asha.post('/v1/messages', body, kept), 410, 'gone')
  const listed = (await asha.get('/v1/conversations?user_id=all&limit=100')).body.data
  assert.ok(!listed.some(({ id }: { id: string }) => id === one.conversationId))
  assert.deepEqual((await asha.get(`/v1/sandbox/messages?address=${one.email}`)).body.data, [])
  assert.equal((await asha.get(`/v1/contacts/${one.contactId}`)).body.conversation_id, null)
  const anew = await asha.make('/v1/conversations', { contact_id: one.contactId })
  assert.deepEqual((await asha.get(`/v1/messages?conversation_id=${anew.id}`)).body.data, [])
  await mustBeSound(samvad)

  await removeNoted(samvad.app)

  for (const table of ['messages', 'deliveries', 'sandbox_messages'])
    assert.equal(await countOf(samvad, `${table} where conversation_id = $1`, uuidOf('conv', one.conversationId)), 0)
  assert.equal(await countOf(samvad, 'reactions'), 0)
  assert.equal(await countOf(samvad, 'deletions'), 0)
  assert.equal(await countOf(samvad, "due_work where kind = 'deletion'"), 0)
  assert.deepEqual(await forgotten(samvad, charges), [
    { ...NOTHING, status: 'cancelled', is_given_back: true, count: 120n },
    { ...NOTHING, status: 'sent', is_given_back: false, count: 1n },
  ])
  // The one that was sent and the one in another conversation stay charged.
  assert.equal(await balanceOf(samvad), before - 2n * PRICE)
  assert.equal((await asha.get(`/v1/messages/${elsewhere.id}`)).body.status, 'queued')
  assert.equal(keyed.status, 201)
  assertRefused(await asha.post('/v1/messages', body, kept), 410, 'gone')
  assert.equal(await countOf(samvad, "idempotency_keys where key = 'large' and body is null and is_gone"), 1)
  await mustBeSound(samvad)
})

test('spec 5.26: one that is small goes at once, with nothing left for later', async () => {
  const one = await newCorrespondent()
  const before = await balanceOf(samvad)
  await writeMany(asha, one.conversationId, 100)
  await removeQuickly(asha, `/v1/conversations/${one.conversationId}`)
  assert.equal(await balanceOf(samvad), before)
  assert.equal(await countOf(samvad, 'deletions'), 0)
  assert.equal(await countOf(samvad, 'messages where conversation_id = $1', uuidOf('conv', one.conversationId)), 0)
})

test('spec 5.26, 7.27: whenever the process ends, the next one goes on, and all is given back once', async () => {
  const one = await newCorrespondent()
  const before = await balanceOf(samvad)
  await writeMany(asha, one.conversationId, 110)
  const charges = await chargesOf(samvad, one.conversationId)
  await removeQuickly(asha, `/v1/conversations/${one.conversationId}`)
  const held: number[] = []
  const balances: bigint[] = []
  for (const [which, when] of [
    [1, 'before'],
    [1, 'behind'],
    [2, 'before'],
    [2, 'behind'],
    [3, 'behind'],
    [4, 'before'],
    [2, 'behind'],
  ] as const) {
    await removeNoted(endingAt(samvad, which, when))
    held.push(await countOf(samvad, 'messages where conversation_id = $1', uuidOf('conv', one.conversationId)))
    balances.push((await balanceOf(samvad)) - before)
    await mustBeSound(samvad)
    assertRefused(await asha.get(`/v1/conversations/${one.conversationId}`), 404, 'not_found')
    await becomeDue(samvad)
  }
  // Each run continues where the one before ended: cancelled deliveries are erased first, and nothing is done twice.
  assert.deepEqual(held, [110, 110, 90, 70, 50, 10, 0])
  assert.deepEqual(
    balances,
    [110n, 90n, 90n, 70n, 30n, 10n, 0n].map((messages) => -messages * PRICE),
  )
  assert.equal(await countOf(samvad, 'deletions'), 1)
  await removeNoted(samvad.app)
  assert.equal(await balanceOf(samvad), before)
  assert.deepEqual(await forgotten(samvad, charges), [
    { ...NOTHING, status: 'cancelled', is_given_back: true, count: 110n },
  ])
  assert.equal(await countOf(samvad, 'deletions'), 0)
})

test('spec 5.26: of what was deleted nothing leaves, also before its piece has come, and sends beside it are charged or refused', async () => {
  const one = await newCorrespondent()
  const other = await newCorrespondent()
  const before = await balanceOf(samvad)
  await writeMany(asha, one.conversationId, 110)
  // Dispatch alone, so that it runs on the queued deliveries, and users who keep sending during the deletion.
  const jobs = jobsOf(samvad.app)
  const dispatch = jobs.filter(({ name }) => name.includes('dispatch'))
  assert.ok(dispatch.length > 0)
  const accepted: string[] = []
  const writing = Array.from({ length: 4 }, async () => {
    for (;;) {
      const body = { conversation_id: one.conversationId, channel: 'email', text: 'While it goes' }
      const answer = await asha.post('/v1/messages', body)
      if (answer.status === 201) accepted.push(answer.body.id)
      else {
        assertRefused(answer, 404, 'not_found', 'conversation_id')
        return
      }
    }
  })
  await until(
    async () => accepted.length,
    (count) => count > 20,
  )
  await removeQuickly(asha, `/v1/conversations/${one.conversationId}`)
  await Promise.all(writing)
  const waiting = await countOf(
    samvad,
    "deliveries where conversation_id = $1 and status = 'queued'",
    uuidOf('conv', one.conversationId),
  )
  assert.equal(waiting, 110 + accepted.length)

  const worker = startWorker(samvad.app, samvad.app.alarm, dispatch)
  const elsewhere = await write(asha, other)
  await until(
    () => deliveriesOf(samvad, elsewhere),
    ([delivery]) => delivery?.status === 'sent',
  )
  // The rest is deleted while dispatch runs.
  await removeNoted(samvad.app)
  await until(
    () => countOf(samvad, "deliveries where status in ('queued', 'sending')"),
    (count) => count === 0,
  )
  await worker.stop(GUARD_MS)
  assert.deepEqual((await asha.get(`/v1/sandbox/messages?address=${one.email}`)).body.data, [])
  const [mail, ...more] = (await asha.get(`/v1/sandbox/messages?address=${other.email}`)).body.data
  assert.deepEqual([mail.address, more], [other.email, []])
  // Queued messages of earlier tests were sent as well.
  assert.equal(await balanceOf(samvad), before - (await costOf(samvad, 'message_id = $1', uuidOf('msg', elsewhere.id))))
  await mustBeSound(samvad)
})
