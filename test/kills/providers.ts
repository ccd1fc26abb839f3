// The companies' providers, which run through all faults: a mail server, an SMPP server and a Cloud API, each with its
// own log. They accept messages, refuse some, lose some answers, report statuses, and deliver what contacts write; they
// repeat what is not acknowledged.

import { createHash, randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { type CloudMessage, type CloudNumber, startCloudApi } from '../cloud-api/server.ts'
import { bring, statuses, written } from '../cloud-api/webhooks.ts'
import { startDnsServer } from '../dns/server.ts'
import { type Mail, startMailbox } from '../mailbox.ts'
import { answer, deliveryStatus } from '../mails.ts'
import { freePort } from '../program.ts'
import { startSmppServer, type TakenSms } from '../smpp/server.ts'
import { type Insisting, insisting } from './insisting.ts'

export const MAIL_DOMAIN = 'in.kills.example'
export const SMS_PASSWORD = 'kills'
const FROM = 'ASHATX'
const INVALID_NUMBER = 0x0b
/** Refused because of its content, which no retry changes. */
const NOT_DELIVERABLE = 131026
const LOOK_EVERY_MS = 50

/** The outcome of a message: derived from its text, so that it is the same for every attempt. */
export type Fate = 'arrives' | 'is read' | 'does not arrive' | 'is rejected later' | 'is refused' | 'loses its answer'

/** Identifies a message in each of its parts. */
export const MARK = /<(\d{6})>/

/** Percentages of messages. */
const fates: readonly (readonly [Fate, number])[] = [
  ['arrives', 60],
  ['is read', 20],
  ['does not arrive', 7],
  ['is rejected later', 6],
  ['is refused', 5],
  ['loses its answer', 2],
]

export function fateOf(mark: string): Fate {
  let ticket = createHash('sha256').update(mark).digest().readUInt32BE(0) % 100
  for (const [fate, tickets] of fates) {
    if (ticket < tickets) return fate
    ticket -= tickets
  }
  return 'arrives'
}

export interface CloudAccount extends CloudNumber {
  callbackUrl: string
}

/** What was acknowledged to a provider: its reports, and the messages of contacts. */
export interface Acknowledged {
  /** Acknowledged reports by the message's mark: each status, with the number of parts. */
  reports: Map<string, Set<string>>
  written: { channel: 'email' | 'app' | 'sms'; mark: string }[]
}

export type Providers = Awaited<ReturnType<typeof startProviders>>

/** `companies`: one number for each. */
export async function startProviders(companies: number) {
  const numbers: CloudAccount[] = Array.from({ length: companies }, (_, index) => ({
    phoneNumberId: `10654000000${index}`,
    businessAccountId: `10229000000${index}`,
    accessToken: `token-${index}`,
    appSecret: `secret-of-the-app-${index}`,
    callbackUrl: '',
  }))
  const [mailbox, smpp, cloud, dns] = await Promise.all([
    startMailbox(),
    startSmppServer(),
    startCloudApi(...numbers),
    startDnsServer(),
  ])
  const mailInPort = await freePort()
  const tells: Insisting = insisting()
  const acknowledged: Acknowledged = { reports: new Map(), written: [] }
  /** The program's current address: at first that of the callback URLs, later another. */
  let base: string | null = null
  // Mail is received over TLS with a self-signed certificate.
  const outside = createTransport({
    host: '127.0.0.1',
    port: mailInPort,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  })
  smpp.nextId = (count) => `sms-${count}`

  const noteReport = (mark: string, said: string) => {
    acknowledged.reports.set(mark, (acknowledged.reports.get(mark) ?? new Set()).add(said))
  }

  // --- SMS ---

  smpp.answer((sms) => {
    const fate = fateOf(markOf(sms.text))
    return fate === 'is refused' ? INVALID_NUMBER : fate === 'loses its answer' ? 'lose' : 0
  })
  const stats: Partial<Record<Fate, string>> = { 'does not arrive': 'UNDELIV', 'is rejected later': 'REJECTD' }

  function reportSms(sms: TakenSms): void {
    const mark = markOf(sms.text)
    const stat = stats[fateOf(mark)] ?? 'DELIVRD'
    const part = sms.place?.[2] ?? 1
    const text = `id:${sms.id} sub:001 dlvrd:001 submit date:2603101200 done date:2603101201 stat:${stat} err:000 text:`
    const fields = { esm_class: 0x04, source_addr: sms.to, destination_addr: FROM, short_message: text }
    tells.begin(
      () => deliver(sms.systemId, fields),
      () => noteReport(mark, `${stat} ${part}`),
    )
  }

  async function deliver(systemId: string, fields: object): Promise<boolean> {
    const session = smpp.sessionsOf(systemId).at(-1)
    return session !== undefined && (await smpp.deliver(fields, session)) === 0
  }

  // --- The app ---

  cloud.answer(({ body }) => {
    const fate = fateOf(markOf(body.text?.body ?? ''))
    return fate === 'is refused' ? { code: NOT_DELIVERABLE } : fate === 'loses its answer' ? 'drop' : 'accept'
  })

  function reportApp({ id, phoneNumberId, body }: CloudMessage): void {
    const number = numbers.find((one) => one.phoneNumberId === phoneNumberId) as CloudAccount
    const mark = markOf(body.text.body)
    const fate = fateOf(mark)
    const isBad = fate === 'is rejected later' || fate === 'does not arrive'
    const all = isBad ? ['failed', 'sent'] : fate === 'is read' ? ['read', 'delivered', 'sent'] : ['delivered', 'sent']
    const ours = body.biz_opaque_callback_data as string
    for (const status of all) {
      const code = status === 'failed' ? { code: NOT_DELIVERABLE } : {}
      const webhook = statuses([{ id, status, at: new Date(), ours, ...code }], number)
      tells.begin(
        () => webhookTo(number, webhook),
        () => noteReport(mark, status),
      )
    }
  }

  async function webhookTo(number: CloudAccount, body: object): Promise<boolean> {
    const { pathname, origin } = new URL(number.callbackUrl)
    return (await bring(`${base ?? origin}${pathname}`, body, number.appSecret)).status === 200
  }

  // --- Mail ---

  /** Reported as a full mailbox, because the address exists. */
  function reportMail(mail: Mail): void {
    const mark = markOf(mail.text)
    if (fateOf(mark) !== 'does not arrive') return
    const [to = ''] = mail.envelope.to
    const raw = deliveryStatus({ to, status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 mailbox full' })
    tells.begin(
      () => mailTo(mail.envelope.from, '', raw),
      () => noteReport(mark, 'bounced'),
    )
  }

  async function mailTo(to: string, from: string, raw: string): Promise<boolean> {
    await outside.sendMail({ envelope: { from, to: [to] }, raw })
    return true
  }

  const reporting = [
    ...[smpp.taken, smpp.unanswered].map((log) => eachOf(log, reportSms)),
    ...[cloud.accepted, cloud.unanswered].map((log) => eachOf(log, reportApp)),
    eachOf(mailbox.received, reportMail),
  ]
  const looking = setInterval(() => {
    for (const look of reporting) look()
  }, LOOK_EVERY_MS)

  const noteWritten = (channel: 'email' | 'app' | 'sms', mark: string) => () => {
    acknowledged.written.push({ channel, mark })
  }

  return {
    mailbox,
    smpp,
    cloud,
    numbers,
    acknowledged,
    waiting: tells.waiting,
    environment: {
      SAMVAD_SMTP_URL: mailbox.url,
      SAMVAD_MAIL_DOMAIN: MAIL_DOMAIN,
      SAMVAD_MAIL_IN_PORT: String(mailInPort),
      SAMVAD_MAIL_IN_HOST: '127.0.0.1',
      SAMVAD_DNS_SERVER: dns.address,
      SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
      SAMVAD_CLOUD_API_URL: cloud.url,
    },
    /** A contact sends an SMS; the provider repeats it until it is acknowledged. */
    writeSms(systemId: string, from: string, mark: string): void {
      const fields = { source_addr_ton: 1, source_addr: from.slice(1), destination_addr: FROM }
      tells.begin(() => deliver(systemId, { ...fields, short_message: `By SMS <${mark}>` }), noteWritten('sms', mark))
    },
    writeApp(number: CloudAccount, from: string, mark: string): void {
      const part = { body: `By app <${mark}>` }
      const webhook = written({ id: `wamid.in.${mark}`, at: new Date(), from: from.slice(1), part }, number)
      tells.begin(() => webhookTo(number, webhook), noteWritten('app', mark))
    },
    /** A reply to a mail that arrived. */
    writeMail(from: string, mark: string): void {
      const mail = mailbox.received.findLast(({ envelope }) => envelope.to.includes(from))
      const replyTo = mail?.parsed.replyTo?.[0]?.address
      if (!mail || !replyTo) return
      const raw = answer({ from, id: `<in-${mark}@customer.example>`, text: `By mail <${mark}>` })
      tells.begin(() => mailTo(replyTo, from, raw), noteWritten('email', mark))
    },
    /** The program's address from now on. */
    moveTo(url: string): void {
      base = url
    },
    async close() {
      tells.end()
      clearInterval(looking)
      outside.close()
      await Promise.all([mailbox.close(), smpp.close(), cloud.close(), dns.close()])
    },
  }
}

/** Passes each entry of a log to `take` once: a call handles the new ones. */
function eachOf<Entry>(log: readonly Entry[], take: (entry: Entry) => void): () => void {
  let seen = 0
  return () => {
    for (; seen < log.length; seen++) take(log[seen] as Entry)
  }
}

const markOf = (text: string): string => MARK.exec(text)?.[1] ?? randomBytes(3).toString('hex')
