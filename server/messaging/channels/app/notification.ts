// Parses Meta's webhooks into provider-independent events. External input: every value and type is checked. Pure.

import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { ownOf } from '#kit/own.ts'
import { NotUnderstood } from '../arrivals/arrival.ts'
import type {
  Arrived,
  Incoming,
  IncomingAttachment,
  IncomingPreference,
  IncomingReaction,
  Receipt,
  ReportedStatus,
} from '../arrivals/arrived.ts'
import { accountNotice, errorNotice, strayNotice, unreadNotice } from './account-notices.ts'
import { addressesOf, personOf } from './addresses.ts'
import { amendmentIn } from './amendments.ts'
import type { ReportedOn } from './callee.ts'
import { callIn, callsIn, isOfCall } from './calls.ts'
import { contextOf } from './context.ts'
import { contentOf } from './incoming-content.ts'
import { type Fields, fieldsOf, listOf, parseWebhook, textOf, timeOf } from './json-values.ts'
import { type Notice, noticeOf } from './notices.ts'
import { outcomeOfStatus } from './outcomes.ts'
import { OUR_REACTION } from './payload.ts'
import { categoryOf, reviewOf } from './template-review.ts'

export interface Notification extends Arrived {
  /** Skipped parts with the reason, a line each: for another number, or of an unknown format. */
  leftOut: readonly string[]
}

export interface Reading {
  organizationId: Uuid
  account: ReportedOn
  /** Opens media that the phone number received. */
  openMedia(mediaId: string, phoneNumberId: string): Pick<IncomingAttachment, 'open' | 'reference'>
  receivedAt: Date
}

/** `unread`: parts of an unknown format. */
type Found = { [K in keyof Arrived]: Arrived[K][number][] } & { leftOut: string[]; unread: unknown[] }

/** Throws NotUnderstood when it is not a webhook of Meta, or when no part is understood. */
export function readNotification(body: Buffer, reading: Reading): Notification {
  const found: Found = {
    messages: [],
    receipts: [],
    reactions: [],
    templates: [],
    suppressions: [],
    edits: [],
    withdrawals: [],
    preferences: [],
    notices: [],
    leftOut: [],
    unread: [],
  }
  const root = fieldsOf(parsed(body))
  if (root?.object !== 'whatsapp_business_account') throw new NotUnderstood('not a webhook of a WhatsApp account')
  let malformed = 0
  for (const entry of listOf(root.entry)) {
    const change = fieldsOf(entry)
    if (!change) malformed++
    for (const one of listOf(change?.changes)) malformed += readChange(change as Fields, fieldsOf(one), reading, found)
  }
  const { leftOut, unread, ...arrived } = found
  const understood = Object.values(arrived).reduce((sum, all) => sum + all.length, 0)
  if (malformed > 0 && understood === 0) throw new NotUnderstood(`${malformed} parts have an unknown shape`)
  if (malformed > 0) leftOut.push(`${malformed} parts of no shape that is known`)
  arrived.notices.push(...unread.map((part) => unreadNotice(part, reading.receivedAt)))
  return { ...arrived, leftOut }
}

function parsed(body: Buffer): unknown {
  try {
    return parseWebhook(body)
  } catch {
    throw new NotUnderstood('not valid JSON')
  }
}

/** Returns how many of its parts have an unknown format. */
function readChange(entry: Fields, change: Fields | null, reading: Reading, found: Found): number {
  const value = fieldsOf(change?.value)
  if (!change || !value) return unreadIn(found, change)
  const time = timeOf(entry.time) ?? reading.receivedAt
  switch (change.field) {
    case 'messages':
    case 'calls':
    case 'user_preferences':
      found.notices.push(...listOf(value.errors).map((error) => errorNotice(error, time)))
      return readMessages(value, reading, found)
    case 'message_template_status_update':
    case 'template_category_update':
      return readReview(entry, value, reading, found)
    default:
      // Fields about the account, and fields that Meta adds later.
      found.notices.push(
        isOfAccount(entry, reading)
          ? accountNotice(change.field, value, time)
          : strayNotice('business_account_id', textOf(entry.id) ?? '', time),
      )
      return 0
  }
}

function unreadIn(found: Found, part: unknown): 1 {
  found.unread.push(part)
  return 1
}

const isOfAccount = (entry: Fields, { account }: Reading): boolean =>
  account.businessAccountIds.has(textOf(entry.id) ?? '')

