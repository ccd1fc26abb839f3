// Mailgun's calls over HTTP with real signatures: delivery events and inbound mails.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PNG } from '../../../../../test/attachments.ts'
import { publicId, uuidOf } from '../../../../../test/harness.ts'
import { correspond, deliveriesOf, until } from '../../../../../test/mail-story.ts'
import * as amazonPeer from '../../../../../test/mail-webhooks/amazon.ts'
import * as mailgun from '../../../../../test/mail-webhooks/mailgun.ts'
import { EMAIL, startCalled } from '../../../../../test/mail-webhooks/story.ts'
import { answer } from '../../../../../test/mails.ts'
import { assertRefused, person } from '../../../../../test/story.ts'

const {
  samvad,
  asha,
  organizationId,
  own,
  server,
  byMailgun,
  bySes,
  bring,
  bringForm,
  sent,
  suppressed,
  statusOf,
  waitFor,
  arrivals,
  workedOff,
  messagesOf,
} = await startCalled()

test('spec 7.90: an account says who calls it, shows the address, and never the key', async () => {
  const set = await asha.put(EMAIL, { ...server, inbound: { provider: 'mailgun', signing_key: mailgun.SIGNING_KEY } })
  const { callback_url, ...inbound } = set.body.inbound
  assert.deepEqual(inbound, { provider: 'mailgun', topic_arn: null, has_signing_key: true })
  assert.match(callback_url, /\/webhooks\/channels\/email\/[\w-]{60,}$/)
  assert.ok(!set.text.includes(mailgun.SIGNING_KEY))
  // With another mail server and password the caller is the same; the stored key is kept.
  const moved = await asha.put(EMAIL, { ...server, host: 'localhost', inbound: { provider: 'mailgun' } })
  assert.deepEqual([moved.status, moved.body.inbound.callback_url], [200, callback_url], moved.text)
  const [row] = await samvad.rows<{ callback_secret: Buffer; settings: object }>('select * from channel_accounts')
  assert.ok(
    !row?.callback_secret.includes(mailgun.SIGNING_KEY) && !JSON.stringify(row?.settings).includes(mailgun.SIGNING_KEY),
  )
  const place = `channel_accounts:${organizationId}:email`
  assert.equal(samvad.app.sealer.open(`${place}:callback`, row?.callback_secret as Buffer), mailgun.SIGNING_KEY)
  assert.throws(() => samvad.app.sealer.open(place, row?.callback_secret as Buffer), 'bound to its column')

  assert.notEqual(await bySes(), callback_url, 'another caller has another address')
  assertRefused(
    await asha.put(EMAIL, { ...server, inbound: { provider: 'mailgun' } }),
    422,
    'invalid_content',
    'inbound.signing_key',
  )
  assertRefused(
    await asha.put(EMAIL, { ...server, inbound: { provider: 'ses' } }),
    422,
    'invalid_content',
    'inbound.topic_arn',
  )
  for (const wrong of [
    { provider: 'postmark', signing_key: 'x' },
    { provider: 'mailgun', signing_key: 'x', topic_arn: amazonPeer.TOPIC },
    { provider: 'ses', topic_arn: 'arn:aws:sqs:ap-south-1:123456789012:samvad' },
    { provider: 'sendgrid' },
  ])
    assert.equal((await asha.put(EMAIL, { ...server, inbound: wrong })).status, 422)
  assert.equal((await asha.put(EMAIL, server)).body.inbound, null)
  assert.equal(await bring(callback_url, mailgun.event({ event: 'opened' })), 404, 'who is not called has no address')
})

test('spec 7.91: Mailgun tells what became of a mail: delivered, bounced, never left, complained', async () => {
  const url = await byMailgun()
  const ravi = await sent()
  const message = { headers: { 'message-id': ravi.messageId.replace(/[<>]/g, '') } }
  assert.equal(await bring(url, mailgun.event({ event: 'delivered', recipient: ravi.email, message })), 200)
  await waitFor(ravi.delivery, 'delivered')
  assert.equal(await bring(url, mailgun.event({ event: 'complained', recipient: ravi.email, message })), 200)
  await until(
    () => suppressed(ravi.email),
    (all) => all.length === 1,
  )
  assert.deepEqual(await suppressed(ravi.email), ['complained'])

  const meena = await sent()
  assert.equal(await bring(url, mailgun.failed(meena.messageId, meena.email)), 200)
  await waitFor(meena.delivery, 'undelivered')
  assert.deepEqual(await suppressed(meena.email), ['bounced'])
  assertRefused(
    await asha.post('/v1/messages', { conversation_id: meena.conversationId, channel: 'email', text: 'x' }),
    422,
    'recipient_suppressed',
  )

  // On Mailgun's own suppression list: it did not try, so the delivery is refunded.
  const gita = await sent()
  assert.equal(
    await bring(url, mailgun.failed(gita.messageId, gita.email, { code: null, reason: 'suppress-bounce' })),
    200,
  )
  await waitFor(gita.delivery, 'failed')
  const [given] = await samvad.rows<{ reversal_id: string | null }>('select * from deliveries where id = $1', [
    gita.delivery.id,
  ])
  assert.ok(given?.reversal_id)
})

