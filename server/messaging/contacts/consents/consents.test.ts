// Consents of contacts per channel.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Incoming } from '#messaging/channels/arrivals/arrived.ts'
import { createUnsubscribeTokens } from '#messaging/channels/email/unsubscribe.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)

const shown = async (id: string) => (await asha.get(`/v1/contacts/${id}`)).body.unsubscribed
const said = async (id: string) =>
  (await asha.get(`/v1/contacts/${id}/consents`)).body.data.map(({ channel, status, source, text }: any) =>
    [channel, status, source, text].join(' '),
  )

/** The channels in a contact's events of a type, in order. */
const told = async (id: string, type: string) =>
  (
    await samvad.rows<{ payload: any }>(
      'select payload from events where type = $1 and object_id = $2 order by created_at, id',
      [type, uuidOf('contact', id)],
    )
  ).map(({ payload }) => payload.channel)

let count = 0
const write = (text: string, from: string, channel: 'sms' | 'app' = 'sms', more: Partial<Incoming> = {}) =>
  samvad.app.database.transaction((tx) => {
    const content = { subject: null, text, html: null, attachments: [] }
    const scope = { organizationId: samvad.company.organizationId, at: samvad.app.clock() }
    return receive(tx, scope, { channel, from, providerId: `id ${count++}`, content, time: scope.at, ...more })
  })

test('spec 6.20: every way of unsubscribing is in the log, with its source and words; what changes nothing is not', async () => {
  const { id } = await asha.make('/v1/contacts', { email: 'ravi@farm.example', unsubscribed: { sms: 1767225600 } })
  const noted = await asha.post(`/v1/contacts/${id}/consents`, {
    channel: 'app',
    status: 'revoked',
    text: 'By telephone',
  })
  assert.equal(noted.status, 201, noted.text)
  assert.deepEqual(Object.keys(await shown(id)).toSorted(), ['app', 'sms'])
  await asha.put(`/v1/contacts/${id}`, { unsubscribed: { sms: null, app: 1767225600 } })
  const { organizationId } = samvad.company
  const subscription = { organizationId, contactId: uuidOf('contact', id), channel: 'email' } as const
  const token = createUnsubscribeTokens(samvad.app.sealer).make(subscription)
  for (let time = 0; time < 2; time++)
    await samvad.request('POST', `/unsubscribe/${token}`, { token: null, form: { 'List-Unsubscribe': 'One-Click' } })
  await asha.post(`/v1/contacts/${id}/consents`, { channel: 'email', status: 'granted', text: 'Asked for it again' })
  assert.deepEqual(await said(id), [
    'email granted api Asked for it again',
    'email revoked link ',
    'sms granted api ',
    'app revoked api By telephone',
    'sms revoked api ',
  ])
  assert.deepEqual(Object.keys(await shown(id)), ['app'])
  assertRefused(
    await asha.post(`/v1/contacts/${id}/consents`, { channel: 'fax', status: 'revoked' }),
    422,
    'invalid_content',
    'channel',
  )
  await asha.delete(`/v1/contacts/${id}`)
  const left = await samvad.rows('select 1 from consents where contact_id = $1', [uuidOf('contact', id)])
  assert.equal(left.length, 0, 'what they said goes with the contact')
})

test('spec 6.20, 1.1: nobody else sees the log, or writes in it', async () => {
  const { id } = await asha.make('/v1/contacts', { email: 'nila@farm.example' })
  const other = person(samvad, await samvad.newCompany('Banyan Books'))
  assert.equal((await other.get(`/v1/contacts/${id}/consents`)).status, 404)
  const path = `/v1/contacts/${id}/consents`
  assert.equal((await other.post(path, { channel: 'sms', status: 'revoked' })).status, 404)
  assert.deepEqual(await said(id), [])
})

