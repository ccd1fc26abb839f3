// Postmark's calls, and the size limits of all providers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PNG } from '../../../../../test/attachments.ts'
import { publicId } from '../../../../../test/harness.ts'
import { onlyLong } from '../../../../../test/long-stories.ts'
import { until } from '../../../../../test/mail-story.ts'
import * as amazonPeer from '../../../../../test/mail-webhooks/amazon.ts'
import * as mailgun from '../../../../../test/mail-webhooks/mailgun.ts'
import * as postmark from '../../../../../test/mail-webhooks/postmark.ts'
import { startCalled } from '../../../../../test/mail-webhooks/story.ts'
import { answer } from '../../../../../test/mails.ts'

const {
  asha,
  signer,
  byMailgun,
  bySes,
  byPostmark,
  bring,
  bringForm,
  bringSns,
  sent,
  suppressed,
  waitFor,
  arrivals,
  workedOff,
  messagesOf,
} = await startCalled()

test('spec 7.94: Postmark proves itself by the password in its address, and names a mail by what we had it carry', async () => {
  const url = await byPostmark()
  const ravi = await sent()
  const name = publicId('dlv', ravi.delivery.id)
  assert.deepEqual([ravi.mail.headers['x-pm-metadata-samvad'], ravi.mail.headers['x-pm-keepid']], [name, 'true'])
  const bare = new URL(url)
  assert.ok(bare.password.length > 20)
  bare.password = ''
  const before = await arrivals()
  assert.equal(await bring(bare.href, postmark.bounce(name, ravi.email)), 401)
  for (const authorization of ['Basic', 'Basic !!!', `Basic ${Buffer.from('samvad:x').toString('base64')}`, 'Bearer x'])
    assert.equal(await bring(bare.href, postmark.bounce(name, ravi.email), { authorization }), 401)
  assert.equal(await arrivals(), before)

  const said = postmark.delivered(name, ravi.email)
  for (let time = 0; time < 2; time++) assert.equal(await bring(url, said), 200)
  assert.equal(await arrivals(), before + 1)
  await waitFor(ravi.delivery, 'delivered')
  assert.equal(await bring(url, postmark.complaint(name, ravi.email)), 200)
  await until(
    () => suppressed(ravi.email),
    (all) => all.length === 1,
  )

  for (const [changes, status, reasons] of [
    [{}, 'undelivered', ['bounced']],
    [{ Details: '' }, 'undelivered', ['bounced']],
    [{ Details: 'smtp;550 5.7.1 not by our policy' }, 'undelivered', []],
    [{ Type: 'SpamNotification', Details: '' }, 'undelivered', []],
    [{ Type: 'Transient', Details: 'smtp;451 4.3.0' }, 'sent', []],
    [{ Type: 'AutoResponder', Details: '' }, 'sent', []],
    [{ Metadata: {} }, 'sent', []],
  ] as const) {
    const one = await sent()
    assert.equal(await bring(url, postmark.bounce(publicId('dlv', one.delivery.id), one.email, changes)), 200)
    await workedOff()
    await waitFor(one.delivery, status)
    assert.deepEqual(await suppressed(one.email), reasons, JSON.stringify(changes))
  }
})

test('spec 7.94: a mail that Postmark received is a message, as it is or in fields', async () => {
  const url = await byPostmark()
  const ravi = await sent()
  const FromFull = { Email: ravi.email, Name: 'Ravi' }
  const Attachments = [
    { Name: 'photo.png', Content: PNG.toString('base64'), ContentType: 'image/png', ContentID: 'photo@shop' },
  ]
  const HtmlBody = '<img src="cid:photo@shop">'
  assert.equal(await bring(url, postmark.inbound(ravi.replyTo, { FromFull, Attachments, HtmlBody })), 200)
  const RawEmail = answer({ from: ravi.email, id: '<raw-1@shop.example>', text: 'As it is' })
  assert.equal(await bring(url, postmark.inbound(ravi.replyTo, { FromFull, RawEmail })), 200)
  const all = await until(
    () => messagesOf(ravi),
    (found) => found.length === 2,
  )
  const texts = all.map((one: { text: string }) => one.text).toSorted()
  assert.deepEqual(texts, ['As it is', 'Is it ready?'])
  const [photo, ...none] = all.flatMap((one: { attachments: { id: string; message_id: string }[] }) => one.attachments)
  const { id } = all.find((one: { attachments: object[] }) => one.attachments.length > 0)
  const { body } = await asha.get(`/v1/messages/${id}?html=sanitised`)
  assert.deepEqual([none, body.html], [[], `<img data-attachment="${photo.id}" />`])
})

const raws = {
  async Mailgun(to: string, raw: string) {
    const fields = mailgun.forwarded({ recipient: to, 'body-mime': raw })
    return bringForm(`${await byMailgun()}/mime`, fields)
  },
  async SES(to: string, raw: string) {
    return bringSns(await bySes(), amazonPeer.snsMessage(amazonPeer.sesReceived(to, raw), signer))
  },
  async Postmark(to: string, RawEmail: string) {
    return bring(await byPostmark(), postmark.inbound(to, { RawEmail }))
  },
}
for (const [provider, bringRaw] of Object.entries(raws)) {
  const skip = provider === 'Postmark' ? false : onlyLong
  test(`spec 7.95: a mail of 1 MB comes in whole by ${provider}`, { skip }, async () => {
    const big = 'x'.repeat(78)
    const text = `${`${big}\r\n`.repeat(Math.ceil((1024 * 1024) / 80))}The end.`
    const ravi = await sent()
    assert.equal(await bringRaw(ravi.replyTo, answer({ from: ravi.email, id: '<1mb@x.example>', text })), 200)
    const [message] = await until(
      () => messagesOf(ravi),
      (all) => all.length === 1,
    )
    assert.ok(message.text.length >= 400_000, 'its text is cut where texts end')
  })
}

test('spec 7.95: a mail that is too large is refused', async () => {
  assert.equal(await bring(await byPostmark(), ' '.repeat(40 * 1024 * 1024 + 1)), 413)
})
