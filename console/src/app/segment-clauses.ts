// The groups and conditions of a segment's filter as displayed and edited: each condition has an operator that includes
// its negation, so that a bare "not" never appears. Pure.

export interface Period {
  after?: number | string | undefined
  before?: number | string | undefined
  within_days?: number | undefined
}

/** The structure of the SDK's type. */
export interface ContactFilter {
  all?: ContactFilter[] | undefined
  any?: ContactFilter[] | undefined
  not?: ContactFilter | undefined
  attribute?: string | undefined
  is?: string | number | boolean | undefined
  is_not?: string | number | boolean | undefined
  contains?: string | undefined
  before?: string | number | undefined
  after?: string | number | undefined
  exists?: boolean | undefined
  list_id?: string | undefined
  reachable?: string | undefined
  consent?: string | undefined
  last_active_at?: Period | undefined
  created_at?: Period | undefined
}

export const joins = ['all', 'any', 'none'] as const
export type Join = (typeof joins)[number]

export interface Group {
  join: Join
  items: Clause[]
}

export const conditionFields = ['attribute', 'list', 'reachable', 'consent', 'last_active', 'created'] as const
export type ConditionField = (typeof conditionFields)[number]

const attributeOperators = [
  'is',
  'is_not',
  'contains',
  'contains_not',
  'exists',
  'missing',
  'at_least',
  'less',
  'since',
  'before',
] as const
const timeOperators = ['within', 'not_within', 'since', 'before', 'between'] as const
const plainOperators = ['yes', 'no'] as const

/** The operators that the console offers for a field. */
export const operatorsOf = {
  attribute: attributeOperators,
  list: plainOperators,
  reachable: plainOperators,
  consent: plainOperators,
  last_active: timeOperators,
  created: timeOperators,
} as const satisfies Record<ConditionField, readonly string[]>

/** The API can also compare with an empty text, which a form cannot distinguish from no input. */
export type Operator = (typeof operatorsOf)[ConditionField][number] | 'blank' | 'not_blank'

/** Every value is the text of its control. */
export interface Condition {
  field: ConditionField
  operator: Operator
  /** The name of the attribute. */
  name: string
  /**
   * The operand: a text, a number, a count of days, a channel, a list's id, or a time. A time is a day in India, or
   * Unix seconds when it is not the start of a day.
   */
  value: string
  /** The end of `between`: a day, inclusive, or a time in Unix seconds, exclusive. */
  until: string
}

export type Clause = Group | Condition

export const isGroup = (clause: Clause): clause is Group => 'join' in clause

const NUMBER = /^-?\d+(\.\d+)?$/
export const isNumber = (text: string): boolean => NUMBER.test(text) && text.length <= 200

/** A day in India, like every date in a filter. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
