// What a webhook of Meta says, in words of no provider. Everything in it is somebody else's: nothing is believed to be
// there or to have a shape. Pure.

import type { Readable } from 'node:stream'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { NotUnderstood } from '../arrivals/arrival.ts'
import type { Arrived, Incoming, IncomingReaction, Receipt, ReportedStatus } from '../arrivals/arrived.ts'
import { addressesOf, personOf } from './addresses.ts'
import type { ReportedOn } from './callee.ts'
import { contextOf } from './context.ts'
import { contentOf } from './incoming-content.ts'
import { type Fields, fieldsOf, listOf, parseWebhook, textOf, timeOf } from './json-values.ts'
import { type Notice, noticeOf } from './notices.ts'
import { outcomeOfStatus } from './outcomes.ts'
import { OUR_REACTION } from './payload.ts'
import { categoryOf, reviewOf } from './template-review.ts'

export interface Notification extends Arrived {
  /** What was left out and why, a line each: of another number, of no shape that is known. */
  leftOut: readonly string[]
}

export interface Reading {
  organizationId: Uuid
  account: ReportedOn
  /** Of the number that the message came to. */
  openMedia(mediaId: string, phoneNumberId: string): Promise<Readable>
  receivedAt: Date
}

type Found = { [K in keyof Arrived]: Arrived[K][number][] } & { leftOut: string[] }

/** Throws NotUnderstood for what is no webhook of Meta, or of which nothing is understood. */
export function readNotification(body: Buffer, reading: Reading): Notification {
  const found: Found = { messages: [], receipts: [], reactions: [], templates: [], suppressions: [], leftOut: [] }
  const root = fieldsOf(parsed(body))
  if (root?.object !== 'whatsapp_business_account') throw new NotUnderstood('it is no webhook of a WhatsApp account')
  let malformed = 0
  for (const entry of listOf(root.entry)) {
    const change = fieldsOf(entry)
    if (!change) malformed++
    for (const one of listOf(change?.changes)) malformed += readChange(change as Fields, fieldsOf(one), reading, found)
  }
  const understood = found.messages.length + found.receipts.length + found.reactions.length + found.templates.length
  if (malformed > 0 && understood === 0) throw new NotUnderstood(`${malformed} parts of it have no shape that is known`)
  if (malformed > 0) found.leftOut.push(`${malformed} parts of no shape that is known`)
  return found
}

function parsed(body: Buffer): unknown {
  try {
    return parseWebhook(body)
  } catch {
    throw new NotUnderstood('it is no JSON')
  }
}

/** How many of its parts have no shape that is known. */
function readChange(entry: Fields, change: Fields | null, reading: Reading, found: Found): number {
  const value = fieldsOf(change?.value)
  if (!change || !value) return 1
  switch (change.field) {
    case 'messages':
      return readMessages(value, reading, found)
    case 'message_template_status_update':
    case 'template_category_update':
      return readReview(entry, value, reading, found)
    default:
      // What nobody asked for, and what Meta adds.
      return 0
  }
}

function readMessages(value: Fields, reading: Reading, found: Found): number {
  const number = textOf(fieldsOf(value.metadata)?.phone_number_id)
  if (number === null) return 1
  if (!reading.account.phoneNumberIds.has(number)) {
    found.leftOut.push(`the phone number id ${number.slice(0, 40)}, which is not this account's`)
    return 0
  }
  const people = listOf(value.contacts)
    .map(fieldsOf)
    .filter((one) => one !== null)
  let malformed = 0
  for (const one of listOf(value.messages)) {
    const message = readMessage(fieldsOf(one), people, number, reading)
    if (message === null) malformed++
    else if ('emoji' in message) found.reactions.push(message)
    else found.messages.push(message)
  }
  for (const one of listOf(value.statuses)) {
    const receipt = readStatus(fieldsOf(one), reading)
    if (receipt === null) malformed++
    else if (receipt !== 'nothing new') found.receipts.push(receipt)
  }
  return malformed
}

