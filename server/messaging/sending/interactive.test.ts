// Buttons, lists and quotes in every kind of request: refused with the field before a charge, stored and shown as
// requested.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upload } from '../../../test/attachments.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { foundBy, indexAll } from '../../../test/search.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)

const asked = await asha.make('/v1/sandbox/messages', { channel: 'app', from: '+919876543210', text: 'Which sizes?' })
const conversation_id = asked.conversation_id
const contactId = (await asha.get('/v1/contacts?limit=1')).body.data[0].id
await asha.put(`/v1/contacts/${contactId}`, { email: 'ravi@shop.example' })
const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance

const interactive = {
  type: 'list',
  footer: 'All in stock',
  button: 'Choose',
  sections: [{ rows: [{ id: 's', title: 'Small', description: 'Up to marigold' }, { title: 'Large' }] }],
}
const shown = {
  type: 'list',
  header: null,
  footer: 'All in stock',
  button: 'Choose',
  sections: [
    {
      title: null,
      rows: [
        { id: 's', title: 'Small', description: 'Up to marigold' },
        { id: 'Large', title: 'Large', description: null },
      ],
    },
  ],
}
const draft = { conversation_id, channel: 'app', text: 'Choose a size', interactive }

test('spec 7.70: it is a session message, shown as it was completed wherever it is read and told', async () => {
  const estimate = await asha.make('/v1/messages/estimate', draft)
  assert.deepEqual(
    estimate.deliveries.map(({ kind, price }: any) => [kind, price]),
    [['app_session', estimate.total]],
  )
  const message = await asha.make('/v1/messages', { ...draft, reply_to_message_id: asked.id })
  assert.deepEqual([message.interactive, message.price, message.button_reply], [shown, estimate.total, null])
  assert.deepEqual(message.in_reply_to, { message_id: asked.id, state: 'available' })
  const one = (await asha.get(`/v1/messages/${message.id}`)).body
  const [newest] = (await asha.get(`/v1/messages?conversation_id=${conversation_id}`)).body.data
  for (const read of [one, newest]) {
    assert.deepEqual(read.interactive, shown)
    assert.deepEqual(read.in_reply_to, { message_id: asked.id, state: 'available' })
  }
  await indexAll(samvad.app)
  assert.deepEqual(await foundBy(asha, 'messages', 'marigold'), [message.id])
  assert.deepEqual(await foundBy(asha, 'messages', 'stock'), [message.id])
})

test('spec 7.74: what is queued keeps its list when its text is edited, and needs a text', async () => {
  const send_at = new Date(samvad.app.clock().getTime() + 3_600_000).toISOString()
  const message = await asha.make('/v1/messages', { ...draft, send_at })
  const { body } = await asha.put(`/v1/messages/${message.id}`, { text: 'Which one?' })
  assert.deepEqual([body.text, body.interactive], ['Which one?', shown])
  assertRefused(await asha.put(`/v1/messages/${message.id}`, { text: null }), 422, 'invalid_content', 'text')
  const long = await asha.put(`/v1/messages/${message.id}`, { text: 'a'.repeat(1025) })
  assertRefused(long, 422, 'invalid_content', 'text')
})

test('spec 7.71: what Meta would refuse is refused at its field before a charge, however it is sent', async () => {
  const before = await balance()
  const refusedAt = async (field: string, change: object) => {
    const body = { ...draft, ...change }
    assertRefused(await asha.post('/v1/messages', body), 422, 'invalid_content', field)
    assertRefused(await asha.post('/v1/messages/estimate', body), 422, 'invalid_content', field)
    const batch = await asha.post('/v1/messages/batch', { messages: [body] })
    assert.deepEqual(
      [batch.status, batch.body.data[0].status, batch.body.data[0].error.errors.map((one: any) => one.field)],
      [200, 422, [field]],
    )
  }
  const buttons = (...titles: string[]) => ({ type: 'buttons', buttons: titles.map((title) => ({ title })) })
  await refusedAt('text', { text: null })
  await refusedAt('interactive.type', { interactive: { type: 'carousel' } })
  await refusedAt('interactive.buttons', { interactive: buttons('1', '2', '3', '4') })
  await refusedAt('interactive.buttons[0].title', { interactive: buttons('x'.repeat(21)) })
  await refusedAt('interactive.buttons[1].title', { interactive: buttons('Yes', 'Yes') })
  await refusedAt('interactive.sections', { interactive: { type: 'list', button: 'Choose' } })
  await refusedAt('interactive.sections[0].rows[0].colour', {
    interactive: { ...interactive, sections: [{ rows: [{ title: 'Small', colour: 'red' }] }] },
  })
  await refusedAt('interactive', { channel: 'email' })
  const template_id = asked.id.replace('msg_', 'tmpl_')
  await refusedAt('interactive', { text: null, template_id })
  const { body: file } = await upload(samvad)
  await refusedAt('attachments', { attachments: [file.id] })
  await refusedAt('interactive.header', {
    interactive: { ...buttons('Yes'), header: 'Order' },
    attachments: [file.id],
  })
  assert.equal(await balance(), before)
  const withHeader = { ...draft, interactive: buttons('Yes'), attachments: [file.id] }
  assert.equal((await asha.make('/v1/messages', withHeader)).interactive.header, null)
})

test('spec 7.70, 8.9: outside the session it is refused as every session message', async () => {
  const stranger = await asha.make('/v1/contacts', { phone_number: '+919876543211' })
  const conversation = await asha.make('/v1/conversations', { contact_id: stranger.id })
  const outside = { ...draft, conversation_id: conversation.id }
  assertRefused(await asha.post('/v1/messages', outside), 422, 'session_window_closed')
})

test('spec 7.72: what cannot be quoted is refused at the field, by its own code', async () => {
  const text = { conversation_id, channel: 'app', text: 'That one' }
  const refusedWith = async (code: string, change: object) => {
    const answer = await asha.post('/v1/messages', { ...text, ...change })
    assertRefused(answer, 422, 'invalid_content', 'reply_to_message_id')
    assert.equal(answer.body.errors[0].code, code)
  }
  const unsent = await asha.make('/v1/messages', text)
  await refusedWith('quoted_not_sent', { reply_to_message_id: unsent.id })
  const mail = await asha.make('/v1/messages', { conversation_id, channel: 'email', subject: 'Hello', text: 'Hello' })
  await refusedWith('quoted_on_other_channel', { reply_to_message_id: mail.id })
  await refusedWith('not_on_channel', { channel: 'email', subject: 'Hello', reply_to_message_id: asked.id })
  const template_id = asked.id.replace('msg_', 'tmpl_')
  await refusedWith('not_allowed_with', { text: null, template_id, reply_to_message_id: asked.id })
  const other = await asha.make('/v1/sandbox/messages', { channel: 'app', from: '+919876543212', text: 'Hello' })
  await refusedWith('not_in_conversation', { reply_to_message_id: other.id })
  const banyan = person(samvad, await samvad.newCompany('Banyan Books'))
  const theirs = await banyan.make('/v1/sandbox/messages', { channel: 'app', from: '+919876543210', text: 'Hello' })
  await refusedWith('not_in_conversation', { reply_to_message_id: theirs.id })
  assert.equal((await asha.delete(`/v1/messages/${asked.id}`)).status, 204)
  await refusedWith('not_in_conversation', { reply_to_message_id: asked.id })
})
