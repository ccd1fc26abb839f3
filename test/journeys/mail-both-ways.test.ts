// Mail both ways, over real SMTP: a thread that goes to and fro, a bounce, a complaint, and unsubscribing by mail.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { startDnsServer } from '../dns/server.ts'
import { fund, startSamvad } from '../harness.ts'
import { correspond, delivered, until, write } from '../mail-story.ts'
import { startMailbox } from '../mailbox.ts'
import { answer, deliveryStatus, feedbackReport } from '../mails.ts'
import { person } from '../story.ts'

const DOMAIN = 'in.samvad.example'
const mailbox = await startMailbox()
const dns = await startDnsServer()
after(async () => {
  await mailbox.close()
  await dns.close()
})
const port = await freePort()
const samvad = await startSamvad({
  SAMVAD_SMTP_URL: mailbox.url,
  SAMVAD_MAIL_DOMAIN: DOMAIN,
  SAMVAD_MAIL_IN_PORT: String(port),
  SAMVAD_MAIL_IN_HOST: '127.0.0.1',
  SAMVAD_DNS_SERVER: dns.address,
})
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 1000n)
samvad.startWorker()
const outside = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls: { rejectUnauthorized: false } })
after(() => outside.close())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The receiver listens a moment after the worker has started. */
async function bring(to: string, raw: string, from = 'ravi@shop.example'): Promise<void> {
  await until(
    () => outside.sendMail({ envelope: { from, to: [to] }, raw }).catch((error: { code?: string }) => error),
    (outcome) => !('code' in outcome && outcome.code === 'ESOCKET') || 'messageId' in outcome,
  )
}

async function sent(to: { conversationId: string }, fields: object = { text: 'Hello' }) {
  mailbox.received.length = 0
  const delivery = await delivered(samvad, await write(asha, to, fields), 'sent')
  return { delivery, mail: mailbox.received[0] as (typeof mailbox.received)[number] }
}

const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance

test('spec 7.58: a thread of five answers, each to the mail before it, is one conversation, each once though it comes twice', async () => {
  const ravi = await correspond(asha, 'ravi@shop.example', 'Ravi')
  let latest = ''
  for (let turn = 1; turn <= 5; turn++) {
    const { mail } = await sent(ravi, { subject: 'Your order', text: `Question ${turn}` })
    if (latest !== '') assert.equal(mail.headers['in-reply-to'], latest, 'threads in their mail program too')
    const [replyTo] = mail.parsed.replyTo ?? []
    latest = `<answer-${turn}@shop.example>`
    const raw = answer({
      id: latest,
      headers: [`In-Reply-To: ${mail.headers['message-id']}`],
      text: `Answer ${turn}\r\n\r\nOn Tue, 10 Mar 2026, Asha wrote:\r\n> Question ${turn}`,
    })
    await bring(String(replyTo?.address), raw)
    await bring(String(replyTo?.address), raw)
    const listed = () => asha.get(`/v1/messages?conversation_id=${ravi.conversationId}&limit=100`)
    await until(listed, ({ body }) => body.data.length === 2 * turn)
  }
  const { data } = (await asha.get(`/v1/messages?conversation_id=${ravi.conversationId}&limit=100`)).body
  const texts = data.map(({ direction, text }: { direction: string; text: string }) => `${direction} ${text}`).reverse()
  const expected = [1, 2, 3, 4, 5].flatMap((turn) => [`outbound Question ${turn}`, `inbound Answer ${turn}`])
  assert.deepEqual(texts, expected)
  assert.equal((await asha.get('/v1/conversations')).body.data.length, 1)
  assert.equal((await asha.get('/v1/contacts')).body.data.length, 1)
})

test('spec 7.55: a bounce is undelivered and stays paid for, the address is suppressed, and the next mail is refused before it costs anything', async () => {
  const gone = await correspond(asha, 'gone@shop.example', 'Gone')
  const { mail, delivery } = await sent(gone)
  const before = await balance()
  await bring(mail.envelope.from, deliveryStatus({ to: 'gone@shop.example' }), '')
  const row = await until(
    async () => (await samvad.rows('select * from deliveries where id = $1', [delivery.id]))[0],
    (one) => one?.status === 'undelivered',
  )
  assert.deepEqual([row?.error_code, row?.reversal_id], ['bounced', null])
  const next = { conversation_id: gone.conversationId, channel: 'email', text: 'Again' }
  const suppressions = await until(
    () => asha.get('/v1/suppressions'),
    ({ body }) => body.data.length > 0,
  )
  assert.deepEqual(
    suppressions.body.data.map(({ address, reason }: Record<string, string>) => ({ address, reason })),
    [{ address: 'gone@shop.example', reason: 'bounced' }],
  )
  const refused = await asha.post('/v1/messages', next)
  assert.deepEqual([refused.status, refused.body.code], [422, 'recipient_suppressed'], refused.text)
  assert.equal(await balance(), before, 'neither given back nor charged again')
})

test('spec 7.56, 7.57: who complains, and who unsubscribes by mail, gets nothing more; a policy bounce keeps nobody from it', async () => {
  const [angry, tired, strict] = await Promise.all(
    ['angry', 'tired', 'strict'].map((name) => correspond(asha, `${name}@shop.example`, name)),
  )
  const complained = await sent(angry as never)
  await bring(`complaints@${DOMAIN}`, feedbackReport(complained.mail.envelope.from), '')
  const left = await sent(tired as never)
  const address = /<mailto:([^?>]+)/.exec(left.mail.headers['list-unsubscribe'] ?? '')?.[1] as string
  await bring(address, answer({ id: '<leave@shop.example>', from: 'tired@shop.example', text: 'unsubscribe' }))
  const policy = await sent(strict as never)
  await bring(policy.mail.envelope.from, deliveryStatus({ to: 'strict@shop.example', status: '5.7.1' }), '')
  await until(
    () => samvad.rows('select status from deliveries where id = $1', [policy.delivery.id]),
    ([one]) => one?.status === 'undelivered',
  )
  const send = (to: { conversationId: string } | undefined) =>
    asha.post('/v1/messages', { conversation_id: to?.conversationId, channel: 'email', text: 'More' })
  for (const one of [angry, tired])
    await until(
      () => send(one),
      ({ status }) => status === 422,
    )
  assert.equal((await send(strict)).status, 201)
})
