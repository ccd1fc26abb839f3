// Interprets inbound mail: delivery reports, complaints, unsubscriptions, replies. Only the self-authenticating address
// it was sent to determines what it refers to, never the mail's own claims.

import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Attachment } from 'postal-mime'
import type { App } from '#kit/app.ts'
import { createDns } from '#kit/dns.ts'
import { readContactAddress } from '#kit/email-address.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { type Arrival, type ArrivalReader, NotUnderstood } from '../../arrivals/arrival.ts'
import { type Arrived, type Incoming, type IncomingAttachment, nothingArrived } from '../../arrivals/arrived.ts'
import { createOwnAddresses, type OwnAddress, type OwnAddresses } from '../addresses.ts'
import { type KeptMail, type MailEnvelope, unpack } from '../receiver/kept-mail.ts'
import { oneLine } from '../replies.ts'
import { createAuthenticity, readMail } from './apart.ts'
import type { Authenticity, Resolve } from './authenticity.ts'
import { automationOf } from './automatic.ts'
import type { ParsedMail } from './parse.ts'
import { type BouncedDelivery, contactEmail, delivery, emailOfConversation } from './queries.ts'
import { complaintIn, type DeliveryReport, isFeedback, reportIn } from './reports.ts'
import { storable } from './words.ts'

const SUBJECT_MAX = 998
/** How much of a report is searched for the quoted mail's return path. */
const QUOTED_BYTES_MAX = 1024 * 1024
const NAME_MAX = 200
const CONTENT_ID_MAX = 300
/** Length of the end of the References header that is used. */
const REFERENCES_MAX = 10_000
const ANSWERED_MAX = 15
const DAY_MS = 24 * 3600 * 1000
/** Maximum time a mail may have been in transit. */
const LATE_MAX_MS = 7 * DAY_MS
const MESSAGE_ID = /^<[!-;=?-~]{1,250}>$/

export interface ReaderParts {
  own: OwnAddresses
  deliveryOf(organizationId: Uuid, id: Uuid): Promise<BouncedDelivery | undefined>
  emailOf(organizationId: Uuid, contactId: Uuid): Promise<string | null>
  /** The email of the conversation's contact; null for a group's, or a deleted one. */
  emailOfConversation(organizationId: Uuid, id: Uuid): Promise<string | null>
  authenticityOf(mail: KeptMail): Promise<Authenticity>
}

/** For a worker process. */
export const createMailReader = (app: App): ArrivalReader => mailReader(readerParts(app))

export function readerParts({ sealer, settings, database }: App): ReaderParts {
  const domain = settings.mailDomain ?? 'invalid'
  const dns = createDns(settings)
  const resolve: Resolve = (name, type) => dns.resolve(name, type)
  return {
    own: createOwnAddresses(sealer, domain),
    deliveryOf: (organizationId, id) => database.reads.row<BouncedDelivery>(delivery(organizationId, id)),
    emailOf: async (organizationId, id) =>
      (await database.reads.row<{ email: string | null }>(contactEmail(organizationId, id)))?.email ?? null,
    emailOfConversation: async (organizationId, id) =>
      (await database.reads.row<{ email: string | null }>(emailOfConversation(organizationId, id)))?.email ?? null,
    authenticityOf: createAuthenticity(resolve, domain, settings.dnsServer),
  }
}

export function mailReader(parts: ReaderParts): ArrivalReader {
  return {
    async read(arrival) {
      const kept = unpack(arrival.body)
      const { envelope, raw } = kept
      const inbox = { kind: 'inbox' as const, organizationId: arrival.organizationId }
      const about = parts.own.read(envelope.to) ?? (envelope.isInbox ? inbox : null)
      // The key was removed after it was received: its organization is unknown, but it can be read.
      if (about === null) throw new NotUnderstood('the recipient address can no longer be determined')
      if (about.organizationId !== arrival.organizationId) return nothingArrived
      const mail = await readMail(raw)
      return understand(parts, { arrival, envelope, raw, about, mail, isAuthenticated: null })
    },
  }
}

/** An address at which an organization receives mail; it proves nothing else. */
export interface Inbox {
  kind: 'inbox'
  organizationId: Uuid
}

export interface Came {
  arrival: Arrival
  envelope: MailEnvelope
  /** Null when a provider delivered the mail's fields only. */
  raw: Buffer | null
  about: OwnAddress | Inbox
  mail: ParsedMail
  /** The provider's result; null: ours. */
  isAuthenticated: boolean | null
}

