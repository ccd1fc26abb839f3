// A long SMS of which some parts were sent and others were not: whatever ends it, the sent parts stay charged.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { type StoredDelivery, unresolved, until } from '../../../../test/mail-story.ts'
import { balanceOf } from '../../../../test/payments.ts'
import { startSmppServer } from '../../../../test/smpp/server.ts'
import { setAccount, smppAccount, textTo, writeSms } from '../../../../test/smpp/story.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const server = await startSmppServer()
after(() => server.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_LOG_LEVEL: 'silent' })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
await setAccount(asha, smppAccount(server.port))
samvad.startWorker()
const LONG = 'नमस्ते '.repeat(30)
const deliveryOf = async (id: string): Promise<StoredDelivery & { reversal_id: string | null }> =>
  ((await samvad.rows('select * from deliveries where id = $1', [id])) as never)[0]

beforeEach(() => server.answer(() => 0))

/**
 * A message whose parts are accepted as `takes` returns, and which then waits for a retry; returns its stored delivery.
 */
async function waiting(takes: (part: number) => boolean) {
  server.answer(({ place }) => (takes(place?.[2] ?? 0) ? 0 : 0x08))
  const to = await textTo(asha)
  const before = await balanceOf(samvad)
  const message = await writeSms(asha, to, LONG)
  const [row] = await until(
    () =>
      samvad.rows<StoredDelivery>(
        "select * from deliveries where message_id = $1 and attempts > 0 and status = 'queued'",
        [uuidOf('msg', message.id)],
      ),
    (rows) => rows.length === 1,
  )
  return { to, message, before, id: (row as StoredDelivery).id }
}
const cents = (from: unknown, to: unknown) => Math.round((Number(from) - Number(to)) * 100)

test('spec 7.89: deleted after a part had left it is undelivered and stays paid for; where none had, it is given back', async () => {
  const none = await waiting(() => false)
  assert.equal((await asha.delete(`/v1/messages/${none.message.id}`)).status, 204)
  assert.equal((await deliveryOf(none.id)).status, 'cancelled')
  assert.equal(cents(none.before, await balanceOf(samvad)), 0)

  const one = await waiting((part) => part === 1)
  assert.equal((await asha.delete(`/v1/messages/${one.message.id}`)).status, 204)
  const row = await deliveryOf(one.id)
  assert.deepEqual([row.status, row.reversal_id], ['undelivered', null])
  assert.equal(cents(one.before, await balanceOf(samvad)), 25)

  const other = await waiting((part) => part === 1)
  assert.equal((await asha.delete(`/v1/conversations/${other.to.conversationId}`)).status, 204)
  const [withConversation] = [await deliveryOf(other.id)]
  assert.equal(withConversation.status, 'undelivered')
  assert.equal(cents(other.before, await balanceOf(samvad)), 25)
})

test('spec 7.89: who unsubscribes after a part had left gets no more of it, and it stays paid for', async () => {
  const { to, id, before, message } = await waiting((part) => part === 1)
  assertRefused(await asha.put(`/v1/messages/${message.id}`, { text: 'Other' }), 409, 'message_already_sent')
  const contact = (await asha.get(`/v1/conversations/${to.conversationId}`)).body.contact_id
  await asha.make(`/v1/contacts/${contact}/consents`, { channel: 'sms', status: 'revoked' })
  const taken = server.taken.length
  samvad.setClock(new Date(Date.now() + 60_000))
  samvad.app.wake('dispatch')
  const row = await until(
    () => deliveryOf(id),
    ({ status }) => status !== 'queued' && status !== 'sending',
  )
  assert.deepEqual([row.status, row.error_code, row.reversal_id], ['undelivered', 'recipient_unsubscribed', null])
  assert.equal(server.taken.length, taken)
  assert.equal(cents(before, await balanceOf(samvad)), 25)
  samvad.setClock(null)
})

test('spec 7.89: a part has left: nobody can say that it was not sent', async () => {
  server.answer(({ place }) => (place?.[2] === 2 ? 'lose' : 0))
  const before = await balanceOf(samvad)
  const message = await writeSms(asha, await textTo(asha), LONG)
  await unresolved(samvad, message)
  const [unknown] = (await asha.get('/v1/deliveries?outcome=unknown')).body.data
  assertRefused(await asha.post(`/v1/deliveries/${unknown.id}/resolve`, { as: 'not_sent' }), 409, 'conflict')
  assert.equal(cents(before, await balanceOf(samvad)), 25)
  assert.equal((await asha.post(`/v1/deliveries/${unknown.id}/resolve`, { as: 'sent' })).body.status, 'sent')
})

test('spec 7.42, 19.2: parts that were taken while the database could not note them are noted with the message, and their receipts arrive', async () => {
  await samvad.rows('create sequence tried')
  await samvad.rows(`create function away() returns trigger language plpgsql as
    $$ begin perform nextval('tried'); raise exception 'the disk is full' using errcode = 'disk_full'; end $$`)
  await samvad.rows('create trigger away before update on sms_parts for each row execute function away()')
  const before = await balanceOf(samvad)
  const message = await writeSms(asha, await textTo(asha), LONG)
  // Both by the sender and by the round that records the message.
  await until(
    () => samvad.rows<{ last_value: string }>('select last_value from tried'),
    ([row]) => Number(row?.last_value) > 1,
  )
  await samvad.rows('drop trigger away on sms_parts')
  const [row] = await until(
    () =>
      samvad.rows<StoredDelivery>("select * from deliveries where message_id = $1 and status = 'sent'", [
        uuidOf('msg', message.id),
      ]),
    (rows) => rows.length === 1,
  )
  const { id } = row as StoredDelivery
  const parts = await samvad.rows<{ status: string; provider_id: string }>(
    'select status, provider_id from sms_parts where delivery_id = $1 order by part',
    [id],
  )
  const taken = server.taken.filter(({ text }) => LONG.includes(text)).slice(-parts.length)
  assert.deepEqual(
    parts,
    taken
      .toSorted((one, other) => (one.place?.[2] ?? 0) - (other.place?.[2] ?? 0))
      .map(({ id: provider_id }) => ({ status: 'accepted', provider_id })),
  )
  for (const sms of taken) {
    const short_message = `id:${sms.id} sub:001 dlvrd:001 submit date:2603101200 done date:2603101201 stat:DELIVRD err:000`
    const fields = { esm_class: 0x04, source_addr: sms.to, destination_addr: 'ASHATX', short_message }
    assert.equal(await server.deliver(fields), 0)
  }
  const delivered = await until(
    () => deliveryOf(id),
    ({ status }) => status === 'delivered',
  )
  assert.equal(delivered.attempts, 1)
  assert.equal(cents(before, await balanceOf(samvad)), 25)
})
