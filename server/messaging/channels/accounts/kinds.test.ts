// A new channel's account kind needs only a line in the table: routes, events and sending follow from it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { invalid } from '#kit/refusals.ts'
import { In, Type } from '#kit/wire.ts'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { assertRefused, person } from '../../../../test/story.ts'
import { channels } from '../channels.ts'
import type { AccountKind } from './kind.ts'

interface Given {
  host: string
  key?: string
}

const operation = { operationId: 'ofATest', summary: 'Of a test', description: 'Of a test.' }
const told: { host: string; key: string | null }[] = []
const account: AccountKind<Given, { host: string }> = {
  noun: 'SMS account',
  says: { retrieve: operation, set: operation, remove: operation, test: operation },
  given: In.object({ host: In.line(), key: Type.Optional(In.line()) }),
  shown: Type.Object({ host: Type.Unsafe<string | null>({}), has_key: Type.Boolean(), carrier: Type.String() }),
  secretField: 'key',
  secretGoesWith: ['host'],
  before: {},
  settingsOf({ host }) {
    if (host === 'nowhere') throw invalid('host', 'not_a_host')
    return { host }
  },
  secretOf: ({ key }) => key,
  mustFit(_, hasSecret) {
    if (!hasSecret) throw invalid('key', 'required')
  },
  wasReal: () => false,
  carrierOf: (_, { hasOwnAccount }) => (hasOwnAccount ? 'organization' : 'none'),
  show: (stored, carrier) => ({ host: stored?.settings.host ?? null, has_key: stored?.secret != null, carrier }),
  async test({ host }, key) {
    told.push({ host, key })
    return { succeeded: true, details: 'It was reached.' }
  },
}
const own = channels.sms.account as AccountKind
channels.sms.account = account as unknown as AccountKind
after(() => {
  channels.sms.account = own
})

const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 10n)
const SMS = '/v1/channels/sms'

test('spec 7.6, 18.1: an account of another channel is set, sealed, tried and removed as that of email is', async () => {
  assert.deepEqual((await asha.get(SMS)).body, { host: null, has_key: false, carrier: 'none' })
  assertRefused(await asha.put(SMS, { host: 'nowhere', key: 'k-1' }), 422, 'invalid_content', 'host')
  assertRefused(await asha.put(SMS, { host: 'a.example' }), 422, 'invalid_content', 'key')
  assertRefused(await asha.post(`${SMS}/test`), 404, 'not_found')

  const set = await asha.put(SMS, { host: 'a.example', key: 'k-1' })
  assert.deepEqual(set.body, { host: 'a.example', has_key: true, carrier: 'organization' })
  assert.equal((await asha.get('/v1/channels/email')).body.carrier, 'sandbox', 'that of email is as it was')
  assertRefused(await asha.put(SMS, { host: 'b.example' }), 422, 'invalid_content', 'key')
  assert.equal((await asha.put(SMS, { host: 'a.example' })).status, 200, 'the key stays with its host')

  const [row] = await samvad.rows<{ secret: Buffer }>("select secret from channel_accounts where channel = 'sms'")
  const place = (channel: string) => `channel_accounts:${samvad.company.organizationId}:${channel}`
  assert.equal(samvad.app.sealer.open(place('sms'), row?.secret as Buffer), 'k-1')
  assert.throws(() => samvad.app.sealer.open(place('email'), row?.secret as Buffer))
  assert.equal((await asha.post(`${SMS}/test`)).body.succeeded, true)
  assert.deepEqual(told, [{ host: 'a.example', key: 'k-1' }])

  assert.equal((await asha.delete(SMS)).status, 204)
  assertRefused(await asha.delete(SMS), 404, 'not_found')
  assert.deepEqual((await asha.get(SMS)).body, { host: null, has_key: false, carrier: 'none' })
})

test('spec 7.6: a channel is set up while it has an account, and refused before anything is charged while it has none', async () => {
  const contact = await asha.make('/v1/contacts', { phone_number: '+919876543210' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const other = await samvad.newCompany('Banyan Books')
  await asha.put(SMS, { host: 'a.example', key: 'k-1' })
  const message = { conversation_id: conversation.id, channel: 'sms', text: 'Hello' }
  const neighbour = person(samvad, other)
  const theirs = await neighbour.make('/v1/contacts', { phone_number: '+919876543210' })
  const conversationOfTheirs = await neighbour.make('/v1/conversations', { contact_id: theirs.id })
  const refused = await neighbour.post('/v1/messages', { ...message, conversation_id: conversationOfTheirs.id })
  assertRefused(refused, 422, 'channel_unavailable', 'channel')
  // An organization whose account was not read yet: a cached one may be some seconds old.
  assert.equal((await asha.post('/v1/messages', message)).status, 201)
})
