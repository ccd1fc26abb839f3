// A list is sent, a row is chosen on the sandbox's phone, and the reply arrives in Meta's format: the complete path of
// a message and its reply.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../test/harness.ts'
import { delivered } from '../../test/mail-story.ts'
import { assertRefused, person } from '../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
samvad.startWorker()

const INBOX = '/v1/sandbox/messages'
const PHONE = '+919876543210'
const asWritten = { channel: 'app', from: PHONE }
const asked = await asha.make(INBOX, { ...asWritten, text: 'Which sizes?' })
const { conversation_id } = asked
const entries = async () =>
  (await asha.get(`/v1/sandbox/device?phone_number=${encodeURIComponent(PHONE)}`)).body.entries
const interactive = {
  type: 'list',
  footer: 'All in stock',
  button: 'Choose',
  sections: [{ rows: [{ id: 'size-s', title: 'Small', description: 'Up to 34' }, { title: 'Large' }] }],
}
const list = await asha.make('/v1/messages', {
  conversation_id,
  channel: 'app',
  text: 'Choose a size',
  interactive,
  reply_to_message_id: asked.id,
})
await delivered(samvad, list, 'read')

test('spec 16.26: the phone shows the list and what it quotes, and what is chosen there comes back as a message', async () => {
  const received = (await entries()).find((one: any) => one.message_id === list.id)
  assert.deepEqual(received.interactive, list.interactive)
  assert.deepEqual(received.in_reply_to, { message_id: asked.id, state: 'available' })
  assert.equal(received.text, 'Choose a size')

  const chosen = await asha.make(INBOX, { ...asWritten, reply_to_message_id: list.id, button_id: 'size-s' })
  const reply = { type: 'list', id: 'size-s', title: 'Small', description: 'Up to 34' }
  assert.deepEqual([chosen.text, chosen.button_reply], ['Small\nUp to 34', reply])
  assert.deepEqual(chosen.in_reply_to, { message_id: list.id, state: 'available' })
  assert.equal(chosen.conversation_id, conversation_id)
  const shown = (await entries()).find((one: any) => one.id === chosen.id)
  assert.deepEqual(shown.in_reply_to, { message_id: list.id, state: 'available' })

  const estimate = { conversation_id, channel: 'app', text: 'Thank you' }
  assert.equal((await asha.make('/v1/messages/estimate', estimate)).deliveries[0].kind, 'app_session')
})

test('spec 16.26: a button is pressed, and any message of the conversation can be quoted', async () => {
  const buttons = [{ id: 'yes', title: 'Yes' }, { title: 'No' }]
  const question = {
    conversation_id,
    channel: 'app',
    text: 'Shall I pack it?',
    interactive: { type: 'buttons', buttons },
  }
  const message = await asha.make('/v1/messages', question)
  await delivered(samvad, message, 'read')
  const pressed = await asha.make(INBOX, { ...asWritten, reply_to_message_id: message.id, button_id: 'No' })
  assert.deepEqual(pressed.button_reply, { type: 'button', id: 'No', title: 'No', description: null })
  const quoted = await asha.make(INBOX, { ...asWritten, reply_to_message_id: asked.id, text: 'And in blue?' })
  assert.deepEqual([quoted.button_reply, quoted.in_reply_to.message_id], [null, asked.id])
})

test('spec 16.26: what cannot be pressed or quoted is refused at its field', async () => {
  const refusedAt = async (
    field: string,
    change: object,
    [status, code] = [422, 'invalid_content'] as [number, string],
  ) => assertRefused(await asha.post(INBOX, { ...asWritten, ...change }), status, code, field)
  await refusedAt('button_id', { reply_to_message_id: list.id, button_id: 'size-xl' })
  await refusedAt('reply_to_message_id', { button_id: 'size-s' })
  await refusedAt('reply_to_message_id', { reply_to_message_id: asked.id, button_id: 'size-s' })
  await refusedAt('text', { reply_to_message_id: list.id, button_id: 'size-s', text: 'Small' })
  await refusedAt('reply_to_message_id', { channel: 'sms', reply_to_message_id: list.id, text: 'Small' })
  await refusedAt('button_id', { channel: 'sms', button_id: 'size-s' })
  const other = { from: '+919876543299', reply_to_message_id: list.id, text: 'Mine?' }
  await refusedAt('reply_to_message_id', other, [404, 'not_found'])
  const banyan = person(samvad, await samvad.newCompany('Banyan Books'))
  assertRefused(
    await banyan.post(INBOX, { ...asWritten, reply_to_message_id: list.id, text: 'Mine?' }),
    404,
    'not_found',
    'reply_to_message_id',
  )
})

test('spec 7.74, 16.26: with the message goes its list, also from the phone', async () => {
  assert.equal((await asha.delete(`/v1/messages/${list.id}`)).status, 204)
  assert.equal(
    (await entries()).some((one: any) => one.message_id === list.id),
    false,
  )
  const kept = await samvad.rows("select from messages where interactive->>'type' = 'list'")
  const onPhone = await samvad.rows("select from sandbox_messages where interactive->>'type' = 'list'")
  assert.deepEqual([kept, onPhone], [[], []])
})