for (const code of ['5.7.1', '5.2.2', '5.0.0', '5.1.0', '5.7.26'])
  test(`spec 7.91: ${code} of Mailgun is a mail that did not arrive, and suppresses nobody`, async () => {
    const url = await byMailgun()
    const ravi = await sent()
    assert.equal(await bring(url, mailgun.failed(ravi.messageId, ravi.email, { code })), 200)
    await waitFor(ravi.delivery, 'undelivered')
    await workedOff()
    assert.deepEqual(await suppressed(ravi.email), [])
  })

test('spec 7.91: what is only late, is of another address, or names no mail of the organization changes nothing', async () => {
  const url = await byMailgun()
  const ravi = await sent()
  const other = await samvad.newCompany('Banyan Books')
  assert.equal(
    await bring(url, mailgun.failed(ravi.messageId, ravi.email, { severity: 'temporary', code: '4.2.1' })),
    200,
  )
  assert.equal(await bring(url, mailgun.failed('<somebody@else.example>', ravi.email)), 200)
  // Through a neighbour's account, with its own signature: the mail is not theirs.
  const neighbour = person(samvad, other)
  assert.equal(await bring(await byMailgun(neighbour), mailgun.failed(ravi.messageId, ravi.email)), 200)
  await workedOff()
  assert.equal(await statusOf(ravi.delivery), 'sent')
  // Not delivered by a forwarding: that proves nothing about the address that was written to.
  assert.equal(await bring(url, mailgun.failed(ravi.messageId, 'somebody.else@shop.example')), 200)
  await waitFor(ravi.delivery, 'undelivered')
  await workedOff()
  assert.deepEqual([await suppressed(ravi.email), await suppressed('somebody.else@shop.example')], [[], []])
})

test('spec 18.30: what Mailgun did not sign, signed long ago, or signed for another body is not taken', async () => {
  const url = await byMailgun()
  const ravi = await sent()
  const before = await arrivals()
  const hours = (count: number) => new Date(Date.now() + count * 3600 * 1000)
  for (const signing of [{ key: 'another key' }, { at: hours(-13) }, { at: hours(1) }, { token: 'x'.repeat(200) }])
    assert.equal(await bring(url, mailgun.failed(ravi.messageId, ravi.email, {}, signing)), 401)
  const whole = mailgun.failed(ravi.messageId, ravi.email)
  for (const wrong of [
    { ...whole, signature: undefined },
    { ...whole, signature: { ...whole.signature, signature: '' } },
    { ...whole, signature: { ...whole.signature, token: `${whole.signature.token}0` } },
    { ...whole, signature: { ...whole.signature, timestamp: String(Number(whole.signature.timestamp) + 1) } },
    [],
    'text',
  ])
    assert.equal(await bring(url, wrong), 401)
  assert.equal(await bring(`${url.slice(0, -1)}!`, whole), 404)
  assert.equal(await arrivals(), before, 'nothing of it was kept')

  // A token is valid once, whatever body is sent with it later.
  const signing = { token: 'used-once', at: new Date() }
  const opened = mailgun.event({ event: 'opened', recipient: ravi.email }, signing)
  for (let time = 0; time < 3; time++) assert.equal(await bring(url, opened), 200)
  assert.equal(await bring(url, mailgun.failed(ravi.messageId, ravi.email, {}, signing)), 200)
  assert.equal(await arrivals(), before + 1)
  await workedOff()
  assert.equal(await statusOf(ravi.delivery), 'sent')
})

