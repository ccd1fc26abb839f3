// Messages written at a device arrive by their channel's protocol: spec 16.7, 16.50.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDF, PNG, upload } from '../../test/attachments.ts'
import { fund, startSamvad } from '../../test/harness.ts'
import { assertRefused, person } from '../../test/story.ts'
import { unpack } from '../messaging/channels/email/receiver/kept-mail.ts'
import { readKept } from '../messaging/channels/sms/smpp/kept.ts'
import { readMessage } from '../messaging/channels/sms/smpp/pdu.ts'
import { fileOf, mediaIdOf } from './rules.ts'

const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
await fund(samvad, company.organizationId, 100n)
samvad.startWorker()

const INBOX = '/v1/sandbox/messages'
const PHONE = '+919876543210'

// Processed inbound events keep only their fingerprint, so a trigger records their content for the test.
await samvad.rows('create schema probe; create table probe.came (source text, body bytea)')
await samvad.rows(`
  create function probe.note_came() returns trigger language plpgsql as $$
  begin insert into probe.came values (new.source, new.body); return new; end $$`)
await samvad.rows('create trigger came before insert on arrivals for each row execute function probe.note_came()')
async function cameBy(source: string): Promise<Buffer[]> {
  const rows = await samvad.rows<{ body: Buffer }>('delete from probe.came where source = $1 returning body', [source])
  return rows.map(({ body }) => body)
}
const messages = async () => Number((await samvad.rows('select count(*) from messages'))[0]?.count)

test('spec 16.50: a mail comes by SMTP, to the receiver that takes every mail', async () => {
  const text = 'Where is it?\r\n\r\n--  \nEin Stück, ठीक है 🙏'
  const mail = { channel: 'email', from: 'Ravi@Shop.example', subject: 'Meine Bestellung 🙏', text }
  const { status, body, text: said } = await asha.post(INBOX, mail)
  assert.equal(status, 201, said)
  assert.deepEqual([body.subject, body.text.replaceAll('\r', '').trim()], [mail.subject, text.replaceAll('\r', '')])
  assert.deepEqual([body.authenticated, body.automatic, body.html], [true, false, null])
  const [came, ...others] = await cameBy('mail')
  assert.equal(others.length, 0)
  const { envelope, raw } = unpack(came as Buffer)
  assert.equal(envelope.from.toLowerCase(), 'ravi@shop.example')
  assert.equal(envelope.client?.address, '127.0.0.1')
  assert.match(raw.toString(), /^From: .*ravi@shop\.example/im)
  assert.match(raw.toString(), /^Message-ID: <[0-9a-f]{32}@sandbox\.invalid>\r$/im)
})

test('spec 16.50: an SMS comes by deliver_sm, a long one part by part', async () => {
  const text = 'ठीक है 🙏 '.repeat(40).trim()
  for (const [written, parts] of [
    ['Yes {please} €', 1],
    ['Please '.repeat(50).trim(), 3],
    [text, 6],
  ] as const) {
    const sms = await asha.make(INBOX, { channel: 'sms', from: '+91 98765 43210', text: written })
    assert.equal(sms.text, written)
    const came = (await cameBy('smpp')).map((body) => readKept(body))
    assert.equal(came.length, parts)
    for (const kept of came) {
      assert.ok(kept.kind === 'pdu')
      assert.equal(readMessage(kept).source.address, PHONE.slice(1))
    }
  }
  const endless = { channel: 'sms', from: PHONE, text: 'ठ'.repeat(67 * 255 + 1) }
  assertRefused(await asha.post(INBOX, endless), 422, 'invalid_content', 'text')
  assert.deepEqual(await cameBy('smpp'), [])
})

test('spec 16.50: two that write the same long SMS at once are two messages, each whole', async () => {
  const text = 'Please '.repeat(60).trim()
  const sms = (from: string) => asha.make(INBOX, { channel: 'sms', from, text })
  const both = await Promise.all([sms(PHONE), sms('+919876543211'), sms('+919876543212')])
  assert.deepEqual(new Set(both.map((one) => one.text)), new Set([text]))
  assert.equal(new Set(both.map(({ id }) => id)).size, 3)
})

