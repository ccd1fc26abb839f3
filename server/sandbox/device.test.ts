// A person's phone and mailbox in the API: spec 16.23.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDF, PNG, upload } from '../../test/attachments.ts'
import { fund, startSamvad } from '../../test/harness.ts'
import { correspond, delivered, write } from '../../test/mail-story.ts'
import { assertRefused, person } from '../../test/story.ts'

const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
const { token: banyanToken } = await samvad.newCompany('Banyan Books')
const banyan = person(samvad, { token: banyanToken })
await fund(samvad, company.organizationId, 100n)
samvad.startWorker()

const DEVICE = '/v1/sandbox/device'
const INBOX = '/v1/sandbox/messages'
const ravi = await correspond(asha, 'ravi@shop.example', 'Ravi')
await asha.put(`/v1/contacts/${ravi.contactId}`, { phone_number: '+919876543210' })
const html = '<p>Hello</p>'
await delivered(samvad, await write(asha, ravi, { subject: 'Your order', html }), 'sent')
const answer = await asha.make(INBOX, { channel: 'email', from: 'ravi@shop.example', text: 'Thank you' })
await asha.make(INBOX, { channel: 'sms', from: '+919876543210', text: 'Where is it?' })

const told = (entries: any[]) => entries.map(({ side, channel, text }) => [side, channel, text?.trim()])

test('spec 16.23: by any of the addresses, what arrived and what was written, in its order, and what became of it', async () => {
  const { body } = await asha.get(`${DEVICE}?phone_number=%2B919876543210`)
  assert.equal(body.display_name, 'Ravi')
  assert.equal(body.email, 'ravi@shop.example')
  assert.deepEqual(
    body.channels,
    ['email', 'app', 'sms'].filter((one) => body.channels.includes(one)),
  )
  assert.deepEqual(told(body.entries), [
    ['received', 'email', 'Hello'],
    ['written', 'email', 'Thank you'],
    ['written', 'sms', 'Where is it?'],
  ])
  const [mail, thanks] = body.entries
  assert.deepEqual([mail.status, mail.has_html, mail.subject], ['sent', true, 'Your order'])
  assert.deepEqual([thanks.id, thanks.status, thanks.delivery_id], [answer.id, null, null])
  assert.equal('raw' in mail || 'html' in mail, false)
  assert.equal((await asha.get(`${INBOX}/${mail.id}`)).body.html.trim(), html)

  await asha.post('/v1/sandbox/receipts', { delivery_id: mail.delivery_id, status: 'delivered' })
  const again = (await asha.get(`${DEVICE}?email=RAVI@shop.example`)).body
  assert.equal(again.entries[0].status, 'delivered')
  assert.equal(again.entries.length, 3)
})

test('spec 1.1, 5.15, 16.23: nobody sees what another organization, or a colleague in a conversation of theirs, was sent', async () => {
  assert.deepEqual((await banyan.get(`${DEVICE}?email=ravi@shop.example`)).body.entries, [])
  assert.equal((await banyan.get(`${DEVICE}?email=ravi@shop.example`)).body.display_name, null)
  const fellow = person(samvad, await samvad.newMember(company.organizationId, 'agent'))
  const { body } = await fellow.get(`${DEVICE}?email=ravi@shop.example`)
  assert.deepEqual([body.display_name, body.entries], ['Ravi', []])
})

test('spec 1.5, 16.23: whose address it is takes contacts.view, and what they wrote messages.view', async () => {
  const withPermissions = async (permissions: string[]) => {
    const { access_token } = await asha.make('/v1/tokens', { name: permissions.join(), permissions })
    return (await samvad.request('GET', `${DEVICE}?email=ravi@shop.example`, { token: access_token })).body
  }
  const narrow = await withPermissions(['sandbox.use'])
  assert.deepEqual([narrow.display_name, narrow.contact_id, narrow.phone_number], [null, null, null])
  const knowing = await withPermissions(['sandbox.use', 'contacts.view', 'conversations.view_all'])
  assert.deepEqual(told(knowing.entries), [['received', 'email', 'Hello']])
})

