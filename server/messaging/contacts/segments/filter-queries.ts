// A filter as a SQL condition on the contacts `t`. `not` moves inward to the conditions, and a negated condition is `…
// is not true`, so that NULL counts as false and every contact matches either a filter or its negation.

import { literals, type Statement, sql, unnamed } from '#kit/database/sql.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import { hasAddressOn } from '../address-queries.ts'
import {
  type AttributeCondition,
  boundsOf,
  type Condition,
  DATE_OR_TIME,
  type Filter,
  foldCase,
  NUMBER,
  NUMBER_LENGTH_MAX,
  numberOf,
  type Period,
  START_OF_DAY,
  textOfValue,
  timeOf,
} from './filter.ts'

/**
 * True for the contacts `t` of the organization that the filter selects now, false for all others. The statement itself
 * must restrict `t.org_id`.
 */
export function matchesFilter(organizationId: Uuid, filter: Filter, at: Date): Statement {
  const isOnList: IsOnList = (listId) => sql`
        exists (select from list_members lm
                 where lm.org_id = ${organizationId} and lm.list_id = ${listId} and lm.contact_id = t.id)`
  return matchesFilterBy(isOnList, organizationId, filter, at)
}

/** True if the contact `t` is on the list, and never NULL. */
export type IsOnList = (listId: Uuid) => Statement

/** As `matchesFilter`, for a statement that provides the members of lists itself. */
export function matchesFilterBy(isOnList: IsOnList, organizationId: Uuid, filter: Filter, at: Date): Statement {
  return sql`(${new FilterSql(organizationId, at, isOnList).write(filter, true)})`
}

/** Never NULL, unlike the condition itself. */
const isTrue = (condition: Statement, isWanted: boolean): Statement =>
  isWanted ? condition : sql`(${condition}) is not true`

const TRUE = unnamed(sql`true`)

class FilterSql {
  readonly #organizationId: Uuid
  readonly #at: Date
  readonly #isOnList: IsOnList

  constructor(organizationId: Uuid, at: Date, isOnList: IsOnList) {
    this.#organizationId = organizationId
    this.#at = at
    this.#isOnList = isOnList
  }

  write(filter: Filter, isWanted: boolean): Statement {
    if ('not' in filter) return this.write(filter.not, !isWanted)
    if ('all' in filter) return this.#join(filter.all, isWanted ? 'and' : 'or', isWanted)
    if ('any' in filter) return this.#join(filter.any, isWanted ? 'or' : 'and', isWanted)
    return unnamed(this.#condition(filter, isWanted))
  }

  /** The cheapest condition first: PostgreSQL stops at the first that decides. */
  #join(filters: readonly Filter[], operator: 'and' | 'or', isWanted: boolean): Statement {
    const { values, others } = valuesByAttribute(filters, operator === 'or' ? isWanted : !isWanted)
    const conditions = [
      ...others.map((one) => ({ cost: costOf(one), condition: this.write(one, isWanted) })),
      ...[...values].map(([attribute, texts]) => ({
        cost: COSTS.attribute,
        condition: unnamed(isTrue(isOneOf(attribute, texts), operator === 'or')),
      })),
    ]
    const sorted = conditions.toSorted((one, other) => one.cost - other.cost).map(({ condition }) => condition)
    if (sorted.length <= 1) return sorted[0] ?? TRUE
    return sql`(${sorted.reduce((all, one) => (operator === 'or' ? sql`${all} or ${one}` : sql`${all} and ${one}`))})`
  }

