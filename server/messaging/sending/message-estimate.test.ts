// The cost of a message, without sending it. spec 7.25.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const asha = person(samvad)
const estimate = (json: object) => asha.post('/v1/messages/estimate', json)

const reached = await asha.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })
const lost = await asha.make('/v1/contacts', { display_name: 'Sita', phone_number: '+919876543210' })
const group = await asha.make('/v1/groups', { name: 'Dealers', contacts: [reached.id, lost.id] })
const talk = (json: object) => asha.make('/v1/conversations', json)
const ofGroup = (await talk({ group_id: group.id })).id

test('spec 7.25: each delivery with its price, and whom it does not reach; nothing is written, and the balance is not asked', async () => {
  const written = () =>
    samvad.rows(
      `select (select count(*) from messages) m, (select count(*) from transactions) t,
              (select count(*) from deliveries) d, (select count(*) from month_counters) c`,
    )
  const before = await written()
  const { status, body, text } = await estimate({ conversation_id: ofGroup, channel: 'email', text: 'Namaste' })
  assert.equal(status, 200, text)
  assert.deepEqual(body, {
    total: '0.15',
    currency: 'INR',
    send_at: null,
    deliveries: [{ contact_id: reached.id, kind: 'email', price: '0.15', units: 1 }],
    unreachable: [{ contact_id: lost.id, reason: 'recipient_unreachable' }],
    sms: null,
  })
  const alone = (await talk({ contact_id: lost.id })).id
  const nobody = (await estimate({ conversation_id: alone, channel: 'email', text: 'Namaste' })).body
  assert.deepEqual([nobody.total, nobody.deliveries.length, nobody.unreachable.length], ['0.00', 0, 1])
  assert.deepEqual(await written(), before)
})

test('spec 7.25, 15.6: it takes templates and times as a send does, and refuses what that refuses', async () => {
  const fields = { name: 'order', channel: 'email', language: 'en', category: 'utility', text: 'Dear {{name}}' }
  const { id: template_id } = await asha.make('/v1/templates', fields)
  const draft = { conversation_id: ofGroup, channel: 'email', template_id, variables: { name: 'Ravi' } }
  assertRefused(await estimate(draft), 422, 'template_unavailable', 'template_id')
  await asha.post(`/v1/templates/${template_id}/submit`)
  const ahead = Math.floor(Date.now() / 1000) + 3600
  assert.equal((await estimate({ ...draft, send_at: ahead })).body.total, '0.15')
  assertRefused(await estimate({ ...draft, variables: {} }), 422, 'invalid_content', 'variables.name')
  assertRefused(await estimate({ ...draft, send_at: ahead + 36 * 86_400 }), 422, 'invalid_content', 'send_at')
  assertRefused(await estimate({ conversation_id: ofGroup, channel: 'email' }), 422, 'invalid_content', 'text')
})

test('spec 7.25: how long an SMS is: its encoding, its segments, what the last has room for, and what made it long', async () => {
  const of = async (text: string) =>
    (await estimate({ conversation_id: ofGroup, channel: 'sms', text })).body.sms as object
  assert.deepEqual(await of('Namaste'), { encoding: 'gsm', segments: 1, characters_left: 153, outside_gsm: [] })
  assert.deepEqual(await of('a'.repeat(160)), { encoding: 'gsm', segments: 1, characters_left: 0, outside_gsm: [] })
  assert.deepEqual(await of('a'.repeat(161)), { encoding: 'gsm', segments: 2, characters_left: 145, outside_gsm: [] })
  const long = { encoding: 'ucs2', segments: 2, characters_left: 53, outside_gsm: ['’', '₹'] }
  assert.deepEqual(await of(`${'a'.repeat(77)}’₹₹`.padEnd(81, '’')), long)
})

test('spec 1.1, 7.25: what belongs to somebody else is estimated for nobody', async () => {
  const json = { conversation_id: ofGroup, channel: 'email', text: 'Namaste' }
  const other = person(samvad, await samvad.newCompany('Bela Silks'))
  assertRefused(await other.post('/v1/messages/estimate', json), 404, 'not_found', 'conversation_id')
  const colleague = person(samvad, await samvad.newMember(samvad.company.organizationId, 'admin'))
  assertRefused(await colleague.post('/v1/messages/estimate', json), 403, 'permission_denied', 'conversation_id')
})
