// What devices say of messages: spec 16.22.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../test/harness.ts'
import { correspond, delivered, deliveriesOf, unresolved, write } from '../../test/mail-story.ts'
import { carryInSandbox } from '../../test/sandbox-channels.ts'
import { assertRefused, type Person, person } from '../../test/story.ts'
import { createSandboxInbox } from './inbox.ts'

carryInSandbox('app', 'sms')
const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
const neighbour = await samvad.newCompany('Banyan Books')
const banyan = person(samvad, neighbour)
for (const { organizationId } of [company, neighbour]) await fund(samvad, organizationId, 100n)
samvad.startWorker()

const RECEIPTS = '/v1/sandbox/receipts'
const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance

async function mailTo(who: Person, email: string): Promise<string> {
  const { id } = await delivered(samvad, await write(who, await correspond(who, email)), 'sent')
  return publicId('dlv', id as never)
}

/** A text message that its provider took and that lies on the phone. */
async function smsTo(phone_number: string): Promise<{ delivery_id: string; price: string }> {
  const contact = await asha.make('/v1/contacts', { phone_number })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const message = await asha.make('/v1/messages', { conversation_id: conversation.id, channel: 'sms', text: 'Hello' })
  const [row] = await deliveriesOf(samvad, message)
  const id = row?.id as never
  await samvad.rows("update deliveries set status = 'sent', sent_at = now(), due_at = null where id = $1", [id])
  await createSandboxInbox(samvad.app)(company.organizationId, {
    id: newUuid(),
    channel: 'sms',
    from_address: 'SAMVAD',
    address: phone_number,
    subject: null,
    text: 'Hello',
    html: null,
    raw: 'Hello',
    received_at: samvad.app.clock(),
    delivery_id: id,
    invitation_id: null,
  })
  return { delivery_id: publicId('dlv', id), price: message.price }
}

test('spec 16.22: a mail is delivered, or comes back with its code and stays paid for; the same twice changes nothing', async () => {
  const first = await mailTo(asha, 'ravi@shop.example')
  const before = await balance()
  const arrived = await asha.post(RECEIPTS, { delivery_id: first, status: 'delivered' })
  assert.equal(arrived.status, 200, arrived.text)
  assert.equal(arrived.body.status, 'delivered')
  assert.ok(Number.isInteger(arrived.body.delivered_at))
  const again = await asha.post(RECEIPTS, { delivery_id: first, status: 'delivered' })
  assert.deepEqual([again.status, again.body], [200, arrived.body])

  const second = await mailTo(asha, 'gone@shop.example')
  const bounced = await asha.post(RECEIPTS, { delivery_id: second, status: 'undelivered', code: '5.1.1' })
  assert.equal(bounced.status, 200, bounced.text)
  assert.deepEqual([bounced.body.status, bounced.body.error.code], ['undelivered', '5.1.1'])
  assert.ok(Number(await balance()) < Number(before))
  const other = await asha.post(RECEIPTS, { delivery_id: second, status: 'delivered' })
  assertRefused(other, 409, 'conflict')
  assert.equal((await asha.get(`/v1/messages/${bounced.body.message_id}`)).body.status, 'undelivered')
})

test('spec 7.13, 16.22: what nobody knew of is known by it', async () => {
  await asha.put('/v1/sandbox/settings', { channel: 'email', fail_next: 'timeout' })
  const { id } = await unresolved(samvad, await write(asha, await correspond(asha, 'slow@shop.example')))
  const { body } = await asha.post(RECEIPTS, { delivery_id: publicId('dlv', id as never), status: 'delivered' })
  assert.equal(body.status, 'delivered')
})

test('spec 7.10, 16.22: what the provider refused after all is given back, once', async () => {
  const before = await balance()
  const { delivery_id } = await smsTo('+919876543210')
  assert.notEqual(await balance(), before)
  const report = () => asha.post(RECEIPTS, { delivery_id, status: 'failed', code: 'rejectd' })
  const [one] = await Promise.all([report(), report(), report()])
  assert.deepEqual([one.body.status, one.body.error.code], ['failed', 'REJECTD'])
  assert.equal(await balance(), before)
})

test('spec 16.22: what the channel never reports, or no such code, is refused by name; what cannot be is a conflict', async () => {
  const mail = await mailTo(asha, 'meena@shop.example')
  const { delivery_id: sms } = await smsTo('+919876543211')
  const refusedAt = async (field: string, body: object) =>
    assertRefused(await asha.post(RECEIPTS, body), 422, 'invalid_content', field)
  await refusedAt('status', { delivery_id: mail, status: 'read' })
  await refusedAt('status', { delivery_id: sms, status: 'read' })
  await refusedAt('status', { delivery_id: sms, status: 'sent' })
  await refusedAt('code', { delivery_id: mail, status: 'delivered', code: '5.1.1' })
  await refusedAt('code', { delivery_id: mail, status: 'undelivered', code: 'UNDELIV' })
  await refusedAt('code', { delivery_id: sms, status: 'undelivered', code: 'timeout' })
  const rows = await samvad.rows<{ status: string }>('select status from deliveries where id = any($1::uuid[])', [
    [uuidOf('dlv', mail), uuidOf('dlv', sms)],
  ])
  assert.deepEqual(rows, [{ status: 'sent' }, { status: 'sent' }])

  await samvad.rows('delete from sandbox_messages where delivery_id = $1', [uuidOf('dlv', sms)])
  assertRefused(await asha.post(RECEIPTS, { delivery_id: sms, status: 'failed' }), 409, 'conflict')
  await asha.put('/v1/sandbox/settings', { channel: 'email', fail_next: '550' })
  const failed = await delivered(samvad, await write(asha, await correspond(asha, 'no@shop.example')), 'failed')
  const delivery_id = publicId('dlv', failed.id as never)
  assertRefused(await asha.post(RECEIPTS, { delivery_id, status: 'delivered' }), 409, 'conflict')
})

test("spec 1.1, 16.22: another organization's delivery, or one of a conversation that one does not see, is unknown", async () => {
  const theirs = await mailTo(banyan, 'ravi@shop.example')
  const own = await mailTo(asha, 'kiran@shop.example')
  const fellow = person(samvad, await samvad.newMember(company.organizationId, 'agent'))
  for (const [who, delivery_id] of [
    [asha, theirs],
    [fellow, own],
    [asha, 'dlv_01jd3v9k7he2n8q4x5c6t7w8yz'],
  ] as const)
    assertRefused(await who.post(RECEIPTS, { delivery_id, status: 'delivered' }), 404, 'not_found', 'delivery_id')
  const rows = await samvad.rows<{ status: string }>('select status from deliveries where id = any($1::uuid[])', [
    [uuidOf('dlv', theirs), uuidOf('dlv', own)],
  ])
  assert.deepEqual(rows, [{ status: 'sent' }, { status: 'sent' }])
})
