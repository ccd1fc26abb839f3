// Amazon SES notifications through SNS, with real certificates and signatures.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../../../test/mail-story.ts'
import * as amazonPeer from '../../../../../test/mail-webhooks/amazon.ts'
import { startCalled } from '../../../../../test/mail-webhooks/story.ts'
import { answerWithFile } from '../../../../../test/mails.ts'

const {
  samvad,
  amazon,
  authority,
  signer,
  bySes,
  bringSns,
  sent,
  suppressed,
  statusOf,
  waitFor,
  arrivals,
  workedOff,
  messagesOf,
} = await startCalled()

test('spec 7.93: Amazon SES tells through its topic what became of a mail, by the return path or the Message-ID', async () => {
  const url = await bySes()
  const bringSes = (message: object, changes = {}) => bringSns(url, amazonPeer.snsMessage(message, signer, changes))
  const ravi = await sent()
  const mail = { source: ravi.mail.envelope.from, to: ravi.email }
  assert.equal(await bringSes(amazonPeer.sesDelivery(mail)), 200)
  await waitFor(ravi.delivery, 'delivered')
  assert.equal(await bringSes(amazonPeer.sesComplaint(mail, 'not-spam')), 200)
  await workedOff()
  assert.deepEqual(await suppressed(ravi.email), [])
  assert.equal(await bringSes(amazonPeer.sesComplaint(mail)), 200)
  await until(
    () => suppressed(ravi.email),
    (all) => all.length === 1,
  )

  const named = await sent()
  const byName = { source: 'hello@asha.example', to: named.email, messageId: named.messageId }
  assert.equal(
    await bringSes(amazonPeer.sesBounce(byName), { SignatureVersion: '1' }),
    200,
    'also by its first signature',
  )
  await waitFor(named.delivery, 'undelivered')
  assert.deepEqual(await suppressed(named.email), ['bounced'])

  for (const [said, status, reasons] of [
    [{ status: '5.7.1' }, 'undelivered', []],
    [{ type: 'Transient', subType: 'MailboxFull', status: '5.2.2' }, 'undelivered', []],
    [{ type: 'Transient', status: null }, 'sent', []],
    [{ subType: 'OnAccountSuppressionList', status: '5.1.1' }, 'failed', []],
    [{ status: '5.1.10' }, 'undelivered', ['bounced']],
  ] as const) {
    const one = await sent()
    assert.equal(await bringSes(amazonPeer.sesBounce({ source: one.mail.envelope.from, to: one.email }, said)), 200)
    await workedOff()
    await waitFor(one.delivery, status)
    assert.deepEqual(await suppressed(one.email), reasons, JSON.stringify(said))
  }
})

test('spec 18.31: of Amazon only what is signed, by its own certificate, from the account’s topic, and not old', async () => {
  const url = await bySes()
  const ravi = await sent()
  const bounce = amazonPeer.sesBounce({ source: ravi.mail.envelope.from, to: ravi.email })
  const before = await arrivals()
  const message = (changes = {}, by = signer) => amazonPeer.snsMessage(bounce, by, changes)
  const stranger = amazonPeer.certificateOf(authority)
  const asked = amazon.asked.length
  for (const wrong of [
    message({ TopicArn: `${amazonPeer.TOPIC}2` }),
    message({ TopicArn: amazonPeer.TOPIC.replace('123456789012', '210987654321') }),
    message({ Timestamp: new Date(Date.now() - 25 * 3600 * 1000).toISOString() }),
    message({ Timestamp: 'never' }),
    ...[
      'https://sns.ap-south-1.amazonaws.com.evil.example/SimpleNotificationService-0123.pem',
      'https://evil.example/SimpleNotificationService-0123.pem',
      'http://sns.ap-south-1.amazonaws.com/SimpleNotificationService-0123.pem',
      'https://sns.ap-south-1.amazonaws.com@evil.example/SimpleNotificationService-0123.pem',
      'https://sns.ap-south-1.amazonaws.com:8443/SimpleNotificationService-0123.pem',
      'https://s3.amazonaws.com/bucket/SimpleNotificationService-0123.pem',
      'https://sns.ap-south-1.amazonaws.com/bucket/evil.pem',
      'https://sns.ap-south-1.amazonaws.com/SimpleNotificationService-0123.pem?x=1',
      `file:///etc/ssl${amazonPeer.CERTIFICATE_PATH}`,
    ].map((SigningCertURL) => message({ SigningCertURL })),
  ])
    assert.equal(await bringSns(url, wrong), 401, JSON.stringify(wrong).slice(0, 300))
  assert.equal(amazon.asked.length, asked, 'for none of them anybody was called')
  for (const wrong of [
    message({}, stranger),
    { ...message(), Message: JSON.stringify({ ...bounce, x: 1 }) },
    { ...message(), Subject: 'put in later' },
    { ...message(), Type: 'SubscriptionConfirmation' },
    { ...message(), SignatureVersion: '3' },
    { ...message(), Signature: '' },
  ])
    assert.equal(await bringSns(url, wrong), 401, JSON.stringify(wrong).slice(0, 300))
  assert.equal(await arrivals(), before)

  const once = message()
  for (let time = 0; time < 3; time++) assert.equal(await bringSns(url, once), 200)
  assert.equal(await arrivals(), before + 1)
  await waitFor(ravi.delivery, 'undelivered')
})