function readMessages(value: Fields, reading: Reading, found: Found): number {
  const number = textOf(fieldsOf(value.metadata)?.phone_number_id)
  // An error of the whole account names no number.
  if (number === null && listOf(value.errors).length > 0) return 0
  if (number === null) return unreadIn(found, value)
  if (!reading.account.phoneNumberIds.has(number)) {
    found.leftOut.push(`the phone number id ${number.slice(0, 40)}, which is not this account's`)
    found.notices.push(strayNotice('phone_number_id', number, reading.receivedAt))
    return 0
  }
  const people = listOf(value.contacts)
    .map(fieldsOf)
    .filter((one) => one !== null)
  let malformed = 0
  for (const one of listOf(value.messages)) {
    const amendment = amendmentIn(fieldsOf(one), (given) => readMessage(given, people, number, reading))
    if (amendment !== null) {
      found.edits.push(...amendment.edits)
      found.withdrawals.push(...amendment.withdrawals)
      continue
    }
    const message = readMessage(fieldsOf(one), people, number, reading)
    if (message === null) malformed += unreadIn(found, one)
    else if ('emoji' in message) found.reactions.push(message)
    else found.messages.push(message)
  }
  for (const one of callsIn(value)) {
    const call = callIn(one, (message) => readMessage(message, people, number, reading) as Incoming | null)
    if (call === null) malformed += unreadIn(found, one)
    else found.messages.push(call)
  }
  for (const one of listOf(value.statuses).filter((status) => !isOfCall(status))) {
    const receipt = readStatus(fieldsOf(one), reading)
    if (receipt === null) malformed += unreadIn(found, one)
    else if (receipt !== 'nothing new') found.receipts.push(receipt)
  }
  for (const one of listOf(value.user_preferences)) {
    const preference = readPreference(fieldsOf(one), people)
    if (preference === null) malformed += unreadIn(found, one)
    else found.preferences.push(preference)
  }
  return malformed
}

function of<Value>(table: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === 'string' ? ownOf(table, name) : undefined
}

// --- Contacts' messages ---------------------------------------------------------------------------------------------

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

/** The addresses that identify a notice's contact: those of its sender, else the former ones, else the new ones. */
function addressesOfNotice(message: Fields, people: readonly Fields[], { formerly, movesTo }: Notice): string[] {
  const named = addressesOf(message, people)
  return [named, formerly, movesTo].find((addresses) => addresses.length > 0) ?? []
}

/** WhatsApp's own switch for marketing messages; other categories count as unknown. */
function readPreference(given: Fields | null, people: Fields[]): IncomingPreference | null {
  const marketing = of({ stop: 'stopped', resume: 'resumed' } as const, textOf(given?.value)?.toLowerCase())
  const time = timeOf(given?.timestamp)
  if (!given || given.category !== 'marketing_messages' || marketing === undefined || time === null) return null
  const [from, ...alsoFrom] = addressesOf({ from: given.wa_id, from_user_id: given.user_id }, people)
  return from === undefined ? null : { from, alsoFrom, marketing, detail: textOf(given.detail), time }
}

// --- Statuses of our messages ---------------------------------------------------------------------------------------

const statuses: Readonly<Record<string, ReportedStatus | 'nothing new'>> = {
  // The response to the message reported this already.
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
  // Our own id, which we sent with the message; present even if the response with Meta's id was lost.
  const ours = textOf(given.biz_opaque_callback_data) ?? ''
  // Not a delivery; the next status reports the state again.
  if (ours === OUR_REACTION) return 'nothing new'
  const id = parseTypeId('dlv', ours)
  const delivery = id === null ? { providerId } : { id }
  const end = status === 'failed' ? outcomeOfStatus(given.errors) : { status, error: null }
  return { organizationId, channel: 'app', delivery, time, ...end }
}

// --- Template reviews -----------------------------------------------------------------------------------------------

function readReview(entry: Fields, value: Fields, { account, receivedAt }: Reading, found: Found): number {
  const [businessAccountId, name] = [textOf(entry.id), textOf(value.message_template_name)]
  const language = textOf(value.message_template_language)
  const event = textOf(value.event)
  const category = categoryOf(value.new_category)
  if (businessAccountId === null || name === null || language === null || (event ?? category) === null)
    return unreadIn(found, value)
  if (!account.businessAccountIds.has(businessAccountId)) {
    found.leftOut.push(`the business account ${businessAccountId.slice(0, 40)}, which is not this account's`)
    found.notices.push(strayNotice('business_account_id', businessAccountId, receivedAt))
    return 0
  }
  const review = event === null ? { status: null, reason: null } : reviewOf(event, value)
  const time = timeOf(entry.time) ?? receivedAt
  found.templates.push({ name, language, providerId: idOf(value.message_template_id), ...review, category, time })
  return 0
}

/** Meta sends it as a number. */
const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value)
