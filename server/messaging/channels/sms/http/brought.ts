// Parses a gateway's calls as its account describes them. Pure and deterministic.

import { createHash } from 'node:crypto'
import { parseTypeId } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { type Arrival, NotUnderstood } from '../../arrivals/arrival.ts'
import type { Incoming, Receipt } from '../../arrivals/arrived.ts'
import { CONTENT_MAX } from '../../channel.ts'
import { readNumber } from '../numbers.ts'
import { meaningOfState } from '../report-states.ts'
import type { CallbackFormat, IncomingDescription, ReportsDescription } from './callbacks.ts'
import { GATEWAY_ID_MAX, textAt, valueAt } from './description.ts'

/** The stored form of a call: its content, and which of the two addresses received it. */
export interface Brought {
  kind: 'reports' | 'incoming'
  format: CallbackFormat
  /** The body, or the query. */
  content: string
  /** The positions of the items to parse, when the others of the call were parsed before. */
  only?: readonly number[]
}

/** The parsed items of a call, and the positions of the others with the first one's error. */
export interface Understood<One> {
  found: One[]
  rest: { places: number[]; why: string } | null
}

export const writeBrought = (brought: Brought): Buffer => Buffer.from(JSON.stringify(brought))

export function readBrought(body: Buffer): Brought {
  const { kind, format, content, only } = (parsed(body.toString('utf8')) ?? {}) as Partial<Brought>
  const isKind = kind === 'reports' || kind === 'incoming'
  if (!isKind || format === undefined || typeof content !== 'string')
    throw new NotUnderstood('not a request from an HTTP gateway')
  return { kind, format, content, ...(Array.isArray(only) ? { only } : {}) }
}

/** Per call. */
const ITEMS_MAX = 1000
const ERROR_MAX = 100

interface Item {
  /** Its position in the call. */
  place: number
  at: (place: string | null) => string | null
}

/** The values of each item, by JSON pointer or field name. */
export function itemsOf(
  { format, content, only }: Brought,
  described: { format: CallbackFormat; list: string | null },
): Item[] {
  if (format !== described.format)
    throw new NotUnderstood(`the call has the format ${format}, but the account expects ${described.format}`)
  if (format !== 'json') {
    const fields = new URLSearchParams(content)
    return [{ place: 0, at: (place) => (place === null ? null : fields.get(place)) }]
  }
  const json = parsed(content)
  const list = described.list === null ? json : valueAt(json, described.list)
  const items = Array.isArray(list) ? list : [list]
  if (items.length > ITEMS_MAX) throw new NotUnderstood(`it has more than ${ITEMS_MAX} items`)
  return items
    .map((item, index) => ({
      place: index,
      at: (place: string | null) => (place === null ? null : textAt(item, place)),
    }))
    .filter(({ place }) => only === undefined || only.includes(place))
}

/** Each item separately, so that one invalid item blocks no other; throws when none is valid. */
function understood<One>(items: readonly Item[], read: (item: Item) => One | null): Understood<One> {
  const found: One[] = []
  const rest: { place: number; error: NotUnderstood }[] = []
  for (const item of items)
    try {
      const one = read(item)
      if (one !== null) found.push(one)
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error
      rest.push({ place: item.place, error })
    }
  const [first] = rest
  if (first === undefined) return { found, rest: null }
  if (rest.length === items.length) throw first.error
  return { found, rest: { places: rest.map(({ place }) => place), why: first.error.message } }
}

/** Receipts of the organization that owns the callback address. Intermediate statuses are omitted. */
export const readReports = (arrival: Arrival, brought: Brought, described: ReportsDescription): Understood<Receipt> =>
  understood(itemsOf(brought, described), (item) => reportIn(arrival, item, described))

