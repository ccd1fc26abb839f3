// Mail providers that post webhooks for an account, for tests: the program, a mail server for outgoing mail, Amazon's
// host, and a poster for each provider.

import { after } from 'node:test'
import { createOwnAddresses } from '#messaging/channels/email/addresses.ts'
import { fund, startSamvad, uuidOf } from '../harness.ts'
import { correspond, delivered, until, write } from '../mail-story.ts'
import { startMailbox } from '../mailbox.ts'
import { person } from '../story.ts'
import * as amazonPeer from './amazon.ts'
import * as mailgun from './mailgun.ts'

const DOMAIN = 'in.samvad.example'
export const EMAIL = '/v1/channels/email'

export interface Inbound {
  provider: string
  signing_key?: string
  topic_arn?: string
}

export async function startCalled() {
  const mailbox = await startMailbox()
  after(() => mailbox.close())
  const authority = amazonPeer.authority()
  const signer = amazonPeer.certificateOf(authority)
  const amazon = await amazonPeer.startAmazon(signer.pem)
  after(() => amazon.close())
  const samvad = await startSamvad({
    SAMVAD_MAIL_DOMAIN: DOMAIN,
    SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
    SAMVAD_SNS_URL: amazon.url,
    SAMVAD_LOG_LEVEL: 'silent',
    // No DNS server answers, so a sender that is not proven in another way is not authenticated.
    SAMVAD_DNS_SERVER: '127.0.0.1:9',
  })
  const asha = person(samvad)
  const { organizationId } = samvad.company
  await fund(samvad, organizationId, 1000n)
  samvad.startWorker()
  const own = createOwnAddresses(samvad.app.sealer, DOMAIN)

  const server = { host: '127.0.0.1', port: mailbox.port, secure: false, from: 'Asha <hello@asha.example>' }
  const called = async (inbound: Inbound, who = asha): Promise<string> =>
    (await who.put(EMAIL, { ...server, inbound })).body.inbound.callback_url
  const byMailgun = (who = asha) => called({ provider: 'mailgun', signing_key: mailgun.SIGNING_KEY }, who)
  const bySes = () => called({ provider: 'ses', topic_arn: amazonPeer.TOPIC })
  const byPostmark = () => called({ provider: 'postmark' })

  async function bring(address: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
    const url = new URL(address)
    const basic = url.password
      ? { authorization: `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}` }
      : {}
    url.username = ''
    url.password = ''
    const response = await fetch(url, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...basic, ...headers },
    })
    await response.text()
    return response.status
  }
  const bringForm = (url: string, fields: Record<string, string>) =>
    bring(url, mailgun.asForm(fields), { 'content-type': 'application/x-www-form-urlencoded' })
  const bringSns = (url: string, message: object) =>
    bring(url, message, { 'content-type': 'text/plain; charset=UTF-8' })

  let count = 0
  async function sent(to = `ravi${count++}@shop.example`) {
    mailbox.received.length = 0
    const ravi = await correspond(asha, to, 'Ravi')
    const id = uuidOf('conv', ravi.conversationId)
    const replyTo = own.make({ kind: 'reply', organizationId, id })
    const delivery = await delivered(samvad, await write(asha, ravi), 'sent')
    const mail = mailbox.received[0] as (typeof mailbox.received)[number]
    return { ...ravi, delivery, mail, messageId: mail.headers['message-id'] as string, replyTo }
  }
  const suppressed = async (address: string) =>
    (await asha.get(`/v1/suppressions?address=${encodeURIComponent(address)}`)).body.data.map(
      (one: { reason: string }) => one.reason,
    )
  const statusOf = async (delivery: { id: string }) =>
    (await samvad.rows<{ status: string }>('select status from deliveries where id = $1', [delivery.id]))[0]?.status
  const waitFor = (delivery: { id: string }, status: string) =>
    until(
      () => statusOf(delivery),
      (one) => one === status,
    )
  const arrivals = async () => Number((await samvad.rows<{ n: string }>('select count(*) n from arrivals'))[0]?.n)
  const workedOff = () =>
    until(
      async () => (await samvad.rows('select id from arrivals where body is not null and failed_at is null')).length,
      (waiting) => waiting === 0,
    )
  const messagesOf = async ({ conversationId }: { conversationId: string }) =>
    (await asha.get(`/v1/messages?conversation_id=${conversationId}`)).body.data.filter(
      (one: { direction: string }) => one.direction === 'inbound',
    )
  return {
    samvad,
    asha,
    organizationId,
    own,
    amazon,
    authority,
    signer,
    server,
    called,
    byMailgun,
    bySes,
    byPostmark,
    bring,
    bringForm,
    bringSns,
    sent,
    suppressed,
    statusOf,
    waitFor,
    arrivals,
    workedOff,
    messagesOf,
  }
}
