// Filters of contacts, as stored in segments: a condition, or conditions combined by `all`, `any` and `not`. A
// condition is either true or false for each contact, so `not` selects exactly the contacts that its filter does not.

import type { Uuid } from '#kit/ids.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'

/** Conditions in one filter. */
export const CONDITIONS_MAX = 50
/** Levels of `all`, `any` and `not` around a condition. */
export const FILTER_DEPTH_MAX = 8
export const WITHIN_DAYS_MAX = 3650

const DAY_MS = 24 * 3600 * 1000

export type AttributeValue = string | number | boolean

/** `after` is inclusive, `before` exclusive. `within_days` counts back from the time of evaluation. */
export interface Period {
  after?: Date
  before?: Date
  within_days?: number
}

export type AttributeCondition = { attribute: string } & (
  | { is: AttributeValue }
  | { is_not: AttributeValue }
  | { contains: string }
  | { before: string | number }
  | { after: string | number }
  | { exists: boolean }
)

export type Condition =
  | AttributeCondition
  | { list_id: Uuid }
  | { reachable: PricedChannel }
  | { consent: PricedChannel }
  | { last_active_at: Period }
  | { created_at: Period }

export type Filter = Condition | { all: Filter[] } | { any: Filter[] } | { not: Filter }

/** The filter as the API shows it and the database stores it. */
export function showFilter(filter: Filter): Record<string, unknown> {
  if ('all' in filter) return { all: filter.all.map(showFilter) }
  if ('any' in filter) return { any: filter.any.map(showFilter) }
  if ('not' in filter) return { not: showFilter(filter.not) }
  if ('list_id' in filter) return { list_id: publicId('list', filter.list_id) }
  if ('last_active_at' in filter) return { last_active_at: showPeriod(filter.last_active_at) }
  if ('created_at' in filter) return { created_at: showPeriod(filter.created_at) }
  return { ...filter }
}

const showPeriod = ({ after, before, within_days }: Period) => ({
  ...(after === undefined ? {} : { after: seconds(after) }),
  ...(before === undefined ? {} : { before: seconds(before) }),
  ...(within_days === undefined ? {} : { within_days }),
})

/** The contact lists that the filter refers to, each with the path of its field. */
export function listReferences(filter: Filter, field = 'filter'): { listId: Uuid; field: string }[] {
  if ('all' in filter) return filter.all.flatMap((one, index) => listReferences(one, `${field}.all[${index}]`))
  if ('any' in filter) return filter.any.flatMap((one, index) => listReferences(one, `${field}.any[${index}]`))
  if ('not' in filter) return listReferences(filter.not, `${field}.not`)
  return 'list_id' in filter ? [{ listId: filter.list_id, field: `${field}.list_id` }] : []
}

/** The bounds of a period at the moment of evaluation. */
export function boundsOf({ after, before, within_days }: Period, at: Date): { from: Date | null; to: Date | null } {
  const from = within_days === undefined ? (after ?? null) : new Date(at.getTime() - within_days * DAY_MS)
  return { from, to: before ?? null }
}

// --- Values of attributes -------------------------------------------------------------------------------------------

/** Texts are compared without the case of A to Z only: that is independent of the locale. */
export const foldCase = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** An attribute's value as PostgreSQL writes it: a number has all its digits and no exponent. */
export function textOfValue(value: AttributeValue): string {
  return typeof value === 'number' ? plainDecimal(value) : String(value)
}

function plainDecimal(value: number): string {
  const [digits, exponent = '0'] = (value === 0 ? '0' : String(value)).split('e') as [string, string?]
  if (exponent === '0') return digits
  const sign = digits.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const shift = Number(exponent)
  if (shift > 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`
  return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`
}

/** The pattern of a number, also used in SQL. Within the maximum length it is a finite double. */
export const NUMBER = '^-?[0-9]+([.][0-9]+)?$'
export const NUMBER_LENGTH_MAX = 200
const NUMBER_TEXT = new RegExp(NUMBER)

/** The value as a number; null for any other value. */
export function numberOf(value: AttributeValue): number | null {
  const text = textOfValue(value)
  return text.length <= NUMBER_LENGTH_MAX && NUMBER_TEXT.test(text) ? Number(text) : null
}

/** The pattern of a date, or of a date and time with a time zone, in ISO 8601; also used in SQL. */
export const DATE_OR_TIME =
  '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' +
  '(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,3})?)?(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]))?$'
const DATE_OR_TIME_TEXT = new RegExp(DATE_OR_TIME)
/** A plain date means the start of that day in India. */
export const START_OF_DAY = 'T00:00:00+05:30'

/** The text as a time; null for any other text. */
export function timeOf(text: string): Date | null {
  if (!DATE_OR_TIME_TEXT.test(text) || !isDayOfTheCalendar(text)) return null
  return new Date(text.length === 10 ? `${text}${START_OF_DAY}` : text)
}

function isDayOfTheCalendar(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}
