// The suppression list of an organization.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/program.ts'
import { assertRefused, person } from '../../../../test/story.ts'
import { suppressReported } from './actions.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)

const suppressed = async (id: string) => (await asha.get(`/v1/contacts/${id}`)).body.suppressed
const reported = (address: string, reason: 'bounced' | 'complained' = 'bounced') =>
  samvad.app.database.transaction((tx) => {
    const scope = { organizationId, at: samvad.app.clock() }
    return suppressReported(tx, scope, { channel: 'email', address, reason, detail: '5.1.1', time: scope.at })
  })
const balance = async () =>
  (await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId]))[0]?.balance_micros

async function talk(fields: object) {
  const contact = await asha.make('/v1/contacts', fields)
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  return { contact, draft: { conversation_id: conversation.id, channel: 'email', text: 'Ready' } }
}

test('spec 6.21: a bounced address is refused before anything is charged, whoever has it, until it is taken off', async () => {
  const first = await talk({ email: 'Ravi@Farm.example' })
  assert.equal((await asha.post('/v1/messages', first.draft)).status, 201)
  const before = await balance()
  await reported('ravi@farm.example')
  await reported('RAVI@farm.example', 'complained')
  const later = await talk({ email: 'ravi@farm.EXAMPLE' })
  const moved = await talk({ email: 'other@farm.example' })
  await asha.put(`/v1/contacts/${moved.contact.id}`, { email: 'ravi@farm.example' })
  for (const { contact, draft } of [first, later, moved]) {
    assert.deepEqual(await suppressed(contact.id), { email: 'bounced' }, 'the first reason stays')
    assertRefused(await asha.post('/v1/messages', draft), 422, 'recipient_suppressed')
  }
  assert.equal(await balance(), before)
  await asha.put(`/v1/contacts/${moved.contact.id}`, { email: 'new@farm.example' })
  assert.deepEqual(await suppressed(moved.contact.id), {})
  assert.equal((await asha.post('/v1/messages', moved.draft)).status, 201)

  const { data } = (await asha.get(`/v1/suppressions?address=${encodeURIComponent('RAVI@farm.example')}`)).body
  assert.equal(data.length, 1)
  const quoted = { code: 'provider_said', params: { said: '5.1.1' }, message: '5.1.1' }
  assert.deepEqual([data[0].detail, data[0].details], ['5.1.1', [quoted]], 'spec 4.19')
  assert.equal((await asha.delete(`/v1/suppressions/${data[0].id}`)).status, 204)
  assert.equal((await asha.delete(`/v1/suppressions/${data[0].id}`)).status, 404)
  for (const { contact, draft } of [first, later]) {
    assert.deepEqual(await suppressed(contact.id), {})
    assert.equal((await asha.post('/v1/messages', draft)).status, 201)
  }
})

test('spec 6.21: added by hand it is there once, on its channel; what is no address of it is refused', async () => {
  const input = { channel: 'sms', address: '+91 98765 43210', detail: 'Wrong number' }
  const added = await asha.post('/v1/suppressions', input)
  assert.equal(added.status, 201, added.text)
  assert.equal(added.body.address, '+919876543210')
  assert.deepEqual(added.body.details, [], 'the words of a person')
  const again = await asha.post('/v1/suppressions', { ...input, detail: 'Another' })
  assert.deepEqual([again.status, again.body], [200, added.body])
  const { contact } = await talk({ phone_number: '+919876543210', email: 'a@farm.example' })
  assert.deepEqual(await suppressed(contact.id), { sms: 'manual' })
  assertRefused(
    await asha.post('/v1/suppressions', { channel: 'email', address: 'none' }),
    422,
    'invalid_content',
    'address',
  )
})

test('spec 6.21, 1.1: the list is of one organization alone', async () => {
  const other = person(samvad, await samvad.newCompany('Banyan Books'))
  const { body } = await asha.post('/v1/suppressions', { channel: 'email', address: 'theirs@farm.example' })
  const contact = await other.make('/v1/contacts', { email: 'theirs@farm.example' })
  assert.deepEqual((await other.get(`/v1/contacts/${contact.id}`)).body.suppressed, {})
  assert.deepEqual((await other.get('/v1/suppressions')).body.data, [])
  assert.equal((await other.delete(`/v1/suppressions/${body.id}`)).status, 404)
})

test('spec 6.21: a contact that is made while its address is suppressed is marked, whoever comes first', async () => {
  for (let round = 0; round < 15; round++) {
    const email = `at-once-${round}@farm.example`
    const [contact] = await Promise.all([asha.make('/v1/contacts', { email }), reported(email)])
    assert.deepEqual(await suppressed(contact.id), { email: 'bounced' }, `round ${round}`)
  }
})

test('spec 7.12, 6.21: what waits when its address is suppressed never leaves, and is given back', async () => {
  const { draft } = await talk({ email: 'late@farm.example' })
  const before = await balance()
  const message = await asha.make('/v1/messages', draft)
  await reported('late@farm.example')
  samvad.startWorker()
  const statusOf = async () =>
    (await samvad.rows('select status from deliveries where message_id = $1', [uuidOf('msg', message.id)]))[0]?.status
  await eventually('it is cancelled', async () => (await statusOf()) === 'cancelled')
  const { data } = (await asha.get(`/v1/messages/${message.id}/deliveries`)).body
  assert.deepEqual([data[0].status, data[0].error.code], ['cancelled', 'recipient_suppressed'])
  assert.equal(await balance(), before)
})

test('spec 6.21: who has a number and an id in the app gets nothing there when either is on the list', async () => {
  const [app_id, phone_number] = ['IN.7001', '+919876543244']
  const { contact, draft } = await talk({ app_id, phone_number })
  await samvad.rows('update contacts set last_inbound_at = $2 where id = $1', [
    uuidOf('contact', contact.id),
    samvad.app.clock(),
  ])
  const send = () => asha.post('/v1/messages', { ...draft, channel: 'app' })
  for (const address of [phone_number, app_id]) {
    const { body } = await asha.post('/v1/suppressions', { channel: 'app', address })
    assert.deepEqual(await suppressed(contact.id), { app: 'manual' }, address)
    const before = await balance()
    assertRefused(await send(), 422, 'recipient_suppressed')
    assert.equal(await balance(), before)
    assert.equal((await asha.delete(`/v1/suppressions/${body.id}`)).status, 204)
    assert.deepEqual(await suppressed(contact.id), {})
    const sent = await send()
    assert.equal(sent.status, 201, sent.text)
  }
})
