// What a gateway brought, read as its account describes it. Pure: the same however often it is read.

import { createHash } from 'node:crypto'
import { parseTypeId } from '#kit/ids.ts'
import { type Arrival, NotUnderstood } from '../../arrivals/arrival.ts'
import type { Incoming, Receipt, ReportedStatus } from '../../arrivals/arrived.ts'
import { CONTENT_MAX } from '../../channel.ts'
import { readNumber } from '../numbers.ts'
import { type CallbackFormat, folded, type IncomingDescription, type ReportsDescription } from './callbacks.ts'
import { GATEWAY_ID_MAX, textAt, valueAt } from './description.ts'

/** As it is kept: what came, and by which of the two addresses. */
export interface Brought {
  kind: 'reports' | 'incoming'
  format: CallbackFormat
  /** The body, or the query. */
  content: string
}

export const writeBrought = (brought: Brought): Buffer => Buffer.from(JSON.stringify(brought))

export function readBrought(body: Buffer): Brought {
  const { kind, format, content } = (parsed(body.toString('utf8')) ?? {}) as Partial<Brought>
  const isKind = kind === 'reports' || kind === 'incoming'
  if (!isKind || format === undefined || typeof content !== 'string')
    throw new NotUnderstood('it is nothing that an HTTP gateway brought')
  return { kind, format, content }
}

/** In one call. */
const ITEMS_MAX = 1000
const ERROR_MAX = 100

type Item = (place: string | null) => string | null

/** The values of each item, by their places. */
function itemsOf({ format, content }: Brought, described: { format: CallbackFormat; list: string | null }): Item[] {
  if (format !== described.format)
    throw new NotUnderstood(`it came as ${format}, and the account says that its gateway brings ${described.format}`)
  if (format !== 'json') {
    const fields = new URLSearchParams(content)
    return [(place) => (place === null ? null : fields.get(place))]
  }
  const json = parsed(content)
  const list = described.list === null ? json : valueAt(json, described.list)
  const items = Array.isArray(list) ? list : [list]
  if (items.length > ITEMS_MAX) throw new NotUnderstood(`it has more than ${ITEMS_MAX} items`)
  return items.map((item) => (place) => (place === null ? null : textAt(item, place)))
}

/** Of the organization that the address is of, whatever it names. Those that say nothing are left out. */
export function readReports(arrival: Arrival, brought: Brought, described: ReportsDescription): Receipt[] {
  const items = itemsOf(brought, described)
  const found = items.map((item) => reportIn(arrival, item, described))
  if (items.length > 0 && found.every((one) => one === 'unnamed'))
    throw new NotUnderstood('a report that names no message, or no status, where the account says that they stand')
  return found.filter((one) => typeof one === 'object')
}

function reportIn(arrival: Arrival, item: Item, described: ReportsDescription): Receipt | 'unnamed' | 'nothing' {
  const { organizationId, receivedAt } = arrival
  const said = item(described.status)
  const delivery = deliveryOf(item, described)
  if (said === null || delivery === null) return 'unnamed'
  const status = statusOf(said, described)
  if (status === null) return 'nothing'
  const code = lineOf(item(described.error) ?? '') || lineOf(said)
  const detail = `The gateway reported ${lineOf(said)}${item(described.error) ? `, error ${code}` : ''}.`
  const error = status === 'delivered' ? null : { code, detail }
  return { organizationId, channel: 'sms', delivery, status, time: timeOf(item(described.time), receivedAt), error }
}

function deliveryOf(item: Item, { id, reference }: ReportsDescription): Receipt['delivery'] | null {
  const own = parseTypeId('dlv', item(reference) ?? '')
  if (own !== null) return { id: own }
  const providerId = item(id)?.slice(0, GATEWAY_ID_MAX)
  return providerId ? { providerId } : null
}

function statusOf(said: string, { delivered, undelivered, failed }: ReportsDescription): ReportedStatus | null {
  const is = (values: readonly string[]) => values.some((one) => folded(one) === folded(said))
  return is(delivered) ? 'delivered' : is(undelivered) ? 'undelivered' : is(failed) ? 'failed' : null
}

export function readWritten(arrival: Arrival, brought: Brought, described: IncomingDescription): Incoming[] {
  const items = itemsOf(brought, described)
  const found = items.flatMap((item, place): Incoming[] => {
    const [from, text] = [item(described.from), item(described.text)]
    if (!from || text === null) return []
    const time = item(described.time)
    const name = isNameless(item, described) ? `${arrival.id}:${place}` : nameOf(item(described.id), [from, text, time])
    return [
      {
        channel: 'sms',
        from: readNumber(from.trim()),
        providerId: `http:${name}`,
        // A gateway that was reset or replaced counts from 1 again.
        contentHash: sha256Of([from, text]),
        content: { subject: null, text: cleaned(text), html: null, attachments: [] },
        time: timeOf(time, arrival.receivedAt),
      },
    ]
  })
  if (items.length > 0 && found.length === 0)
    throw new NotUnderstood('a message without sender or text where the account says that they stand')
  return found
}

/** By nothing in it a repetition is told from the same words again. */
const isNameless = (item: Item, { id, time }: IncomingDescription): boolean => !item(id) && !item(time)

/** Whether any of what contacts wrote is so. What the description does not fit is not. */
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

/** A gateway's clock may be wrong: nothing is from the future, nor from long ago. */
const PAST_MAX_MS = 7 * 24 * 3600 * 1000
const UNIX_SECONDS = /^\d{9,10}$/
const UNIX_MS = /^\d{12,13}$/
/** Without a zone nobody knows which moment it is. */
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