test('spec 16.42: what arrived and what the contact writes shows its files; a contact attaches what was uploaded before, once', async () => {
  const photo = await upload(samvad)
  const sent = await write(asha, ravi, { subject: 'A photo', text: 'Look', attachments: [photo.body.id] })
  await delivered(samvad, sent, 'sent')
  const [pdf, picture] = [await upload(samvad, { bytes: PDF, filename: 'bill.pdf' }), await upload(samvad)]
  const back = { channel: 'email', from: 'ravi@shop.example', attachments: [pdf.body.id, picture.body.id] }
  const answered = await asha.post(INBOX, back)
  assert.equal(answered.status, 201, answered.text)
  assert.equal(answered.body.text, null)
  const names = (files: { filename: string }[]) => files.map(({ filename }) => filename)
  assert.deepEqual(names(answered.body.attachments), ['bill.pdf', 'photo.png'])
  const byApp = { channel: 'app', from: '+919876543210', text: 'From my phone' }
  const shot = await asha.make(INBOX, { ...byApp, attachments: [(await upload(samvad)).body.id] })
  const { entries } = (await asha.get(`${DEVICE}?email=ravi@shop.example`)).body
  const filesOf = (message: string) => entries.find((one: any) => one.message_id === message).attachments
  assert.deepEqual(names(filesOf(sent.id)), ['photo.png'])
  assert.deepEqual(names(filesOf(answered.body.id)), ['bill.pdf', 'photo.png'])
  const served = await fetch(filesOf(shot.id)[0].url)
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), PNG)
  assert.ok(entries.filter(({ attachments }: any) => attachments.length === 0).length >= 3)

  const fault = async (body: object, field: string) =>
    assertRefused(await asha.post(INBOX, body), 422, 'invalid_content', field)
  // The files were deleted after their message was received, which has its own.
  assertRefused(await asha.post(INBOX, back), 404, 'not_found', 'attachments[0]')
  await fault({ channel: 'email', from: 'ravi@shop.example' }, 'text')
  const theirs = (await upload(samvad, { token: banyanToken })).body.id
  assertRefused(await asha.post(INBOX, { ...byApp, attachments: [theirs] }), 404, 'not_found', 'attachments[0]')
  const own = (await upload(samvad)).body.id
  await fault({ ...byApp, channel: 'sms', attachments: [own] }, 'attachments')
  await fault({ ...byApp, attachments: [own, own] }, 'attachments[1]')
  await fault({ ...byApp, attachments: [own, (await upload(samvad)).body.id] }, 'attachments')
  const one = (asked: object) => asha.post(INBOX, { ...byApp, attachments: [own], ...asked })
  const both = await Promise.all([one({}), one({ text: 'Twice' })])
  assert.equal(both.filter(({ status }) => status === 201).length, 1, 'of one message alone')
})

test('spec 16.3, 16.23: without an address it is refused, and while the sandbox is off it is not there', async () => {
  assertRefused(await asha.get(DEVICE), 400, 'invalid_query')
  const off = await startSamvad({ SAMVAD_SANDBOX: 'off' })
  assertRefused(await person(off).get(`${DEVICE}?email=ravi@shop.example`), 404, 'not_found')
  assertRefused(await person(off).get(`${INBOX}/sbx_01jd3v9k7he2n8q4x5c6t7w8yz`), 404, 'not_found')
})

test('spec 16.23: what is deleted is gone from it', async () => {
  const meena = await correspond(asha, 'meena@shop.example')
  await delivered(samvad, await write(asha, meena), 'sent')
  await asha.make(INBOX, { channel: 'email', from: 'meena@shop.example', text: 'Yes' })
  const look = async () => (await asha.get(`${DEVICE}?email=meena@shop.example`)).body.entries.length
  assert.equal(await look(), 2)
  await asha.delete(`/v1/conversations/${meena.conversationId}`)
  assert.equal(await look(), 0)
})
