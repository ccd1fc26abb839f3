// Any content at a mail webhook is parsed or refused, and crashes nothing.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSealer } from '#kit/crypto.ts'
import { newUuid } from '#kit/ids.ts'
import fc from '../../../../../test/cases.ts'
import * as amazonPeer from '../../../../../test/mail-webhooks/amazon.ts'
import * as mailgunPeer from '../../../../../test/mail-webhooks/mailgun.ts'
import * as postmarkPeer from '../../../../../test/mail-webhooks/postmark.ts'
import { answerWithFile } from '../../../../../test/mails.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { nothingArrived } from '../../arrivals/arrived.ts'
import { createOwnAddresses } from '../addresses.ts'
import type { WebhookProviderName } from '../rules.ts'
import { MAIL_WEBHOOK_SOURCE, packCall } from './kept-call.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import { mailWebhookReader } from './reader.ts'
import { ses } from './ses.ts'

const organizationId = newUuid()
const deliveryId = newUuid()
const own = createOwnAddresses(createSealer(randomBytes(32).toString('hex')), 'in.samvad.example')
const confirmed: string[] = []
const signer = amazonPeer.certificateOf(amazonPeer.authority())
const amazon = {
  certificateAt: async () => signer.pem,
  async confirm(url: URL) {
    confirmed.push(url.hostname)
  },
}
const providers = { mailgun, postmark, ses: ses(amazon) }
const ADDRESS = 'ravi@shop.example'
const reader = mailWebhookReader(
  {
    own,
    deliveryOf: async (_, id) => (id === deliveryId ? { address: ADDRESS, conversation_id: null } : undefined),
    emailOf: async () => null,
    emailOfConversation: async () => null,
    authenticityOf: async () => ({ spf: 'none', dkim: 'none', dmarc: 'none', isAuthenticated: false }),
  },
  providers,
  amazon,
)
const account = { signingKey: 'key', topicArn: amazonPeer.TOPIC, isPassword: () => false }

const bounced = own.make({ kind: 'bounce', organizationId, id: deliveryId })
const replyTo = own.make({ kind: 'reply', organizationId, id: newUuid() })
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=xyz'
const parts = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--xyz--\r\n`
const mail = { source: bounced, to: ADDRESS }
const sns = (message: object) => JSON.stringify(amazonPeer.snsMessage(message, signer))
type Called = readonly [provider: WebhookProviderName, contentType: string, body: string]
const whole: Called[] = [
  ['mailgun', json, JSON.stringify(mailgunPeer.failed(`<dlv@x>`, ADDRESS))],
  ['mailgun', form, mailgunPeer.asForm(mailgunPeer.forwarded({ recipient: replyTo, 'body-mime': answerWithFile() }))],
  ['mailgun', multipart, parts(mailgunPeer.forwarded({ recipient: replyTo, from: ADDRESS, 'body-plain': 'Hi' }))],
  ['ses', json, sns(amazonPeer.sesBounce(mail))],
  ['ses', json, sns(amazonPeer.sesComplaint(mail))],
  ['ses', json, sns(amazonPeer.sesReceived(replyTo, answerWithFile()))],
  ['ses', json, JSON.stringify(amazonPeer.confirmation(signer))],
  ['postmark', json, JSON.stringify(postmarkPeer.bounce('dlv_x', ADDRESS))],
  ['postmark', json, JSON.stringify(postmarkPeer.inbound(replyTo, { RawEmail: answerWithFile() }))],
  ['postmark', json, JSON.stringify(postmarkPeer.inbound(replyTo))],
]

test('spec 7.95: a damaged call is understood or said not to be, and none suppresses anybody but who was written to', async () => {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(60),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc
        .constantFrom(
          'null',
          '[]',
          '{}',
          '0',
          '""',
          '"',
          '\\u0000',
          '%00',
          '%ff%',
          '&',
          '=',
          '--xyz',
          '\r\n\r\n',
          '1e999',
        )
        .map((one) => Buffer.from(one)),
    ),
  })
  const damaged = fc
    .tuple(fc.constantFrom(...whole), fc.array(change, { maxLength: 8 }))
    .map(([[provider, contentType, text], changes]) => ({
      provider,
      contentType,
      body: changes.reduce<Buffer>((bytes, { at, cut, put }) => {
        const place = Math.floor(at * bytes.length)
        return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)])
      }, Buffer.from(text)),
    }))
  await fc.assert(
    fc.asyncProperty(damaged, async (call) => {
      const proven = await providers[call.provider].prove({ ...call, authorization: null }, account, new Date())
      if (proven !== null) assert.ok(proven.fingerprint.length <= 200)
      const arrival = {
        id: newUuid(),
        organizationId,
        channel: 'email' as const,
        source: MAIL_WEBHOOK_SOURCE,
        fingerprint: 'x',
        body: packCall(call),
        receivedAt: new Date(),
      }
      const arrived = await reader.read(arrival).catch((error: unknown) => {
        assert.ok(error instanceof NotUnderstood, `${error instanceof Error ? error.stack : error}`)
        return nothingArrived
      })
      for (const { address } of arrived.suppressions) assert.equal(address, ADDRESS)
      for (const { delivery } of arrived.receipts) assert.deepEqual(delivery, { id: deliveryId })
    }),
  )
  assert.ok(confirmed.every((host) => /^sns\.[a-z0-9-]+\.amazonaws\.com$/.test(host)))
})