test('spec 7.92: a mail that Mailgun forwards is a message: as it is, in fields, or with files; a repetition is none', async () => {
  const url = await byMailgun()
  const ravi = await sent()
  const from = `Ravi <${ravi.email}>`
  const raw = answer({ from, text: 'Ist es fertig? — ja, ठीक है' })
  const forwarded = mailgun.forwarded({ recipient: ravi.replyTo.toUpperCase(), 'body-mime': raw })
  for (let time = 0; time < 2; time++) assert.equal(await bringForm(`${url}/mime`, forwarded), 200)
  // Sent again under another token, it is recognized as the same mail.
  assert.equal(await bringForm(`${url}/mime`, mailgun.forwarded({ recipient: ravi.replyTo, 'body-mime': raw })), 200)
  const [first] = await until(
    () => messagesOf(ravi),
    (all) => all.length > 0,
  )
  assert.equal(first.text, 'Ist es fertig? — ja, ठीक है')

  const headers = JSON.stringify([
    ['Message-Id', '<answer-9@shop.example>'],
    ['From', from],
    ['Auto-Submitted', 'auto-replied'],
  ])
  const fields = {
    recipient: ravi.replyTo,
    from,
    subject: 'Re: Your order',
    'message-headers': headers,
    'body-plain': 'In fields',
    'body-html': '<img src="cid:photo@shop">',
    'content-id-map': '{"<photo@shop>": "attachment-1"}',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(mailgun.forwarded(fields))) form.set(name, value)
  form.set('attachment-1', new Blob([PNG], { type: 'image/png' }), 'photo.png')
  assert.equal((await fetch(url, { method: 'POST', body: form })).status, 200)
  const all = await until(
    () => messagesOf(ravi),
    (found) => found.length > 1,
  )
  await workedOff()
  assert.equal((await messagesOf(ravi)).length, 2)
  const inFields = all.find((one: { text: string }) => one.text === 'In fields')
  assert.deepEqual([inFields.subject, inFields.attachments[0].filename], ['Re: Your order', 'photo.png'])
  const { body } = await asha.get(`/v1/messages/${inFields.id}?html=sanitised`)
  assert.equal(body.html, `<img data-attachment="${inFields.attachments[0].id}" />`)
})

test('spec 7.92: a mail to another address of the account is of its organization: in the conversation that it answers, or a new one', async () => {
  const url = await byMailgun()
  const ravi = await sent()
  const to = { recipient: 'support@asha.example' }
  const other = await correspond(asha, 'other@shop.example')
  const raw = (from: string, id: string) =>
    answer({ from, id, headers: [`In-Reply-To: ${ravi.messageId}`, `References: <x@y.example> ${ravi.messageId}`] })
  assert.equal(
    await bringForm(url, mailgun.forwarded({ ...to, 'body-mime': raw(ravi.email, '<a-1@shop.example>') })),
    200,
  )
  const [message] = await until(
    () => messagesOf(ravi),
    (all) => all.length > 0,
  )
  assert.equal(message.text, 'Is it ready?')
  // A sender who only has a mail's Message-ID does not get into its conversation.
  assert.equal(
    await bringForm(url, mailgun.forwarded({ ...to, 'body-mime': raw(other.email, '<a-2@shop.example>') })),
    200,
  )
  await until(
    () => messagesOf(other),
    (all) => all.length === 1,
  )
  assert.equal((await messagesOf(ravi)).length, 1)
  assert.equal(
    await bringForm(
      url,
      mailgun.forwarded({ ...to, 'body-mime': answer({ from: 'new@shop.example', id: '<a-3@x.example>' }) }),
    ),
    200,
  )
  await until(
    () => samvad.rows("select id from contacts where email = 'new@shop.example'"),
    (found) => found.length === 1,
  )
  // This account must not report on an address of another organization.
  const neighbour = await samvad.newCompany('Cedar Crafts')
  const theirs = own.make({
    kind: 'reply',
    organizationId: neighbour.organizationId,
    id: uuidOf('conv', ravi.conversationId),
  })
  assert.equal(
    await bringForm(url, mailgun.forwarded({ recipient: theirs, 'body-mime': answer({ id: '<a-4@x.example>' }) })),
    200,
  )
  await workedOff()
  assert.deepEqual(await samvad.rows('select id from messages where org_id = $1', [neighbour.organizationId]), [])
})

test('spec 7.90: what cannot be kept is refused, so that it is brought again; a repetition after that is taken', async () => {
  const url = await byMailgun()
  const ravi = await sent()
  const bounce = mailgun.failed(ravi.messageId, ravi.email)
  await samvad.rows('alter table arrivals rename to arrivals_away')
  const away = await bring(url, bounce)
  await samvad.rows('alter table arrivals_away rename to arrivals')
  assert.ok(away >= 500, String(away))
  assert.equal(await bring(url, bounce), 200)
  await waitFor(ravi.delivery, 'undelivered')
  assert.equal((await deliveriesOf(samvad, { id: publicId('msg', ravi.delivery.message_id as string) })).length, 1)
})
