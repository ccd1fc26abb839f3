// Pure rules of usage reports: dimensions, periods and cursors.

import { indianDate } from '#kit/india/calendar.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { invalid, invalidFields, type Refusal } from '#kit/refusals.ts'

/** In the order in which rows are sorted, whatever the order in the request. */
export const dimensions = ['month', 'day', 'organization', 'channel', 'kind', 'campaign', 'list', 'user'] as const
export type Dimension = (typeof dimensions)[number]

/** The kind of a refund whose charge was for messages of several kinds. */
export const UNATTRIBUTED = 'unattributed'

/** `channel,day`: each once, in any order. */
export function readGroupBy(text: string): ReadonlySet<Dimension> {
  const asked = text.split(',').map((name) => name.trim())
  const unknown = asked.find((name) => !(dimensions as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw groupByRefusal(validationError('usage_dimension_unknown', { value: unknown, values: dimensions }))
  const chosen = new Set(asked as Dimension[])
  if (chosen.size < asked.length) throw groupByRefusal(validationError('usage_dimension_repeated'))
  if (chosen.has('day') && chosen.has('month')) throw groupByRefusal(validationError('usage_day_and_month'))
  return chosen
}

const groupByRefusal = (error: ValidationError): Refusal =>
  invalidFields('invalid_query', [{ field: 'group_by', ...error }])

export interface Period {
  from: Date
  /** Exclusive. */
  to: Date
}

/** Days in India; `to` is exclusive. */
export interface Days {
  from: string
  to: string
}

/** The day in India that starts at the given time; other times are refused, because reports consist of whole days. */
export function dayOf(field: string, at: Date): string {
  const day = indianDate(at)
  if (indianDate(new Date(at.getTime() - 1)) === day) throw invalid(field, 'not_a_day_in_india')
  return day
}

// --- Cursors --------------------------------------------------------------------------------------------------------

/**
 * The values by which a row is grouped, in the order of `dimensions`; null for a missing value and for a dimension that
 * was not requested.
 */
export type Key = readonly (string | null)[]

/** The cursor of a row: the values that it is grouped by. */
export const cursorOf = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url')

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const WORD = /^[a-z_]{1,30}$/
const forms: Record<Dimension, RegExp> = {
  month: DATE,
  day: DATE,
  organization: UUID,
  channel: WORD,
  kind: WORD,
  campaign: UUID,
  list: UUID,
  user: UUID,
}

/** Null for a cursor that no row of such a report can have. */
export function readCursor(text: string, chosen: ReadonlySet<Dimension>): Key | null {
  let key: unknown
  try {
    key = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
  if (!Array.isArray(key) || key.length !== dimensions.length) return null
  const isGood = dimensions.every((name, index) => {
    const value: unknown = key[index]
    return value === null || (chosen.has(name) && typeof value === 'string' && isOfForm(forms[name], value))
  })
  return isGood ? (key as Key) : null
}

/** JavaScript would interpret 31 February as 3 March, PostgreSQL refuses it. */
function isOfForm(form: RegExp, value: string): boolean {
  if (!form.test(value)) return false
  return form !== DATE || new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)
}
