// Validates a condition: it may refer only to earlier fields, and compare an answer only as its type allows.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { LINE_OR_EMPTY, textError } from '#kit/text.ts'
import type { Condition, Field, FieldType } from './definition.ts'
import { isAnswered } from './definition.ts'
import type { Faults } from './faults.ts'
import { CONDITION_DEPTH_MAX, CONDITION_VALUE_MAX, CONDITIONS_MAX, KEY_MAX } from './limits.ts'
import { isDate, isTime } from './values.ts'

const kinds = ['all', 'any', 'not', 'field'] as const
export const operators = ['is', 'is_not', 'contains', 'answered', 'before', 'after'] as const
export type Operator = (typeof operators)[number]

const TEXT: readonly Operator[] = ['is', 'is_not', 'contains', 'answered']
const CHOICE: readonly Operator[] = ['is', 'is_not', 'answered']
const ORDERED: readonly Operator[] = ['is', 'is_not', 'before', 'after', 'answered']

/** The comparisons that each type supports. */
export const operatorsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  short_text: TEXT,
  long_text: ['contains', 'answered'],
  number: ORDERED,
  email: TEXT,
  phone: TEXT,
  date: ORDERED,
  time: ORDERED,
  single_choice: CHOICE,
  multiple_choice: ['contains', 'answered'],
  dropdown: CHOICE,
  rating: ORDERED,
  scale: ORDERED,
  yes_no: CHOICE,
  consent: CHOICE,
  file: ['answered'],
  hidden: TEXT,
  heading: [],
  page_break: [],
}

export interface Scope {
  /** All fields of the form by key, with their positions. */
  fields: ReadonlyMap<string, { field: Field; index: number }>
  /** Fields from this position on are not earlier. */
  before: number
}

/** Null if there is an error, which is added to `faults`. */
export function readCondition(input: unknown, path: string, scope: Scope, faults: Faults): Condition | null {
  const reader = new ConditionReader(scope, faults)
  const condition = reader.read(input, path, 0)
  if (reader.conditions > CONDITIONS_MAX)
    return faults.add(path, validationError('too_many_conditions', { max: CONDITIONS_MAX }))
  return condition
}

class ConditionReader {
  readonly #scope: Scope
  readonly #faults: Faults
  conditions = 0

  constructor(scope: Scope, faults: Faults) {
    this.#scope = scope
    this.#faults = faults
  }

  read(input: unknown, path: string, depth: number): Condition | null {
    if (this.conditions > CONDITIONS_MAX || this.#faults.isFull) return null
    if (!isObject(input)) return this.#wrongType(path, ['object'])
    const given = kinds.filter((kind) => Object.hasOwn(input, kind))
    const [kind] = given
    if (kind === undefined) return this.#fail(path, validationError('one_of_fields', { fields: kinds }))
    if (given.length > 1) return this.#fail(path, validationError('only_one_of_fields', { fields: given }))
    if (kind !== 'field' && depth >= CONDITION_DEPTH_MAX)
      return this.#fail(path, validationError('too_deep', { max: CONDITION_DEPTH_MAX }))
    if (!this.#isKnown(input, path, kind === 'field' ? ['field', ...operators] : [kind])) return null
    if (kind === 'field') return this.#readField(input, path)
    const inner = `${path}.${kind}`
    if (kind === 'not') {
      const not = this.read(input.not, inner, depth + 1)
      return not && { not }
    }
    const several = input[kind]
    if (!Array.isArray(several)) return this.#wrongType(inner, ['array'])
    if (several.length === 0) return this.#fail(inner, validationError('too_few_items', { min: 1 }))
    if (several.length > CONDITIONS_MAX)
      return this.#fail(inner, validationError('too_many_conditions', { max: CONDITIONS_MAX }))
    const read = several.map((one, index) => this.read(one, `${inner}[${index}]`, depth + 1))
    if (read.includes(null)) return null
    return kind === 'all' ? { all: read as Condition[] } : { any: read as Condition[] }
  }

  #readField(input: Record<string, unknown>, path: string): Condition | null {
    this.conditions++
    const { field: key } = input
    if (typeof key !== 'string') return this.#wrongType(`${path}.field`, ['string'])
    const shown = key.slice(0, KEY_MAX).toWellFormed()
    const found = this.#scope.fields.get(key)
    if (!found || !isAnswered(found.field))
      return this.#fail(`${path}.field`, validationError('form_field_unknown', { key: shown }))
    if (found.index >= this.#scope.before)
      return this.#fail(`${path}.field`, validationError('form_field_not_earlier', { key }))
    const given = operators.filter((one) => Object.hasOwn(input, one))
    const [operator] = given
    if (operator === undefined) return this.#fail(path, validationError('one_of_fields', { fields: operators }))
    if (given.length > 1) return this.#fail(path, validationError('only_one_of_fields', { fields: given }))
    const possible = operatorsOf[found.field.type]
    if (!possible.includes(operator))
      return this.#fail(
        `${path}.${operator}`,
        validationError('form_field_not_comparable', { key, operators: possible }),
      )
    const error = operandError(found.field, operator, input[operator])
    if (error) return this.#fail(`${path}.${operator}`, error)
    return { field: key, [operator]: input[operator] } as Condition
  }

  #isKnown(input: Record<string, unknown>, path: string, known: readonly string[]): boolean {
    const unknown = Object.keys(input).filter((name) => !known.includes(name))
    for (const name of unknown)
      this.#fail(`${path}.${name.slice(0, KEY_MAX).toWellFormed()}`, validationError('unknown_field'))
    return unknown.length === 0
  }

  #wrongType(path: string, types: readonly string[]): null {
    return this.#fail(path, validationError('wrong_type', { types }))
  }

  #fail(path: string, error: ValidationError): null {
    return this.#faults.add(path, error)
  }
}

function operandError(field: Field, operator: Operator, value: unknown): ValidationError | null {
  const wrong = (...types: string[]) => validationError('wrong_type', { types })
  const { type, options } = field
  if (operator === 'answered' || type === 'yes_no' || type === 'consent')
    return typeof value === 'boolean' ? null : wrong('boolean')
  if (type === 'number' || type === 'rating' || type === 'scale')
    return typeof value === 'number' && Number.isFinite(value) ? null : wrong('number')
  if (typeof value !== 'string') return wrong('string')
  if (options && !options.some((option) => option.value === value)) return validationError('form_value_not_option')
  if (type === 'date' && value !== 'today' && !isDate(value))
    return validationError('wrong_format', { format: '2026-01-31, today' })
  if (type === 'time' && !isTime(value)) return validationError('wrong_format', { format: '18:30' })
  if (value === '') return validationError('empty')
  if (value.length > CONDITION_VALUE_MAX) return validationError('too_long', { max: CONDITION_VALUE_MAX })
  return new RegExp(LINE_OR_EMPTY, 'u').test(value)
    ? null
    : (textError(LINE_OR_EMPTY, value) ?? validationError('invalid'))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
