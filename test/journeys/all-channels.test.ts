// The three channels both ways on a fresh machine, with the sandbox's providers only: a group on each channel, STOP and
// START, a photo sent and received.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PNG, upload } from '../attachments.ts'
import { fund, startSamvad, uuidOf } from '../harness.ts'
import { delivered, until } from '../mail-story.ts'
import { person } from '../story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
samvad.startWorker()

const INBOX = '/v1/sandbox/messages'
const balance = async () => Number((await asha.get('/api/v1/billing/balance')).body.balance)
const conversationWith = async (of: object) => (await asha.make('/v1/conversations', of)).id

test('spec 7.4, 7.8: one group by mail, by app and by SMS is three messages, a charge for each who is reached, and names who is not', async () => {
  const contact = async (fields: object) => (await asha.make('/v1/contacts', fields)).id as string
  const ravi = await contact({ email: 'ravi@group.example', phone_number: '+919876543210' })
  const nila = await contact({ email: 'nila@group.example' })
  const kiran = await contact({ phone_number: '+919876543211' })
  const group = await asha.make('/v1/groups', { name: 'Customers', contacts: [ravi, nila, kiran] })
  // On the app only one of them has an open session.
  await asha.make(INBOX, { channel: 'app', from: '+919876543210', text: 'Hello?' })
  const conversation_id = await conversationWith({ group_id: group.id })
  const expected = {
    email: { reached: [ravi, nila], unreachable: { [kiran]: 'no_address' } },
    sms: { reached: [ravi, kiran], unreachable: { [nila]: 'no_address' } },
    app: { reached: [ravi], unreachable: { [nila]: 'no_address', [kiran]: 'session_window_closed' } },
  }
  for (const [channel, { reached, unreachable }] of Object.entries(expected)) {
    const before = await balance()
    const message = await asha.make('/v1/messages', { conversation_id, channel, text: 'We open at nine.' })
    const named = message.unreachable.map(({ contact_id, reason }: Record<string, string>) => [contact_id, reason])
    assert.deepEqual(Object.keys(Object.fromEntries(named)).sort(), Object.keys(unreachable).sort())
    assert.ok(
      named.every(([, reason]: [string, string]) => reason !== ''),
      JSON.stringify(named),
    )
    const rows = await until(
      () =>
        samvad.rows<{ contact_id: string; status: string; price: string }>(
          'select contact_id, status, price_micros::text as price from deliveries where message_id = $1',
          [uuidOf('msg', message.id)],
        ),
      (all) => all.every(({ status }) => ['sent', 'delivered', 'read'].includes(status)),
    )
    assert.deepEqual(rows.map((row) => row.contact_id).sort(), reached.map((id) => uuidOf('contact', id)).sort())
    const charged = rows.reduce((sum, { price }) => sum + Number(price), 0) / 1_000_000
    assert.equal((before - (await balance())).toFixed(2), charged.toFixed(2))
    assert.ok(charged > 0)
  }
  const messages = (await asha.get(`/v1/messages?conversation_id=${conversation_id}`)).body.data
  assert.deepEqual(messages.map(({ channel }: { channel: string }) => channel).sort(), ['app', 'email', 'sms'])
})

test('spec 6.22: STOP is refused before it costs anything, and START lets the next one through', async () => {
  const contact = await asha.make('/v1/contacts', { phone_number: '+919876543220' })
  const conversation_id = await conversationWith({ contact_id: contact.id })
  const draft = { conversation_id, channel: 'sms', text: 'Ready' }
  await asha.make(INBOX, { channel: 'sms', from: '+919876543220', text: 'STOP' })
  const before = await balance()
  const refused = await asha.post('/v1/messages', draft)
  assert.deepEqual([refused.status, refused.body.code], [422, 'recipient_unsubscribed'], refused.text)
  assert.equal(await balance(), before)
  await asha.make(INBOX, { channel: 'sms', from: '+919876543220', text: 'START' })
  await delivered(samvad, await asha.make('/v1/messages', draft), 'delivered')
  assert.ok((await balance()) < before)
})

test('spec 7.32, 7.63, 16.42: a photo goes by app and by mail, and one comes back on each', async () => {
  const [from, phone] = ['photo@shop.example', '+919876543230']
  const contact = await asha.make('/v1/contacts', { email: from, phone_number: phone })
  const conversation_id = await conversationWith({ contact_id: contact.id })
  await asha.make(INBOX, { channel: 'app', from: phone, text: 'What does it look like?' })
  for (const [channel, address, status] of [
    ['app', phone, 'read'],
    ['email', from, 'sent'],
  ] as const) {
    const attachments = [(await upload(samvad)).body.id]
    const sent = await asha.make('/v1/messages', { conversation_id, channel, text: 'Like this', attachments })
    await delivered(samvad, sent, status)
    const [arrived] = (await asha.get(`${INBOX}?channel=${channel}&address=${encodeURIComponent(address)}`)).body.data
    assert.match(arrived.raw, channel === 'app' ? /"type":"image"/ : /Content-Type: image\/png/)
    const back = [(await upload(samvad)).body.id]
    const answered = await asha.make(INBOX, { channel, from: address, text: 'And like that', attachments: back })
    assert.equal(answered.conversation_id, conversation_id)
    const [file] = answered.attachments
    assert.deepEqual([file.filename, file.content_type], ['photo.png', 'image/png'])
    assert.deepEqual(Buffer.from(await (await fetch(file.url)).arrayBuffer()), PNG)
  }
})