function reportIn(arrival: Arrival, item: Item, described: ReportsDescription): Receipt | null {
  const { organizationId, receivedAt } = arrival
  const said = item.at(described.status)
  const delivery = deliveryOf(item, described)
  if (said === null || delivery === null)
    throw new NotUnderstood('a report without the message ID or status fields set in the account')
  const status = meaningOfState(said, described)
  if (status === null)
    throw new NotUnderstood(
      `a report with the status "${lineOf(said)}", which is neither a standard state nor set in the account`,
    )
  if (status === 'pending') return null
  const code = lineOf(item.at(described.error) ?? '') || lineOf(said)
  const state = lineOf(said)
  const detail = item.at(described.error)
    ? detailsOf('gateway_reported_error', { state, error: code })
    : detailsOf('gateway_reported', { state })
  const error = status === 'delivered' ? null : { code, detail }
  const time = timeOf(item.at(described.time), receivedAt)
  return { organizationId, channel: 'sms', delivery, status, time, error }
}

function deliveryOf(item: Item, { id, reference }: ReportsDescription): Receipt['delivery'] | null {
  const own = parseTypeId('dlv', item.at(reference) ?? '')
  if (own !== null) return { id: own }
  const providerId = item.at(id)?.slice(0, GATEWAY_ID_MAX)
  return providerId ? { providerId } : null
}

export const readWritten = (arrival: Arrival, brought: Brought, described: IncomingDescription): Understood<Incoming> =>
  understood(itemsOf(brought, described), (item) => messageIn(arrival, item, described))

function messageIn(arrival: Arrival, item: Item, described: IncomingDescription): Incoming {
  const [from, text, time] = [item.at(described.from), item.at(described.text), item.at(described.time)]
  if (!from || text === null) throw new NotUnderstood('a message without the sender or text fields set in the account')
  const name = isNameless(item, described)
    ? `${arrival.id}:${item.place}`
    : nameOf(item.at(described.id), [from, text, time])
  return {
    channel: 'sms',
    from: readNumber(from.trim()),
    providerId: `http:${name}`,
    // A gateway that was reset or replaced starts its ids at 1 again.
    contentHash: sha256Of([from, text]),
    content: { subject: null, text: cleaned(text), html: null, attachments: [] },
    time: timeOf(time, arrival.receivedAt),
  }
}

/** Without id and time, a repetition cannot be told apart from the same text written again. */
const isNameless = ({ at }: Item, { id, time }: IncomingDescription): boolean => !at(id) && !at(time)

/** True when any inbound message has neither. Items that do not match the description do not count. */
export function hasNameless(brought: Brought, described: IncomingDescription): boolean {
  try {
    return itemsOf(brought, described).some((item) => isNameless(item, described))
  } catch (error) {
    if (error instanceof NotUnderstood) return false
    throw error
  }
}

const nameOf = (id: string | null, all: readonly (string | null)[]): string =>
  id ? id.slice(0, GATEWAY_ID_MAX) : sha256Of(all)

const sha256Of = (all: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(all)).digest('hex')

const cleaned = (text: string): string => text.replaceAll('\0', '').slice(0, CONTENT_MAX.text).toWellFormed()

const lineOf = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, ERROR_MAX)
    .toWellFormed()

/** A gateway's clock may be wrong: a time in the future or long ago is not used. */
const PAST_MAX_MS = 7 * 24 * 3600 * 1000
const UNIX_SECONDS = /^\d{9,10}$/
const UNIX_MS = /^\d{12,13}$/
/** Without a time zone the moment is unknown. */
const WITH_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

function timeOf(said: string | null, receivedAt: Date): Date {
  const text = said?.trim() ?? ''
  const ms = UNIX_SECONDS.test(text)
    ? Number(text) * 1000
    : UNIX_MS.test(text)
      ? Number(text)
      : WITH_ZONE.test(text)
        ? Date.parse(text.replace(' ', 'T'))
        : Number.NaN
  const isSound = ms <= receivedAt.getTime() && ms > receivedAt.getTime() - PAST_MAX_MS
  return isSound ? new Date(ms) : receivedAt
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
