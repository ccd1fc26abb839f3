// The providers of the companies, which outlive everything that is done to the program: a mail server, an SMPP server
// and a Cloud API, each with a log of its own. They take messages, refuse some, lose some answers, report what became
// of what they took, and bring what contacts write; what is not acknowledged they bring again.

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
/** Refused for what it says, which no retry changes. */
const NOT_DELIVERABLE = 131026
const LOOK_EVERY_MS = 50

/** What becomes of a message: by what it says, so that it is the same however often it comes. */
export type Fate = 'arrives' | 'is read' | 'does not arrive' | 'is rejected later' | 'is refused' | 'loses its answer'

/** Every message says who it is, in each of its parts. */
export const MARK = /<(\d{6})>/

/** Of a hundred messages. */
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

/** What was acknowledged to a provider: what it reported, and what contacts wrote. */
export interface Acknowledged {
  /** Of a message, by its mark: how often each thing was said of it, and of how many parts. */
  reports: Map<string, Set<string>>
  written: { channel: 'email' | 'app' | 'sms'; mark: string }[]
}

export type Providers = Awaited<ReturnType<typeof startProviders>>

/** `numbers`: one for each company. */
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
  /** Where the program answers now: at first where the callbacks say, later elsewhere. */
  let base: string | null = null
  // A receiver is a hop like any other: its certificate is its own.
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

  /** A full mailbox says so: the address is one all the same. */
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
    /** A contact writes by SMS; the provider goes on until it is acknowledged. */
    writeSms(systemId: string, from: string, mark: string): void {
      const fields = { source_addr_ton: 1, source_addr: from.slice(1), destination_addr: FROM }
      tells.begin(() => deliver(systemId, { ...fields, short_message: `By SMS <${mark}>` }), noteWritten('sms', mark))
    },
    writeApp(number: CloudAccount, from: string, mark: string): void {
      const part = { body: `By app <${mark}>` }
      const webhook = written({ id: `wamid.in.${mark}`, at: new Date(), from: from.slice(1), part }, number)
      tells.begin(() => webhookTo(number, webhook), noteWritten('app', mark))
    },
    /** An answer to some mail that arrived. */
    writeMail(from: string, mark: string): void {
      const mail = mailbox.received.findLast(({ envelope }) => envelope.to.includes(from))
      const replyTo = mail?.parsed.replyTo?.[0]?.address
      if (!mail || !replyTo) return
      const raw = answer({ from, id: `<in-${mark}@customer.example>`, text: `By mail <${mark}>` })
      tells.begin(() => mailTo(replyTo, from, raw), noteWritten('email', mark))
    },
    /** The program answers somewhere else from now on. */
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

/** Everything that a log comes to have, once: a look takes what is new. */
function eachOf<Entry>(log: readonly Entry[], take: (entry: Entry) => void): () => void {
  let seen = 0
  return () => {
    for (; seen < log.length; seen++) take(log[seen] as Entry)
  }
}

const markOf = (text: string): string => MARK.exec(text)?.[1] ?? randomBytes(3).toString('hex')
