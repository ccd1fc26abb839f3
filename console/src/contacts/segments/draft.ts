// The filter being edited: groups and conditions with keys, possibly incomplete. Pure.

import { dayStart } from '#kit/india/calendar.ts'
import { channelNames } from '../../app/channels.ts'
import {
  type Clause,
  type Condition,
  type ConditionField,
  type ContactFilter,
  type Group,
  isDay,
  isGroup,
  isNumber,
  type Join,
  type Operator,
  operatorsOf,
} from '../../app/segment-clauses.ts'
import { groupOf, writtenAt } from '../../app/segment-filter.ts'

/** As in server/messaging/contacts/segments/filter.ts; the server refuses more. */
export const CONDITIONS_MAX = 50
export const DAYS_MAX = 3650
/** Maximum nesting in the console. Each level uses at most two of the eight levels that the server accepts. */
export const GROUP_LEVELS_MAX = 3

const DAYS_AT_FIRST = '30'

export interface DraftGroup extends Group {
  key: number
  items: DraftClause[]
}
export interface DraftCondition extends Condition {
  key: number
}
export type DraftClause = DraftGroup | DraftCondition

export const isDraftGroup = (clause: DraftClause): clause is DraftGroup => isGroup(clause)

const keyed = (clause: Clause, next: () => number): DraftClause => {
  const key = next()
  return isGroup(clause) ? { ...clause, key, items: clause.items.map((item) => keyed(item, next)) } : { ...clause, key }
}

/** The same filter has the same keys each time. */
export function draftOf(filter?: ContactFilter): DraftGroup {
  let key = 0
  return keyed(filter ? groupOf(filter) : { join: 'all', items: [] }, () => key++) as DraftGroup
}

// --- Changes -------------------------------------------------------------------------------------------------------

const allIn = (clause: DraftClause): DraftClause[] =>
  isDraftGroup(clause) ? [clause, ...clause.items.flatMap(allIn)] : [clause]

export const conditionsIn = (clause: DraftClause): DraftCondition[] =>
  allIn(clause).filter((one) => !isDraftGroup(one)) as DraftCondition[]

const nextKey = (root: DraftGroup): number => Math.max(...allIn(root).map(({ key }) => key)) + 1

/** The tree with the keyed part replaced; `null` removes it. */
function replaced(clause: DraftClause, key: number, by: (one: DraftClause) => DraftClause | null): DraftClause | null {
  if (clause.key === key) return by(clause)
  if (!isDraftGroup(clause)) return clause
  return { ...clause, items: clause.items.map((item) => replaced(item, key, by)).filter((item) => item !== null) }
}

export const withJoin = (root: DraftGroup, key: number, join: Join): DraftGroup =>
  replaced(root, key, (one) => ({ ...(one as DraftGroup), join })) as DraftGroup

export const without = (root: DraftGroup, key: number): DraftGroup => replaced(root, key, () => null) as DraftGroup

export const withCondition = (root: DraftGroup, changed: DraftCondition): DraftGroup =>
  replaced(root, changed.key, () => changed) as DraftGroup

/** Appends to the group with the key; also returns the key of the new part. */
export function added(root: DraftGroup, key: number, clause: Clause): { root: DraftGroup; key: number } {
  let next = nextKey(root)
  const one = keyed(clause, () => next++)
  const put = (group: DraftClause) => ({ ...(group as DraftGroup), items: [...(group as DraftGroup).items, one] })
  return { root: replaced(root, key, put) as DraftGroup, key: one.key }
}

/** A new condition on the field. */
export function newCondition(field: ConditionField, name = ''): Condition {
  return valued({ field, operator: operatorsOf[field][0], name, value: '', until: '' })
}

const isTime = (operator: Operator): boolean => operator === 'since' || operator === 'before' || operator === 'between'
const isDays = (operator: Operator): boolean => operator === 'within' || operator === 'not_within'