test('spec 7.93: a subscription is confirmed at Amazon alone, once it is signed and of the account’s topic', async () => {
  const url = await bySes()
  amazon.asked.length = 0
  const foreign = { TopicArn: `${amazonPeer.TOPIC}2` }
  assert.equal(await bringSns(url, amazonPeer.confirmation(signer, foreign)), 401)
  const elsewhere = { SubscribeURL: 'https://evil.example/?Action=ConfirmSubscription' }
  assert.equal(await bringSns(url, amazonPeer.confirmation(signer, elsewhere)), 200)
  const failed = await until(
    () => samvad.rows<{ error: string }>('select error from arrivals where failed_at is not null'),
    (all) => all.some(({ error }) => /not an Amazon SNS URL/.test(error)),
  )
  assert.ok(failed.length > 0, 'it waits for a person')
  assert.equal(await bringSns(url, amazonPeer.confirmation(signer)), 200)
  await until(
    async () => amazon.asked,
    (asked) => asked.some((one) => one.includes('Token=token-1')),
  )
  assert.ok(amazon.asked.every((one) => !one.includes('evil')))
})

test('spec 7.93: a mail that SES received comes in its notification; one that lies in S3 waits for a person', async () => {
  const url = await bySes()
  const ravi = await sent()
  const raw = answerWithFile().replace('ravi@shop.example', ravi.email)
  const bringSes = (message: object) => bringSns(url, amazonPeer.snsMessage(message, signer))
  assert.equal(await bringSes(amazonPeer.sesReceived(ravi.replyTo, raw)), 200)
  const [message] = await until(
    () => messagesOf(ravi),
    (all) => all.length > 0,
  )
  assert.deepEqual([message.text.trim(), message.attachments[0].filename], ['Here is the photo.', 'photo.png'])
  const action = { type: 'S3', bucketName: 'mails', objectKey: '1' }
  assert.equal(await bringSes(amazonPeer.sesReceived(ravi.replyTo, null, { action })), 200)
  await until(
    () => samvad.rows<{ error: string }>('select error from arrivals where failed_at is not null'),
    (all) => all.some(({ error }) => /in S3, which is not read/.test(error)),
  )
})

test('spec 18.31: while its certificate cannot be had, or is not valid, nothing of Amazon is taken', async () => {
  const url = await bySes()
  const at = (path: string) => ({ SigningCertURL: `${amazonPeer.HOST}/SimpleNotificationService-${path}.pem` })
  const ravi = await sent()
  const bounce = amazonPeer.sesBounce({ source: ravi.mail.envelope.from, to: ravi.email })
  amazon.isAway = true
  assert.equal(await bringSns(url, amazonPeer.snsMessage(bounce, signer, at('away'))), 503, 'it is brought again')
  amazon.isAway = false
  const day = 24 * 3600 * 1000
  for (const [name, certificate] of Object.entries({
    named: amazonPeer.certificateOf(authority, { name: 'sns.evil.example' }),
    over: amazonPeer.certificateOf(authority, { until: new Date(Date.now() - day / 2) }),
    early: amazonPeer.certificateOf(authority, { from: new Date(Date.now() + day) }),
    weak: amazonPeer.certificateOf(authority, { bits: 1024 }),
  })) {
    amazon.pem = certificate.pem
    assert.equal(await bringSns(url, amazonPeer.snsMessage(bounce, certificate, at(name))), 401, name)
  }
  amazon.pem = 'no certificate'
  assert.equal(await bringSns(url, amazonPeer.snsMessage(bounce, signer, at('none'))), 401)
  amazon.pem = signer.pem
  assert.equal(await statusOf(ravi.delivery), 'sent')
})