  #condition(condition: Condition, isWanted: boolean): Statement {
    if ('attribute' in condition) return ofAttribute(condition, isWanted)
    if ('list_id' in condition) {
      const isMember = this.#isOnList(condition.list_id)
      return isWanted ? isMember : sql`not (${isMember})`
    }
    if ('reachable' in condition)
      return isWanted ? isReachable(condition.reachable) : not(isReachable(condition.reachable))
    if ('consent' in condition) {
      const consented = this.#hasConsented(condition.consent)
      return isWanted ? consented : not(consented)
    }
    if ('created_at' in condition) return isTrue(createdWithin(condition.created_at, this.#at), isWanted)
    return isTrue(activeWithin(condition.last_active_at, this.#at), isWanted)
  }

  /** The latest consent record for all messages of the channel; a later revocation is in `unsubscribed`. */
  #hasConsented(channel: PricedChannel): Statement {
    return sql`
      ${hasNot(sql`t.unsubscribed`, channel)} and
      exists (select from consents k
               where k.org_id = ${this.#organizationId} and k.contact_id = t.id and k.channel = ${literals([channel])}
                 and k.status = 'granted' and k.scope = 'all')`
  }
}

const not = (condition: Statement): Statement => sql`not (${condition})`

/** The same conditions as for a send. */
const isReachable = (channel: PricedChannel): Statement => sql`
  ${hasAddressOn(channel)} and ${hasNot(sql`t.unsubscribed`, channel)} and ${hasNot(sql`t.suppressed`, channel)}`

/** Most of these columns hold the empty object, which is smaller than one with a key: testing the size is cheap. */
const hasNot = (column: Statement, channel: PricedChannel): Statement =>
  sql`(pg_column_size(${column}) <= 8 or not jsonb_exists(${column}, ${literals([channel])}))`

function activeWithin(period: Period, at: Date): Statement {
  const { from, to } = boundsOf(period, at)
  if (from === null) return sql`t.last_active_at < ${to}`
  return to === null ? sql`t.last_active_at >= ${from}` : sql`t.last_active_at >= ${from} and t.last_active_at < ${to}`
}

/** An id is never older than its row, so the lower bound also restricts the ids, which are indexed. */
function createdWithin(period: Period, at: Date): Statement {
  const { from, to } = boundsOf(period, at)
  if (from === null) return sql`t.created_at < ${to}`
  const isAfter = sql`t.id >= ${firstUuidAt(from)} and t.created_at >= ${from}`
  return to === null ? isAfter : sql`${isAfter} and t.created_at < ${to}`
}

// --- Attributes -----------------------------------------------------------------------------------------------------

/**
 * Groups conditions on the same attribute so that their values are compared at once. `isPositive`: `is` conditions, of
 * which one must hold; otherwise `is_not` conditions, which must all hold: the negation of the same.
 */
function valuesByAttribute(filters: readonly Filter[], isPositive: boolean) {
  const values = new Map<string, string[]>()
  const others: Filter[] = []
  for (const filter of filters) {
    const value = valueOf(filter, isPositive)
    if (value === null) others.push(filter)
    else values.set(value.attribute, [...(values.get(value.attribute) ?? []), value.text])
  }
  return { values, others }
}

function valueOf(filter: Filter, isPositive: boolean): { attribute: string; text: string } | null {
  if (!('attribute' in filter)) return null
  if (isPositive && 'is' in filter) return { attribute: filter.attribute, text: foldedText(filter.is) }
  if (!isPositive && 'is_not' in filter) return { attribute: filter.attribute, text: foldedText(filter.is_not) }
  return null
}

const foldedText = (value: string | number | boolean): string => foldCase(textOfValue(value))

/** Null if the contact has no such attribute. */
const textOf = (attribute: string): Statement => sql`(t.attributes ->> ${attribute}::text)`
/** In the collation C, `lower` changes only the letters A to Z, as `foldCase` does. */
const folded = (attribute: string): Statement => sql`lower(${textOf(attribute)} collate "C")`

function isOneOf(attribute: string, texts: readonly string[]): Statement {
  return texts.length === 1
    ? sql`${folded(attribute)} = ${texts[0]}::text`
    : sql`${folded(attribute)} = any(${texts}::text[])`
}

function ofAttribute(condition: AttributeCondition, isWanted: boolean): Statement {
  const { attribute } = condition
  if ('exists' in condition)
    return condition.exists === isWanted ? sql`${textOf(attribute)} is not null` : sql`${textOf(attribute)} is null`
  if ('is_not' in condition) return isTrue(isOneOf(attribute, [foldedText(condition.is_not)]), !isWanted)
  if ('is' in condition) return isTrue(isOneOf(attribute, [foldedText(condition.is)]), isWanted)
  if ('contains' in condition)
    return isTrue(sql`strpos(${folded(attribute)}, ${foldCase(condition.contains)}::text) > 0`, isWanted)
  return isTrue(compared(attribute, condition), isWanted)
}

/** A number is compared with attributes that read as numbers; a date or time, with those that read as one. */
function compared(attribute: string, condition: { before: string | number } | { after: string | number }): Statement {
  const operand = 'before' in condition ? condition.before : condition.after
  const number = numberOf(operand)
  const value = number === null ? timeIn(attribute) : numberIn(attribute)
  const bound = number === null ? sql`${timeOf(String(operand))}::timestamptz` : sql`${number}::float8`
  return 'before' in condition ? sql`${value} < ${bound}` : sql`${value} >= ${bound}`
}

// Regular expressions take most of the time of a comparison. So cheaper tests come first, for the most common values:
// small whole numbers, plain dates of 1900 to 2099, and texts that do not begin with a digit. PostgreSQL hashes the
// arrays. A subquery would read each attribute only once, but would keep the scan from running in parallel.

const COMMON_NUMBERS = Array.from({ length: 1000 }, (_, number) => String(number))
const COMMON_YEARS = Array.from({ length: 200 }, (_, index) => String(1900 + index))
/** The month and day of a plain date, `-01-31`, without 29 February. */
const COMMON_DAYS = Array.from({ length: 365 }, (_, index) =>
  new Date(Date.UTC(2001, 0, 1 + index)).toISOString().slice(4, 10),
)
const DIGITS = '0123456789'
/** In the collation C: begins with a digit, a minus, a point or a slash. */
const beginsAsNumber = (text: Statement): Statement => sql`${text} collate "C" between '-' and ':'`

const numberIn = (attribute: string): Statement => {
  const text = textOf(attribute)
  return sql`
    case when ${text} = any(${COMMON_NUMBERS}::text[]) then ${text}::float8
         when not ${beginsAsNumber(text)} or octet_length(${text}) > ${NUMBER_LENGTH_MAX}::int4 then null
         when ltrim(${text}, ${DIGITS}::text) = '' or ${text} ~ ${NUMBER}::text then ${text}::float8 end`
}

/** The cast follows the pattern and the check that the month has this day, so it never fails. */
const timeIn = (attribute: string): Statement => {
  const text = textOf(attribute)
  const ofDay = sql`(${text} || ${START_OF_DAY}::text)::timestamptz`
  return sql`
    case when substr(${text}, 5) = any(${COMMON_DAYS}::text[]) and left(${text}, 4) = any(${COMMON_YEARS}::text[])
         then ${ofDay}
         when not ${beginsAsNumber(text)} or ${text} !~ ${DATE_OR_TIME}::text then null
         when substr(${text}, 9, 2)::int > 28 and substr(${text}, 9, 2)::int > extract(day from
                make_date(substr(${text}, 1, 4)::int, substr(${text}, 6, 2)::int, 1) + interval '1 month - 1 day')
         then null
         when octet_length(${text}) = 10 then ${ofDay}
         else ${text}::timestamptz end`
}

// --- Costs of conditions --------------------------------------------------------------------------------------------

const COSTS = { column: 1, attribute: 2, comparison: 3, table: 4 }

function costOf(filter: Filter): number {
  if ('not' in filter) return costOf(filter.not)
  if ('all' in filter) return Math.max(...filter.all.map(costOf))
  if ('any' in filter) return Math.max(...filter.any.map(costOf))
  if ('list_id' in filter || 'consent' in filter) return COSTS.table
  if (!('attribute' in filter)) return COSTS.column
  return 'before' in filter || 'after' in filter || 'contains' in filter ? COSTS.comparison : COSTS.attribute
}