export const kindOf = ({ field, operator }: Pick<Condition, 'field' | 'operator'>) => {
  if (field === 'list') return 'list'
  if (field === 'reachable' || field === 'consent') return 'channel'
  if (isDays(operator)) return 'days'
  if (isTime(operator)) return 'time'
  if (operator === 'at_least' || operator === 'less') return 'number'
  return operator === 'is' || operator === 'is_not' || operator.startsWith('contains') ? 'text' : 'nothing'
}

/** With its kind's initial value, if it has none. */
function valued(condition: Condition): Condition {
  if (condition.value !== '') return condition
  const kind = kindOf(condition)
  return { ...condition, value: kind === 'days' ? DAYS_AT_FIRST : kind === 'channel' ? (channelNames[0] ?? '') : '' }
}

/** Keeps the value when the new operator has the same kind. */
export function withOperator<One extends Condition>(condition: One, operator: Operator): One {
  const isSame = kindOf(condition) === kindOf({ ...condition, operator })
  const next = { ...condition, operator, value: isSame ? condition.value : '', until: '' }
  return { ...next, ...valued(next) }
}

export function withField<One extends Condition>(condition: One, field: ConditionField, name: string): One {
  if (field === condition.field) return { ...condition, name }
  return { ...condition, ...newCondition(field, name) }
}

// --- Incomplete conditions -------------------------------------------------------------------------------------------

export type Problem = 'name' | 'text' | 'number' | 'days' | 'time' | 'until' | 'list'

/** What a condition lacks; null when it is complete. */
export function problemOf(condition: Condition): Problem | null {
  const { field, operator, name, value, until } = condition
  if (field === 'attribute' && name.trim() === '') return 'name'
  switch (kindOf(condition)) {
    case 'list':
      return value === '' ? 'list' : null
    case 'text':
      return value.trim() === '' ? 'text' : null
    case 'number':
      return isNumber(value.trim()) ? null : 'number'
    case 'days':
      return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= DAYS_MAX ? null : 'days'
    case 'time':
      if (value === '') return 'time'
      return operator === 'between' && (until === '' || secondsAt(until) < secondsAt(value)) ? 'until' : null
    default:
      return null
  }
}

/** The start of a day in India, or the given time itself. */
const secondsAt = (time: string): number => (isDay(time) ? dayStart(time).getTime() / 1000 : Number(time))

/** Without incomplete conditions, empty groups and surrounding white space; null when nothing remains. */
export function finished(clause: DraftClause): DraftClause | null {
  if (!isDraftGroup(clause)) {
    if (problemOf(clause) !== null) return null
    return {
      ...clause,
      name: clause.name.trim(),
      value: kindOf(clause) === 'number' ? clause.value.trim() : clause.value,
    }
  }
  const items = clause.items.map(finished).filter((item) => item !== null)
  return items.length === 0 ? null : { ...clause, items }
}

export const unfinishedIn = (clause: DraftClause): DraftCondition[] =>
  conditionsIn(clause).filter((condition) => problemOf(condition) !== null)

// --- The filter ----------------------------------------------------------------------------------------------------

/** The filter as an API request, and the key of each of its parts. */
export function writtenDraft(root: DraftClause): { filter: ContactFilter; places: ReadonlyMap<string, number> } {
  const places = new Map<string, number>()
  const filter = writtenAt(root, 'filter', (clause, field) => places.set(field, (clause as DraftClause).key))
  return { filter, places }
}

/** The key of the innermost clause that an error's field is in: `filter.all[1].not.attribute`. */
export function keyAt(places: ReadonlyMap<string, number>, field: string): number | undefined {
  const around = [...places.keys()].filter(
    (place) => field.startsWith(place) && /^([.[]|$)/.test(field.slice(place.length)),
  )
  const innermost = around.sort((one, other) => other.length - one.length)[0]
  return innermost === undefined ? undefined : places.get(innermost)
}
