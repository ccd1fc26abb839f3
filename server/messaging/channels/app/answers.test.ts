// Which message a contact's app message replies to, as users reading the conversation see it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportContact } from '#privacy/export.ts'
import { startCloudStory } from '../../../../test/cloud-api/story.ts'
import { written } from '../../../../test/cloud-api/webhooks.ts'
import { uuidOf } from '../../../../test/harness.ts'
import { delivered, deliveriesOf, until } from '../../../../test/mail-story.ts'
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

/** A message that was sent: its id here and at Meta. */
async function sent(text: string, who = asha, conversation = conversation_id) {
  const { body } = await who.post('/v1/messages', { conversation_id: conversation, channel: 'app', text })
  const { provider_id } = await delivered(samvad, body, 'sent')
  return { id: body.id as string, providerId: provider_id as string }
}

/** The message as in its event, once the event is listed. */
async function received(id: string) {
  const { body } = await until(
    () => asha.get(`/v1/events?type=message.received&object_id=${id}`),
    (answer) => answer.body.data.length > 0,
  )
  return body.data[0].data
}

test('spec 7.170: an answer names the message that it answers, ours or their own, wherever it is read', async () => {
  const ours = await sent('Red or blue?')
  await writes('Red', answers(ours.providerId))
  const red = await newest()
  assert.deepEqual([red.text, red.in_reply_to], ['Red', { message_id: ours.id, state: 'available' }])
  assert.deepEqual((await asha.get(`/v1/messages/${red.id}`)).body.in_reply_to, red.in_reply_to)
  assert.deepEqual((await received(red.id)).in_reply_to, red.in_reply_to)

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

test('spec 7.171: the ad that led to a message is shown with it, told in its event, exported and erased with it', async () => {
  const referral = {
    source_type: 'ad',
    source_id: '120226305854810726',
    source_url: 'https://fb.me/3cr4Wqqkv',
    headline: 'Saris from Pune',
    body: 'Two for one',
    media_type: 'image',
    image_url: 'https://ad.example/1.jpg',
    ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e',
  }
  const shown = { ...referral, video_url: null, thumbnail_url: null, welcome_message: null }
  await writes('Is it still on?', { referral })
  const message = await newest()
  assert.deepEqual(message.referral, shown)
  assert.deepEqual((await received(message.id)).referral, shown)

  const scope = { organizationId: samvad.company.organizationId, at: new Date() }
  const contactId = uuidOf('contact', ravi.id)
  const exported = await samvad.app.database.transaction((tx) => exportContact(tx, scope, contactId))
  const inExport = exported.messages.find((one: any) => one.id === message.id) as any
  assert.deepEqual(inExport.referral, shown)
  assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
  const kept = await samvad.rows("select from messages where provider_details->'referral' is not null")
  assert.deepEqual(kept, [])
})

test('spec 7.172: an order has its products with prices and currency, as data and in words', async () => {
  const items = [
    { product_retailer_id: 'S-1', quantity: 2, item_price: 249.9, currency: 'INR' },
    { product_retailer_id: 'S-2', quantity: 1, item_price: 1180, currency: 'INR' },
  ]
  const order = { catalog_id: '194836987003835', text: 'By Friday, please', product_items: items }
  await say(written({ id: `wamid.in.${count++}`, at: new Date(), from, type: 'order', part: order }))
  const message = await newest()
  assert.deepEqual(message.order, {
    catalog_id: '194836987003835',
    items: [
      { product_retailer_id: 'S-1', quantity: 2, price: '249.90', currency: 'INR' },
      { product_retailer_id: 'S-2', quantity: 1, price: '1180.00', currency: 'INR' },
    ],
  })
  assert.equal(message.text, 'By Friday, please\n2 × S-1 · INR 249.90\n1 × S-2 · INR 1180.00\nTotal: INR 1679.80')
})