/** What the table says; names are somebody else's, and `constructor` may be one. */
function of<Value>(table: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined
}

// --- What contacts write --------------------------------------------------------------------------------------------

function readMessage(
  message: Fields | null,
  people: Fields[],
  number: string,
  { openMedia }: Reading,
): Incoming | IncomingReaction | null {
  const id = textOf(message?.id)
  const time = timeOf(message?.timestamp)
  const notice = message && noticeOf(message)
  const addresses = notice ? addressesOfNotice(message, people, notice) : addressesOf(message, people)
  const [from] = addresses
  if (!message || id === null || time === null || from === undefined) return null
  const reaction = message.type === 'reaction' ? fieldsOf(message.reaction) : null
  if (message.type === 'reaction') {
    const providerId = textOf(reaction?.message_id)
    return providerId === null ? null : { from, providerId, emoji: textOf(reaction?.emoji), time }
  }
  const name = textOf(fieldsOf(personOf(message, people)?.profile)?.name)
  const content = contentOf(message, (mediaId) => openMedia(mediaId, number))
  const written = { channel: 'app', from, alsoFrom: addresses.slice(1), name, providerId: id, content, time } as const
  if (notice) return { ...written, isNotice: true, isAutomatic: true, movesTo: notice.movesTo }
  return { ...written, ...contextOf(message) }
}

/** Of who changed where nothing names them as they were, those that they have from now on. */
function addressesOfNotice(message: Fields, people: readonly Fields[], { formerly, movesTo }: Notice): string[] {
  const named = addressesOf(message, people)
  return [named, formerly, movesTo].find((addresses) => addresses.length > 0) ?? []
}

// --- What became of what we wrote -----------------------------------------------------------------------------------

const statuses: Readonly<Record<string, ReportedStatus | 'nothing new'>> = {
  // The answer to the message said so already.
  sent: 'nothing new',
  delivered: 'delivered',
  read: 'read',
  // A voice message that was listened to.
  played: 'read',
  failed: 'failed',
  deleted: 'nothing new',
  warning: 'nothing new',
}

function readStatus(given: Fields | null, { organizationId }: Reading): Receipt | 'nothing new' | null {
  const providerId = textOf(given?.id)
  const status = of(statuses, given?.status)
  const time = timeOf(given?.timestamp)
  if (!given || providerId === null || status === undefined || time === null) return null
  if (status === 'nothing new') return status
  // Ours, as we said it with the message; it is there also where the answer with Meta's own name was lost.
  const ours = textOf(given.biz_opaque_callback_data) ?? ''
  // It is no delivery, and the next one tells the state anew.
  if (ours === OUR_REACTION) return 'nothing new'
  const id = parseTypeId('dlv', ours)
  const delivery = id === null ? { providerId } : { id }
  const end = status === 'failed' ? outcomeOfStatus(given.errors) : { status, error: null }
  return { organizationId, channel: 'app', delivery, time, ...end }
}

// --- What was decided of templates ----------------------------------------------------------------------------------

function readReview(entry: Fields, value: Fields, { account, receivedAt }: Reading, found: Found): number {
  const [businessAccountId, name] = [textOf(entry.id), textOf(value.message_template_name)]
  const language = textOf(value.message_template_language)
  const event = textOf(value.event)
  const category = categoryOf(value.new_category)
  if (businessAccountId === null || name === null || language === null || (event ?? category) === null) return 1
  if (!account.businessAccountIds.has(businessAccountId)) {
    found.leftOut.push(`the business account ${businessAccountId.slice(0, 40)}, which is not this account's`)
    return 0
  }
  const review = event === null ? { status: null, reason: null } : reviewOf(event, value)
  const time = timeOf(entry.time) ?? receivedAt
  found.templates.push({ name, language, providerId: idOf(value.message_template_id), ...review, category, time })
  return 0
}

/** Meta writes it as a number. */
const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value)