test('spec 6.22: STOP is stored, noted with its words, and refused before it is charged; START takes back that alone', async () => {
  const [first, second, other] = [
    await asha.make('/v1/contacts', { phone_number: '+919876543210' }),
    await asha.make('/v1/contacts', { phone_number: '+919876543210' }),
    await asha.make('/v1/contacts', { phone_number: '+919876543211' }),
  ]
  await write('Stop!', '+919876543210')
  await write('STOP', '+919876543210')
  for (const { id } of [first, second]) assert.deepEqual(Object.keys(await shown(id)), ['sms'])
  assert.deepEqual(await shown(other.id), {})
  const texts = await samvad.rows("select text from messages where direction = 'inbound' order by id")
  assert.deepEqual(
    texts.map(({ text }) => text),
    ['Stop!', 'STOP'],
  )
  const writer = (await said(first.id)).length === 2 ? first : second
  assert.deepEqual(await said(writer.id), ['sms revoked keyword STOP', 'sms revoked keyword Stop!'])
  const shares = writer.id === first.id ? second : first
  assert.deepEqual(
    await said(shares.id),
    ['sms revoked keyword Stop!'],
    'of who did not write it what changed something',
  )
  for (const { id } of [first, second]) assert.deepEqual(await told(id, 'contact.unsubscribed'), ['sms'])
  const conversation = await asha.make('/v1/conversations', { contact_id: first.id })
  const draft = { conversation_id: conversation.id, channel: 'sms', text: 'Ready' }
  await write('शुरू', '+919876543210')
  assert.deepEqual([await shown(first.id), await shown(second.id)], [{}, {}])

  await write('stop', '+919876543210', 'app')
  assert.deepEqual(Object.keys(await shown(first.id)), ['app'], 'of the channel that it was written on')
  await write('start', '+919876543210', 'app')
  await asha.put(`/v1/contacts/${first.id}`, { unsubscribed: { sms: 1767225600 } })
  await write('START', '+919876543210')
  assert.deepEqual(Object.keys(await shown(first.id)), ['sms'], 'what somebody noted stays')
  await write('STOP', '+919876543210')
  await write('START', '+919876543210')
  assert.deepEqual(Object.keys(await shown(first.id)), ['sms'], 'also behind another STOP')
  const refused = await asha.post('/v1/messages', draft)
  assert.ok(['recipient_unsubscribed', 'channel_unavailable'].includes(refused.body.code), refused.text)
})

test('spec 6.22: of the app STOP counts for all who have the id that it came from, and START takes it back', async () => {
  const app_id = 'IN.1234567890'
  const all = [await asha.make('/v1/contacts', { app_id }), await asha.make('/v1/contacts', { app_id })]
  await write('STOP', app_id, 'app')
  for (const { id } of all) assert.deepEqual(Object.keys(await shown(id)), ['app'])
  await write('START', app_id, 'app')
  for (const { id } of all) assert.deepEqual(await shown(id), {})
})

test('spec 6.22: what was said last of another channel does not keep START from taking STOP back', async () => {
  const { id } = await asha.make('/v1/contacts', { phone_number: '+919876543219' })
  await write('STOP', '+919876543219')
  assert.equal((await asha.post(`/v1/contacts/${id}/consents`, { channel: 'app', status: 'revoked' })).status, 201)
  await write('START', '+919876543219')
  assert.deepEqual(Object.keys(await shown(id)), ['app'])
})

test('spec 6.22, 18.32: who did not prove who they are opts nobody out', async () => {
  const { id } = await asha.make('/v1/contacts', { phone_number: '+919876543220' })
  await write('STOP', '+919876543220', 'sms', { isAuthenticated: false })
  assert.deepEqual([await shown(id), await said(id)], [{}, []])
  await write('STOP', '+919876543220')
  assert.deepEqual(Object.keys(await shown(id)), ['sms'])
})

test('spec 6.20: what somebody notes is told as a change of the contact where it is one, and once', async () => {
  const { id } = await asha.make('/v1/contacts', { phone_number: '+919876543221' })
  const changes = async () => (await told(id, 'contact.updated')).length
  const note = (status: string) => asha.post(`/v1/contacts/${id}/consents`, { channel: 'sms', status })
  const before = await changes()
  for (const [status, count] of [
    ['revoked', 1],
    ['revoked', 1],
    ['granted', 2],
  ] as const) {
    assert.equal((await note(status)).status, 201)
    assert.equal((await changes()) - before, count, status)
  }
})