test('spec 16.50: of the app comes a signed webhook, and the provider hands out its media; no other organization gets them', async () => {
  const written = await asha.make(INBOX, { channel: 'app', from: PHONE, text: 'Hello' })
  const byId = await asha.make(INBOX, { channel: 'app', from: 'IN.13491208655302741918', text: 'Hello' })
  assert.notEqual(byId.sender, written.sender)
  const [first] = await cameBy('cloud_api')
  const { changes } = JSON.parse(String(first)).entry[0]
  assert.deepEqual(changes[0].value.messages[0].text, { body: 'Hello' })

  const file = (await upload(samvad, { bytes: PDF, filename: 'बिल.pdf' })).body
  const shot = await asha.make(INBOX, { channel: 'app', from: PHONE, text: 'My bill', attachments: [file.id] })
  assert.equal(shot.text, 'My bill')
  assert.deepEqual(
    shot.attachments.map(({ filename, content_type, size }: any) => [filename, content_type, size]),
    [['बिल.pdf', 'application/pdf', PDF.length]],
  )
  assert.deepEqual(Buffer.from(await (await fetch(shot.attachments[0].url)).arrayBuffer()), PDF)
  assertRefused(await asha.get(`/v1/attachments/${file.id}`), 404, 'not_found')
})

test('spec 3.14, 16.50: the same key is one message, also when the answer to the first was lost, or both came at once', async () => {
  for (const given of [
    { channel: 'email', from: 'ravi@shop.example', text: 'Once' },
    { channel: 'sms', from: PHONE, text: 'Once '.repeat(60).trim() },
    { channel: 'app', from: PHONE, text: 'Once' },
  ]) {
    const before = await messages()
    const headers = { 'idempotency-key': `device ${given.channel}` }
    const write = (json: object = given) => samvad.request('POST', INBOX, { json, headers })
    const answers = await Promise.all([write(), write(), write()])
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201], answers.map(({ text }) => text).join())
    await samvad.rows("delete from idempotency_keys where key like 'device %'")
    answers.push(await write(), await write())
    assert.deepEqual([...new Set(answers.map(({ body }) => body.id))], [answers[0]?.body.id])
    assert.equal(answers.at(-1)?.headers.get('idempotency-replayed'), 'true')
    assert.equal(await messages(), before + 1, given.channel)
    assertRefused(await write({ ...given, text: 'Twice' }), 422, 'idempotency_key_reused')
  }
})

test('spec 16.50: the same text written twice is two messages, in their order', async () => {
  for (const channel of ['email', 'sms', 'app']) {
    const from = channel === 'email' ? 'lata@shop.example' : '+919876543299'
    const [one, two] = [
      await asha.make(INBOX, { channel, from, text: 'Yes' }),
      await asha.make(INBOX, { channel, from, text: 'Yes' }),
    ]
    assert.ok(one.id < two.id, channel)
  }
})

test('spec 16.50: a file whose message could not be brought may be attached to another', async () => {
  const file = (await upload(samvad, { bytes: PNG })).body.id
  const shot = { channel: 'app', from: PHONE, attachments: [file] }
  const { internalUrl } = samvad.app.settings
  samvad.app.settings.internalUrl = 'http://127.0.0.1:9'
  assertRefused(await asha.post(INBOX, shot), 503, 'temporarily_unavailable')
  samvad.app.settings.internalUrl = internalUrl
  assert.equal((await asha.make(INBOX, shot)).attachments.length, 1)
})

test('a medium is named by a number, and a number that is none names nothing', () => {
  for (const id of ['0199c0de-0000-7000-8000-0000000000ff', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as never[])
    assert.equal(fileOf(mediaIdOf(id)), id)
  for (const wrong of ['', '-1', '1e3', `${2n ** 128n}`, '9'.repeat(40)]) assert.equal(fileOf(wrong), null)
})
