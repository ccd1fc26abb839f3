// Buttons and list rows that contacts choose in the app, as Meta's webhooks report them, and the messages that offered
// them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCloudStory } from '../../../../test/cloud-api/story.ts'
import { written } from '../../../../test/cloud-api/webhooks.ts'
import { delivered, until } from '../../../../test/mail-story.ts'

const { api, samvad, asha, say, contactsBy, messagesIn } = await startCloudStory()
const from = '919876543210'
let count = 0
/** The contact presses a button; `context` names the message that has it. */
const pressed = (type: string, part: object, id: string, name = `wamid.in.${count++}`, at = new Date()) =>
  written({ id: name, at, from, type, part, more: { context: { from: '919876500000', id } } })

await say(written({ id: 'wamid.first', at: new Date(), from }))
const [ravi] = await contactsBy({ phone_number: `+${from}` })
const { conversation_id } = ravi
const newest = async () => (await messagesIn(conversation_id))[0]

test('spec 7.70, 7.72, 7.73: a list is sent with a quote, and the row that is chosen comes back with its id', async () => {
  const [first] = await messagesIn(conversation_id)
  const interactive = { type: 'list', button: 'Choose', sections: [{ rows: [{ id: 'size-s', title: 'Small' }] }] }
  const sent = { conversation_id, channel: 'app', text: 'Which size?', interactive, reply_to_message_id: first.id }
  const message = await asha.make('/v1/messages', sent)
  const { provider_id } = await delivered(samvad, message, 'sent')
  const { body } = api.accepted.at(-1) as (typeof api.accepted)[number]
  assert.deepEqual(
    [body.type, body.context, body.interactive.action],
    [
      'interactive',
      { message_id: 'wamid.first' },
      { button: 'Choose', sections: [{ rows: [{ id: 'size-s', title: 'Small' }] }] },
    ],
  )
  const list_reply = { id: 'size-s', title: 'Small', description: 'Up to 34' }
  const chosen = pressed('interactive', { type: 'list_reply', list_reply }, provider_id as string)
  await say(chosen)
  const answer = await newest()
  assert.deepEqual(answer.button_reply, { type: 'list', ...list_reply })
  assert.deepEqual(answer.in_reply_to, { message_id: message.id, state: 'available' })
  assert.equal(answer.text, 'Small\nUp to 34')
  await say(chosen)
  assert.equal((await newest()).id, answer.id, 'brought again it is not stored again')
})

test('spec 7.73: a quick reply of a template, and a button of a message that was never stored here, are stored all the same', async () => {
  await say(pressed('button', { payload: 'confirm-17', text: 'Yes please' }, 'wamid.from-the-phone'))
  const answer = await newest()
  const quick = { type: 'template_button', id: 'confirm-17', title: 'Yes please', description: null }
  assert.deepEqual([answer.text, answer.button_reply], ['Yes please', quick])
  assert.deepEqual(answer.in_reply_to, { message_id: null, state: 'unknown' })
  await say(pressed('interactive', { type: 'button_reply', button_reply: { id: 'no', title: 'No' } }, 'wamid.other'))
  const button = { type: 'button', id: 'no', title: 'No', description: null }
  assert.deepEqual((await newest()).button_reply, button)
})

test('spec 7.73: a form, and a button without words, are shown as they can be', async () => {
  const nfm_reply = { name: 'flow', body: 'Sent', response_json: '{"size":"S"}' }
  await say(pressed('interactive', { type: 'nfm_reply', nfm_reply }, 'wamid.other'))
  const form = await newest()
  assert.deepEqual([form.text, form.button_reply], ['Sent\n{"size":"S"}', null])
  await say(pressed('button', { payload: 'only-a-payload' }, 'wamid.other'))
  const bare = await newest()
  assert.deepEqual([bare.text, bare.button_reply.title], ['only-a-payload', 'only-a-payload'])
})

test('spec 7.73, 8.9: what is pressed opens the session', async () => {
  const day = new Date(Date.now() - 25 * 3_600_000)
  await samvad.rows('update contacts set last_inbound_at = $1', [day])
  const text = { conversation_id, channel: 'app', text: 'Thank you' }
  assert.equal((await asha.make('/v1/messages/estimate', text)).unreachable[0].reason, 'session_window_closed')
  await say(pressed('button', { payload: 'yes', text: 'Yes' }, 'wamid.other'))
  const estimate = await asha.make('/v1/messages/estimate', text)
  assert.equal(estimate.deliveries[0].kind, 'app_session')
})

test('spec 7.73: STOP as the title of a row ends the messages, whatever its description says', async () => {
  const list_reply = { id: 'stop', title: 'STOP', description: 'No more offers' }
  await say(pressed('interactive', { type: 'list_reply', list_reply }, 'wamid.other'))
  assert.ok((await asha.get(`/v1/contacts/${ravi.id}`)).body.unsubscribed.app)
})

test('spec 7.72: a message to a group quotes for each member their own copy', async () => {
  await samvad.rows("update contacts set unsubscribed = '{}'")
  await say(written({ id: 'wamid.second', at: new Date(), from: '919876543299', name: 'Meera' }))
  const [meera] = await contactsBy({ phone_number: '+919876543299' })
  const group = await asha.make('/v1/groups', { name: 'Buyers', contacts: [ravi.id, meera.id] })
  const { id: ofGroup } = await asha.make('/v1/conversations', { group_id: group.id })
  const first = await asha.make('/v1/messages', { conversation_id: ofGroup, channel: 'app', text: 'New saris' })
  const sent = ({ id }: { id: string }) =>
    until(
      () => asha.get(`/v1/messages/${id}`),
      ({ body }) => body.status === 'sent',
    )
  await sent(first)
  const more = { conversation_id: ofGroup, channel: 'app', text: 'Today only', reply_to_message_id: first.id }
  await sent(await asha.make('/v1/messages', more))
  const [before, after] = ['New saris', 'Today only'].map(
    (text) => new Map(api.accepted.filter(({ body }) => body.text?.body === text).map((one) => [one.body.to, one])),
  )
  for (const to of [from, '919876543299'])
    assert.equal(after?.get(to)?.body.context.message_id, before?.get(to)?.id, to)
})