export async function understand(parts: ReaderParts, came: Came): Promise<Arrived> {
  const { about, mail, arrival, envelope } = came
  const { organizationId } = about
  const time = arrival.receivedAt
  const complaint = complaintIn(mail)
  if (complaint !== null) return complained(parts, came, complaint.type)
  // A feedback report that is not a complaint, such as `not-spam`.
  if (isFeedback(mail)) return nothingArrived
  const isOfDelivery = about.kind === 'bounce' || about.kind === 'answer'
  const sent = isOfDelivery ? await parts.deliveryOf(organizationId, about.id) : undefined
  const report = reportIn(mail, envelope.from, sent?.address ?? null)
  if (about.kind === 'unsubscribe') {
    const address = report === null ? await parts.emailOf(organizationId, about.id) : null
    if (address === null) return nothingArrived
    const detail = detailsOf('unsubscribed_by_mail')
    return { ...nothingArrived, suppressions: [{ address, reason: 'unsubscribed', detail, time }] }
  }
  if (about.kind === 'bounce') {
    // The delivery was deleted, and its conversation with it.
    if (!sent || report === 'waits') return nothingArrived
    if (report !== null && report !== 'unclear') return outcome(came, sent, report)
  }
  if (await isOurs(parts, came)) return nothingArrived
  const conversationId = about.kind === 'reply' ? about.id : (sent?.conversation_id ?? null)
  const known =
    (conversationId && (await parts.emailOfConversation(arrival.organizationId, conversationId))) || sent?.address
  return { ...nothingArrived, messages: [await messageOf(parts, came, conversationId, known ?? null, report !== null)] }
}

/** The effect of a report on the delivery whose return path received it. */
function outcome({ about, arrival }: Came, { address }: BouncedDelivery, report: DeliveryReport): Arrived {
  const { organizationId, id } = about as OwnAddress
  const time = arrival.receivedAt
  const error = report.status === 'delivered' ? null : { code: 'bounced', detail: report.detail }
  const receipt = {
    organizationId,
    channel: 'email' as const,
    delivery: { id },
    status: report.status,
    time,
    error,
  }
  const suppressions =
    report.isHard && address !== null ? [{ address, reason: 'bounced' as const, detail: report.detail, time }] : []
  return { ...nothingArrived, receipts: [receipt], suppressions }
}

/**
 * By a mail of ours that it replies to, without proof: the receiver uses the conversation only if it is with the
 * sender.
 */
async function answered({ deliveryOf }: ReaderParts, { mail, about }: Came): Promise<Uuid | null> {
  const named = `${mail.references ?? ''} ${mail.inReplyTo ?? ''}`.slice(-REFERENCES_MAX)
  for (const [, name = ''] of [...named.matchAll(/<([^<>@\s]{1,100})@/g)].reverse().slice(0, ANSWERED_MAX)) {
    const id = parseTypeId('dlv', name)
    const sent = id === null ? undefined : await deliveryOf(about.organizationId, id)
    if (sent?.conversation_id) return sent.conversation_id
  }
  return null
}

/** By the mail that the report quotes, or by the return path that received it. */
async function complained({ own, deliveryOf }: ReaderParts, came: Came, type: string): Promise<Arrived> {
  const { about, raw, mail, arrival } = came
  const texts = [
    ...(raw === null ? [] : [raw.toString('latin1', 0, QUOTED_BYTES_MAX)]),
    ...mail.attachments.map(textOf),
  ]
  const bounce = [about, ...texts.flatMap((text) => own.readAll(text))].find(
    (one) => one.kind === 'bounce' && one.organizationId === arrival.organizationId,
  ) as OwnAddress | undefined
  const address = bounce && (await deliveryOf(bounce.organizationId, bounce.id))?.address
  if (!address) return nothingArrived
  const detail = detailsOf('complained_to_mail_provider', { type: oneLine(type).slice(0, NAME_MAX) })
  return { ...nothingArrived, suppressions: [{ address, reason: 'complained', detail, time: arrival.receivedAt }] }
}

