// One key in several processes: the second request gets the first one's response, whichever process it reaches.
// spec 3.15.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, typeId } from '#kit/ids.ts'
import { fund, request, startSamvad } from '../../test/harness.ts'
import { person } from '../../test/story.ts'
import { shownBy } from './shown.ts'

const key = { SAMVAD_SECRET_KEY: 'ab'.repeat(32) }
const samvad = await startSamvad(key)
const other = await startSamvad(key, { connection: samvad.connection })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
const contact = await asha.make('/v1/contacts', { email: 'ravi@farm.example' })
const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })

/** Sends the same request several times to each of two processes. */
function everywhere(path: string, json: unknown, idempotencyKey: string) {
  const options = { json, token: samvad.company.token, headers: { 'idempotency-key': idempotencyKey } }
  return Promise.all(
    Array.from({ length: 12 }, (_, index) => request(index % 2 ? samvad.url : other.url, 'POST', path, options)),
  )
}

for (const [name, path, json] of [
  ['a message', '/v1/messages', { conversation_id: conversation.id, channel: 'email', text: 'Once' }],
  [
    'a batch',
    '/v1/messages/batch',
    { messages: [{ conversation_id: conversation.id, channel: 'email', text: 'Once' }] },
  ],
  ['a contact', '/v1/contacts', { display_name: 'Meera' }],
  ['a recharge', '/api/v1/billing/recharges', { amount: '100.00', payment_method: 'upi' }],
  ['a token', '/v1/tokens', { name: 'Shop' }],
] as const) {
  test(`spec 3.15: ${name} that is asked for in two processes at once is made once, and told to all`, async () => {
    const answers = await everywhere(path, json, `once ${name}`)
    assert.deepEqual([...new Set(answers.map(({ status, text }) => (status < 300 ? 'done' : text)))], ['done'])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
  })
}

test('spec 3.17: an answer shows the objects whose id it has, and of a message the conversation', () => {
  const [message, conversation, contact, user] = [newUuid(), newUuid(), newUuid(), newUuid()]
  const shown = {
    id: typeId('msg', message),
    conversation_id: typeId('conv', conversation),
    sender: typeId('user', user),
    reactions: [{ reactor_id: typeId('contact', contact) }],
  }
  assert.deepEqual(shownBy(shown), [message, conversation])
  assert.deepEqual(
    shownBy({
      data: [
        { status: 201, message: shown },
        { status: 402, error: {} },
      ],
    }),
    [message, conversation],
  )
  const ofContact = {
    id: typeId('contact', contact),
    conversation_id: typeId('conv', conversation),
    attributes: { id: 'x' },
  }
  assert.deepEqual(shownBy(ofContact), [contact])
  for (const nothing of [undefined, null, 'msg', 5, [], {}, { id: 5 }, { id: 'msg_x' }])
    assert.deepEqual(shownBy(nothing), [])
})
