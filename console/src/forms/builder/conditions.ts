// Conditions as the builder edits them: a list of comparisons of which all or any must hold. Pure.

import { type Condition, type ConditionValue, type Field, hasOptions, isAnswered } from '../shape.ts'

export const comparisons = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'answered',
  'not_answered',
  'before',
  'after',
] as const
export type Comparison = (typeof comparisons)[number]

export interface DraftCondition {
  field: string
  comparison: Comparison
  /** As typed or selected; '' for none. */
  value: string
}

export interface DraftConditions {
  mode: 'all' | 'any'
  list: readonly DraftCondition[]
  /** Parts that only the API can express: shown as sentences and kept unchanged. */
  others: readonly Condition[]
}

const BY_TYPE: Partial<Record<Field['type'], readonly Comparison[]>> = {
  short_text: ['is', 'is_not', 'contains', 'not_contains', 'answered', 'not_answered'],
  long_text: ['contains', 'not_contains', 'answered', 'not_answered'],
  email: ['is', 'is_not', 'contains', 'answered', 'not_answered'],
  phone: ['is', 'is_not', 'answered', 'not_answered'],
  number: ['is', 'is_not', 'after', 'before', 'answered', 'not_answered'],
  rating: ['is', 'is_not', 'after', 'before', 'answered', 'not_answered'],
  scale: ['is', 'is_not', 'after', 'before', 'answered', 'not_answered'],
  date: ['is', 'before', 'after', 'answered', 'not_answered'],
  time: ['is', 'before', 'after', 'answered', 'not_answered'],
  single_choice: ['is', 'is_not', 'answered', 'not_answered'],
  dropdown: ['is', 'is_not', 'answered', 'not_answered'],
  multiple_choice: ['contains', 'not_contains', 'answered', 'not_answered'],
  yes_no: ['is', 'answered', 'not_answered'],
  consent: ['answered', 'not_answered'],
  file: ['answered', 'not_answered'],
  hidden: ['is', 'is_not', 'contains', 'answered', 'not_answered'],
}

export const comparisonsOf = (field: Pick<Field, 'type'>): readonly Comparison[] => BY_TYPE[field.type] ?? ['answered']

/** The fields before one, which its conditions can use. */
export const earlierFields = (fields: readonly Field[], key: string): Field[] => {
  const place = fields.findIndex((one) => one.key === key)
  return fields.slice(0, Math.max(place, 0)).filter(isAnswered)
}

export const needsValue = (comparison: Comparison): boolean =>
  comparison !== 'answered' && comparison !== 'not_answered'

export function newCondition(field: Field): DraftCondition {
  return withComparison({ field: field.key, comparison: 'is', value: '' }, comparisonsOf(field)[0] ?? 'answered', field)
}

/** With a value that the field can have, so that a condition is complete as soon as that is possible. */
export function withComparison(condition: DraftCondition, comparison: Comparison, field: Field): DraftCondition {
  const first =
    field.type === 'yes_no' ? 'true' : hasOptions(field) ? (field.options?.[0]?.value ?? '') : condition.value
  const isKept = condition.field === field.key && condition.value !== ''
  return { field: field.key, comparison, value: isKept ? condition.value : needsValue(comparison) ? first : '' }
}

export const isFinished = ({ comparison, value }: DraftCondition): boolean =>
  !needsValue(comparison) || value.trim() !== ''

function read(condition: Condition): DraftCondition | null {
  const { field, not } = condition
  if (not?.field !== undefined && not.contains !== undefined)
    return { field: not.field, comparison: 'not_contains', value: not.contains }
  if (field === undefined) return null
  if (condition.answered !== undefined)
    return { field, comparison: condition.answered ? 'answered' : 'not_answered', value: '' }
  for (const comparison of ['is', 'is_not', 'contains', 'before', 'after'] as const)
    if (condition[comparison] !== undefined) return { field, comparison, value: String(condition[comparison]) }
  return null
}

export function draftOf(condition: Condition | undefined): DraftConditions {
  if (condition === undefined) return { mode: 'all', list: [], others: [] }
  const single = read(condition)
  if (single) return { mode: 'all', list: [single], others: [] }
  const mode = condition.any && !condition.all ? 'any' : 'all'
  const parts = condition[mode] ?? [condition]
  return {
    mode,
    list: parts.flatMap((one) => read(one) ?? []),
    others: parts.filter((one) => read(one) === null),
  }
}

function written({ field: key, comparison, value }: DraftCondition, field: Field | undefined): Condition {
  const typed = valueFor(value, field)
  switch (comparison) {
    case 'answered':
    case 'not_answered':
      return { field: key, answered: comparison === 'answered' }
    case 'not_contains':
      return { not: { field: key, contains: value } }
    case 'contains':
      return { field: key, contains: value }
    default:
      return { field: key, [comparison]: typed }
  }
}

/** Answers of numbers are numbers, and those of yes/no fields are true and false. */
function valueFor(value: string, field: Field | undefined): ConditionValue {
  if (field?.type === 'yes_no') return value === 'true'
  const isNumeric = field?.type === 'number' || field?.type === 'rating' || field?.type === 'scale'
  return isNumeric && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

/** For the API; undefined without any complete comparison. */
export function conditionOf(draft: DraftConditions, fields: readonly Field[]): Condition | undefined {
  const finished = draft.list.filter(isFinished).map((one) =>
    written(
      one,
      fields.find(({ key }) => key === one.field),
    ),
  )
  const parts = [...finished, ...draft.others]
  return parts.length === 0 ? undefined : parts.length === 1 ? parts[0] : { [draft.mode]: parts }
}