/** True for a mail of our own that was sent back. Its recipient's reply with the same Message-ID is a message. */
async function isOurs({ own, deliveryOf }: ReaderParts, { mail, about }: Came): Promise<boolean> {
  const from = mail.from?.address ?? ''
  if (own.read(from) !== null) return true
  const id = parseTypeId('dlv', /^<([^@]+)@/.exec(mail.messageId ?? '')?.[1] ?? '')
  const sent = id === null ? undefined : await deliveryOf(about.organizationId, id)
  return sent !== undefined && sent.address?.toLowerCase() !== from.toLowerCase()
}

/** `known`: the address of the contact whose conversation or delivery the mail is about. */
async function messageOf(
  parts: ReaderParts,
  came: Came,
  conversationId: Uuid | null,
  known: string | null,
  isBounce: boolean,
): Promise<Incoming> {
  const { mail, envelope, arrival, about } = came
  const writer = writerOf(mail, envelope)
  if (writer === null && !(isBounce && known !== null)) throw new NotUnderstood('the sender cannot be determined')
  const { text, html, quotedText } = mail.words
  const automation = automationOf(mail, envelope.from)
  // Anybody with the reply address writes for the contact; a different sender is named in the text.
  const isOther = known !== null && writer !== null && known.toLowerCase() !== writer.toLowerCase()
  return {
    channel: 'email',
    from: isOther || writer === null ? (known as string) : writer,
    name: isBounce ? null : oneLine(mail.from?.name ?? '').slice(0, NAME_MAX) || null,
    providerId: MESSAGE_ID.test(mail.messageId ?? '') ? (mail.messageId as string) : null,
    contentHash: hash('sha256', `${(writer ?? known ?? '').toLowerCase()} ${mail.contentHash}`),
    content: {
      subject: oneLine(storable(mail.subject) ?? '').slice(0, SUBJECT_MAX) || null,
      text: isOther ? `[${writer}]\n${text ?? ''}` : text,
      html,
      quotedText,
      attachments: mail.attachments.map(attachmentOf),
    },
    replyTo: isBounce ? null : replyToOf(parts, mail, writer),
    original: came.raw,
    conversationId: about.kind === 'inbox' ? await answered(parts, came) : conversationId,
    ...(about.kind === 'answer' ? { answersDelivery: about.id } : {}),
    isAutomatic: isBounce || automation !== null,
    isAutomaticReply: !isBounce && automation === 'reply',
    isAuthenticated: await isAuthenticated(parts, came),
    time: timeOf(mail.date, arrival.receivedAt),
  }
}

function writerOf(mail: ParsedMail, envelope: MailEnvelope): string | null {
  for (const one of [mail.from?.address, mail.replyTo?.[0]?.address, envelope.from]) {
    const reading = readContactAddress(one ?? '')
    if ('value' in reading) return reading.value
  }
  return null
}

/** Null when it is the sender's address or one of ours: a reply to ours would come back to us. */
function replyToOf({ own }: ReaderParts, mail: ParsedMail, writer: string | null): string | null {
  for (const { address } of mail.replyTo ?? []) {
    const reading = readContactAddress(address ?? '')
    if ('message' in reading) continue
    const isWriter = reading.value.toLowerCase() === writer?.toLowerCase()
    return isWriter || own.read(reading.value) !== null ? null : reading.value
  }
  return null
}

async function isAuthenticated({ authenticityOf }: ReaderParts, { raw, envelope, isAuthenticated }: Came) {
  if (isAuthenticated !== null) return isAuthenticated
  if (envelope.isOfDevice) return true
  return raw !== null && (await authenticityOf({ raw, envelope })).isAuthenticated
}

/** The mail's own date, within limits. */
function timeOf(date: string | undefined, receivedAt: Date): Date {
  const written = new Date(date ?? Number.NaN)
  const isPossible = written <= receivedAt && receivedAt.getTime() - written.getTime() <= LATE_MAX_MS
  return isPossible ? written : receivedAt
}

function attachmentOf({ filename, mimeType, contentId, content }: Attachment): IncomingAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
  return {
    filename: storable(filename ?? undefined),
    contentType: mimeType || null,
    contentId: storable(contentId?.replace(/^\s*<|>\s*$/g, '').slice(0, CONTENT_ID_MAX)),
    open: async () => Readable.from([bytes], { objectMode: false }),
  }
}

export const textOf = ({ content }: Attachment): string =>
  typeof content === 'string'
    ? content.slice(0, QUOTED_BYTES_MAX)
    : Buffer.from(content as ArrayBuffer).toString('latin1', 0, QUOTED_BYTES_MAX)
