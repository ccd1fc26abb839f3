// Converts an API filter to groups and conditions, and back; the result selects the same contacts. Pure.

import { dayEnd, dayStart, indianDate } from '#kit/india/calendar.ts'
import {
  type Clause,
  type Condition,
  type ConditionField,
  type ContactFilter,
  type Group,
  isDay,
  isGroup,
  isNumber,
  type Operator,
  type Period,
} from './segment-clauses.ts'

// --- Reading -------------------------------------------------------------------------------------------------------

/** The filter with every negation moved into a group or an operator. */
export function clauseOf(filter: ContactFilter): Clause {
  if (filter.all) return { join: 'all', items: filter.all.map(clauseOf) }
  if (filter.any) return { join: 'any', items: filter.any.map(clauseOf) }
  if (filter.not) return negated(clauseOf(filter.not))
  return conditionOf(filter)
}

/** The same as a group, the initial state of an editor. */
export function groupOf(filter: ContactFilter): Group {
  const clause = clauseOf(filter)
  return isGroup(clause) ? clause : { join: 'all', items: [clause] }
}

const opposites: Partial<Record<Operator, Operator>> = {
  is: 'is_not',
  contains: 'contains_not',
  exists: 'missing',
  blank: 'not_blank',
  yes: 'no',
  within: 'not_within',
}
for (const [one, other] of Object.entries(opposites)) opposites[other] = one as Operator

function negated(clause: Clause): Clause {
  if (!isGroup(clause)) {
    const operator = opposites[clause.operator]
    return operator ? { ...clause, operator } : { join: 'none', items: [clause] }
  }
  const { join, items } = clause
  if (join === 'none') return { join: 'any', items }
  return join === 'any' ? { join: 'none', items } : { join: 'any', items: items.map(negated) }
}

const condition = (field: ConditionField, operator: Operator, more: Partial<Condition> = {}): Condition => ({
  field,
  operator,
  name: '',
  value: '',
  until: '',
  ...more,
})

function conditionOf(filter: ContactFilter): Condition {
  if (filter.list_id !== undefined) return condition('list', 'yes', { value: filter.list_id })
  if (filter.reachable !== undefined) return condition('reachable', 'yes', { value: filter.reachable })
  if (filter.consent !== undefined) return condition('consent', 'yes', { value: filter.consent })
  if (filter.last_active_at) return periodOf('last_active', filter.last_active_at)
  if (filter.created_at) return periodOf('created', filter.created_at)
  const { attribute: name = '', is, is_not, contains, before, after, exists } = filter
  const of = (operator: Operator, value: string | number | boolean = '') =>
    condition('attribute', operator, { name, value: textOf(value) })
  if (is !== undefined) return of(is === '' ? 'blank' : 'is', is)
  if (is_not !== undefined) return of(is_not === '' ? 'not_blank' : 'is_not', is_not)
  if (contains !== undefined) return of('contains', contains)
  if (after !== undefined) return of(isNumber(textOf(after)) ? 'at_least' : 'since', after)
  if (before !== undefined) return of(isNumber(textOf(before)) ? 'less' : 'before', before)
  return of(exists === false ? 'missing' : 'exists')
}

/** A number with all its digits: `1e21` is no number that the API reads. */
function textOf(value: string | number | boolean): string {
  if (typeof value !== 'number' || !/e/.test(String(value))) return String(value)
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
}

function periodOf(field: 'last_active' | 'created', { after, before, within_days }: Period): Condition {
  if (within_days !== undefined) return condition(field, 'within', { value: String(within_days) })
  if (after === undefined) return condition(field, 'before', { value: dayOrMoment(before) })
  if (before === undefined) return condition(field, 'since', { value: dayOrMoment(after) })
  const end = dayOrMoment(before)
  const until = isDay(end) ? dayBefore(end) : end
  return condition(field, 'between', { value: dayOrMoment(after), until })
}

/** A day where the time is the beginning of one in India, else Unix seconds. */
function dayOrMoment(time: number | string | undefined): string {
  if (typeof time === 'string' && isDay(time)) return time
  const at = typeof time === 'number' ? new Date(time * 1000) : new Date(time ?? Number.NaN)
  const day = indianDate(at)
  return dayStart(day).getTime() === at.getTime() ? day : String(Math.floor(at.getTime() / 1000))
}

const dayBefore = (day: string): string => indianDate(new Date(dayStart(day).getTime() - 1))
const dayAfter = (day: string): string => indianDate(dayEnd(day))

// --- Writing -------------------------------------------------------------------------------------------------------

/** The clause as an API filter. */
export function filterOf(clause: Clause): ContactFilter {
  return writtenAt(clause, 'filter', () => {})
}

/**
 * The same, with the path of each clause in the terms of the API's errors: `filter.all[1].not.any[0]`. Calls `place`
 * for every clause, inner ones last.
 */
export function writtenAt(
  clause: Clause,
  field: string,
  place: (clause: Clause, field: string) => void,
): ContactFilter {
  place(clause, field)
  if (!isGroup(clause)) return conditionFilter(clause)
  const { join, items } = clause
  const inner = join === 'all' ? `${field}.all` : join === 'any' ? `${field}.any` : `${field}.not.any`
  const filters = items.map((item, index) => writtenAt(item, `${inner}[${index}]`, place))
  return join === 'all' ? { all: filters } : join === 'any' ? { any: filters } : { not: { any: filters } }
}

function conditionFilter({ field, operator, name, value, until }: Condition): ContactFilter {
  const isNegated = operator === 'no'
  switch (field) {
    case 'list':
      return unless(isNegated, { list_id: value })
    case 'reachable':
      return unless(isNegated, { reachable: value })
    case 'consent':
      return unless(isNegated, { consent: value })
    case 'last_active':
      return unless(operator === 'not_within', { last_active_at: periodFilter(operator, value, until) })
    case 'created':
      return unless(operator === 'not_within', { created_at: periodFilter(operator, value, until) })
    default:
      return attributeFilter(operator, name, value)
  }
}

const unless = (isNegated: boolean, filter: ContactFilter): ContactFilter => (isNegated ? { not: filter } : filter)

function attributeFilter(operator: Operator, attribute: string, value: string): ContactFilter {
  switch (operator) {
    case 'is_not':
      return { attribute, is_not: value }
    case 'blank':
      return { attribute, is: '' }
    case 'not_blank':
      return { attribute, is_not: '' }
    case 'contains':
      return { attribute, contains: value }
    case 'contains_not':
      return { not: { attribute, contains: value } }
    case 'at_least':
    case 'since':
      return { attribute, after: value }
    case 'less':
    case 'before':
      return { attribute, before: value }
    case 'exists':
    case 'missing':
      return { attribute, exists: operator === 'exists' }
    default:
      return { attribute, is: value }
  }
}

const timeFilter = (value: string) => (isDay(value) ? value : Number(value))

function periodFilter(operator: Operator, value: string, until: string): Period {
  switch (operator) {
    case 'since':
      return { after: timeFilter(value) }
    case 'before':
      return { before: timeFilter(value) }
    case 'between':
      return { after: timeFilter(value), before: timeFilter(isDay(until) ? dayAfter(until) : until) }
    default:
      return { within_days: Number(value) }
  }
}
