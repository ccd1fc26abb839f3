// Which message a contact's message of the app answers, as who reads the conversation sees it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCloudStory } from '../../../../test/cloud-api/story.ts'
import { written } from '../../../../test/cloud-api/webhooks.ts'
import { delivered, deliveriesOf } from '../../../../test/mail-story.ts'
import { person } from '../../../../test/story.ts'

const { samvad, asha, say, contactsBy, messagesIn } = await startCloudStory()
const from = '919876543210'
let count = 0
/** The contact writes; `more` is what Meta adds to the message. */
async function writes(text: string, more: object = {}): Promise<string> {
  const id = `wamid.in.${count++}`
  await say(written({ id, at: new Date(), from, part: { body: text }, more }))
  return id
}
const answers = (id: string) => ({ context: { from: '919876500000', id } })

await writes('Two saris, please')
const [ravi] = await contactsBy({ phone_number: `+${from}` })
const conversation_id = ravi.conversation_id
const newest = async () => (await messagesIn(conversation_id))[0]

/** A message that left: its id here and at Meta. */
async function sent(text: string, who = asha, conversation = conversation_id) {
  const { body } = await who.post('/v1/messages', { conversation_id: conversation, channel: 'app', text })
  const { provider_id } = await delivered(samvad, body, 'sent')
  return { id: body.id as string, providerId: provider_id as string }
}

test('spec 7.170: an answer names the message that it answers, ours or their own, wherever it is read', async () => {
  const ours = await sent('Red or blue?')
  await writes('Red', answers(ours.providerId))
  const red = await newest()
  assert.deepEqual([red.text, red.in_reply_to], ['Red', { message_id: ours.id, state: 'available' }])
  assert.deepEqual((await asha.get(`/v1/messages/${red.id}`)).body.in_reply_to, red.in_reply_to)
  const { body } = await asha.get(`/v1/events?type=message.received&object_id=${red.id}`)
  assert.deepEqual(body.data[0].data.in_reply_to, red.in_reply_to)

  const theirs = await writes('And one in green')
  const green = await newest()
  await writes('No, that one in yellow', answers(theirs))
  assert.deepEqual((await newest()).in_reply_to, { message_id: green.id, state: 'available' })
  assert.equal(green.in_reply_to, null, 'what answers nothing says so')
})

test('spec 7.170: what was answered and is deleted, or was never stored here, is said to be so', async () => {
  const ours = await sent('Shall I pack them?')
  await writes('Yes', answers(ours.providerId))
  assert.equal((await asha.delete(`/v1/messages/${ours.id}`)).status, 204)
  assert.deepEqual((await newest()).in_reply_to, { message_id: null, state: 'deleted' })
  await writes('About the mirror', answers('wamid.from-the-phone'))
  assert.deepEqual((await newest()).in_reply_to, { message_id: null, state: 'unknown' })
})

test('spec 7.170: an answer to a message whose name at Meta we learn later finds it then', async () => {
  const ours = await sent('One more thing')
  const [delivery] = await deliveriesOf(samvad, { id: ours.id })
  const named = (name: string | null) =>
    samvad.rows('update deliveries set provider_id = $2 where id = $1', [delivery?.id, name])
  await named(null)
  await writes('Which?', answers(ours.providerId))
  assert.equal((await newest()).in_reply_to.state, 'unknown')
  await named(ours.providerId)
  assert.deepEqual((await newest()).in_reply_to, { message_id: ours.id, state: 'available' })
})

test('spec 7.170, 5.34: an answer goes to the conversation of what it answers, also where another one was active later', async () => {
  const colleague = person(samvad, await samvad.newMember(samvad.company.organizationId, 'owner'))
  const ours = await sent('It is on its way')
  const other = await colleague.make('/v1/conversations', { contact_id: ravi.id })
  await sent('Your bill', colleague, other.id)
  await writes('Where is it now?', answers(ours.providerId))
  assert.equal((await newest()).text, 'Where is it now?')
  await writes('Thanks', {})
  assert.equal((await newest()).text, 'Thanks', 'what answers nothing goes to the one that was active last')
})

test('spec 7.170: a forwarded message and a question about a product say what they are', async () => {
  await writes('Look at this', { context: { forwarded: true } })
  assert.equal((await newest()).forwarded, 'once')
  await writes('Good morning', { context: { forwarded: true, frequently_forwarded: true } })
  assert.equal((await newest()).forwarded, 'often')
  const referred_product = { catalog_id: '194836987003835', product_retailer_id: 'SARI-7' }
  await writes('Is it there in green?', { context: { from: '919876500000', id: 'wamid.catalog', referred_product } })
  const { product, forwarded } = await newest()
  assert.deepEqual([product, forwarded], [referred_product, null])
})
