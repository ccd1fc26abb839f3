// Parses and validates a filter. Every error names its field by the path, such as `filter.all[1].attribute`.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { type FieldError, invalidFields } from '#kit/refusals.ts'
import { LINE, NOTE_OR_EMPTY, textError } from '#kit/text.ts'
import { type Reading, readId, readTime } from '#kit/wire.ts'
import { type PricedChannel, pricedChannels } from '#money/pricing/rules.ts'
import { ATTRIBUTE_KEY_MAX, ATTRIBUTE_VALUE_MAX } from '../schema.ts'
import {
  CONDITIONS_MAX,
  type Condition,
  FILTER_DEPTH_MAX,
  type Filter,
  numberOf,
  type Period,
  timeOf,
  WITHIN_DAYS_MAX,
} from './filter.ts'

/** Reading stops after this many errors. */
const ERRORS_MAX = 20
/** Characters of an unknown field's name in an error. */
const NAME_SHOWN_MAX = 80

/** A filter's kind is the field that it has. */
export const filterKinds = [
  'all',
  'any',
  'not',
  'attribute',
  'list_id',
  'reachable',
  'consent',
  'last_active_at',
  'created_at',
] as const
export const attributeOperators = ['is', 'is_not', 'contains', 'before', 'after', 'exists'] as const
const periodFields = ['after', 'before', 'within_days'] as const

/** Returns the filter; throws a refusal that names every field with an error. */
export function filterFrom(input: unknown, field = 'filter'): Filter {
  const reading = readFilter(input, field)
  if ('errors' in reading) throw invalidFields('invalid_content', reading.errors)
  return reading.value
}

export function readFilter(input: unknown, field = 'filter'): { value: Filter } | { errors: FieldError[] } {
  const reader = new FilterReader()
  const value = reader.read(input, field, 0)
  if (reader.conditions > CONDITIONS_MAX)
    return { errors: [{ field, ...validationError('too_many_conditions', { max: CONDITIONS_MAX }) }] }
  return value === null || reader.errors.length > 0 ? { errors: reader.errors } : { value }
}

type Fields = Record<string, unknown>

/** Methods return null for input with an error, which is added to `errors`. */
class FilterReader {
  readonly errors: FieldError[] = []
  conditions = 0

  read(input: unknown, field: string, depth: number): Filter | null {
    if (this.conditions > CONDITIONS_MAX || this.errors.length >= ERRORS_MAX) return null
    if (!isObject(input)) return this.#wrongType(field, ['object'])
    const kinds = filterKinds.filter((kind) => Object.hasOwn(input, kind))
    const [kind] = kinds
    if (kind === undefined) return this.#fail(field, validationError('one_of_fields', { fields: filterKinds }))
    if (kinds.length > 1) return this.#fail(field, validationError('only_one_of_fields', { fields: kinds }))
    const isNested = kind === 'all' || kind === 'any' || kind === 'not'
    if (isNested && depth >= FILTER_DEPTH_MAX)
      return this.#fail(field, validationError('too_deep', { max: FILTER_DEPTH_MAX }))
    this.#mustBeKnown(input, field, kind === 'attribute' ? [kind, ...attributeOperators] : [kind])
    const inner = `${field}.${kind}`
    if (kind === 'not') {
      const not = this.read(input.not, inner, depth + 1)
      return not && { not }
    }
    if (kind === 'all' || kind === 'any') {
      const filters = this.#readSeveral(input[kind], inner, depth)
      return filters && (kind === 'all' ? { all: filters } : { any: filters })
    }
    this.conditions++
    return this.#readCondition(kind, input, field, inner)
  }

  #readSeveral(input: unknown, field: string, depth: number): Filter[] | null {
    if (!Array.isArray(input)) return this.#wrongType(field, ['array'])
    if (input.length === 0) return this.#fail(field, validationError('too_few_items', { min: 1 }))
    const filters = input.map((one, index) => this.read(one, `${field}[${index}]`, depth + 1))
    return filters.includes(null) ? null : (filters as Filter[])
  }

  #readCondition(
    kind: Exclude<(typeof filterKinds)[number], 'all' | 'any' | 'not'>,
    input: Fields,
    field: string,
    inner: string,
  ): Condition | null {
    const value = input[kind]
    switch (kind) {
      case 'attribute':
        return this.#readAttribute(input, field)
      case 'list_id': {
        const id = typeof value === 'string' ? this.#valueOf(inner, readId('list', value)) : null
        if (typeof value !== 'string') return this.#wrongType(inner, ['string'])
        return id === null ? null : { list_id: id }
      }
      case 'last_active_at':
      case 'created_at': {
        const period = this.#readPeriod(value, inner)
        return period && (kind === 'created_at' ? { created_at: period } : { last_active_at: period })
      }
      default: {
        if (!pricedChannels.includes(value as PricedChannel))
          return this.#fail(inner, validationError('not_one_of', { values: pricedChannels }))
        const channel = value as PricedChannel
        return kind === 'reachable' ? { reachable: channel } : { consent: channel }
      }
    }
  }

  #readAttribute(input: Fields, field: string): Condition | null {
    const attribute = this.#readText(input.attribute, `${field}.attribute`, { max: ATTRIBUTE_KEY_MAX, pattern: LINE })
    const operators = attributeOperators.filter((one) => Object.hasOwn(input, one))
    const [operator] = operators
    if (operator === undefined)
      return this.#fail(field, validationError('one_of_fields', { fields: attributeOperators }))
    if (operators.length > 1) return this.#fail(field, validationError('only_one_of_fields', { fields: operators }))
    const operand = this.#readOperand(operator, input[operator], `${field}.${operator}`)
    if (attribute === null || operand === null) return null
    return { attribute, [operator]: operand } as Condition
  }

  #readOperand(operator: (typeof attributeOperators)[number], value: unknown, field: string) {
    const text = { max: ATTRIBUTE_VALUE_MAX, pattern: NOTE_OR_EMPTY }
    switch (operator) {
      case 'exists':
        return typeof value === 'boolean' ? value : this.#wrongType(field, ['boolean'])
      case 'contains':
        return this.#readText(value, field, text)
      case 'before':
      case 'after': {
        if (typeof value !== 'string' && typeof value !== 'number') return this.#wrongType(field, ['string', 'number'])
        const isComparable = numberOf(value) !== null || timeOf(String(value)) !== null
        return isComparable ? value : this.#fail(field, validationError('not_date_or_number'))
      }
      default: {
        if (typeof value === 'string') return this.#readText(value, field, { ...text, min: 0 })
        const isPlain = typeof value === 'number' || typeof value === 'boolean'
        return isPlain ? value : this.#wrongType(field, ['string', 'number', 'boolean'])
      }
    }
  }

  #readPeriod(input: unknown, field: string): Period | null {
    if (!isObject(input)) return this.#wrongType(field, ['object'])
    this.#mustBeKnown(input, field, periodFields)
    const given = periodFields.filter((one) => Object.hasOwn(input, one))
    if (given.length === 0) return this.#fail(field, validationError('one_of_fields', { fields: periodFields }))
    if (given.includes('within_days')) {
      const [other] = given
      if (given.length > 1)
        return this.#fail(`${field}.within_days`, validationError('not_allowed_with', { other: String(other) }))
      return this.#readDays(input.within_days, `${field}.within_days`)
    }
    const after = given.includes('after') ? this.#readTime(input.after, `${field}.after`) : undefined
    const before = given.includes('before') ? this.#readTime(input.before, `${field}.before`) : undefined
    if (after === null || before === null) return null
    if (after && before && after > before)
      return this.#fail(`${field}.before`, validationError('before_other', { other: 'after' }))
    return { ...(after ? { after } : {}), ...(before ? { before } : {}) }
  }

  #readDays(value: unknown, field: string): Period | null {
    if (!Number.isInteger(value)) return this.#wrongType(field, ['integer'])
    const days = value as number
    if (days < 1) return this.#fail(field, validationError('too_small', { min: 1 }))
    if (days > WITHIN_DAYS_MAX) return this.#fail(field, validationError('too_large', { max: WITHIN_DAYS_MAX }))
    return { within_days: days }
  }

  #readTime(value: unknown, field: string): Date | null {
    if (typeof value !== 'string' && typeof value !== 'number') return this.#wrongType(field, ['integer', 'string'])
    return this.#valueOf(field, readTime(value))
  }

  #readText(
    value: unknown,
    field: string,
    { min = 1, max, pattern }: { min?: number; max: number; pattern: string },
  ): string | null {
    if (typeof value !== 'string') return this.#wrongType(field, ['string'])
    if (value.length < min) return this.#fail(field, validationError('empty'))
    // As in a schema, the length is counted in characters, each of at most two UTF-16 code units.
    if (value.length > max && Array.from(value.slice(0, max * 2 + 1)).length > max)
      return this.#fail(field, validationError('too_long', { max }))
    if (!new RegExp(pattern, 'u').test(value))
      return this.#fail(field, textError(pattern, value) ?? validationError('invalid'))
    return value
  }

  #mustBeKnown(input: Fields, field: string, known: readonly string[]): void {
    for (const name of Object.keys(input)) {
      if (this.errors.length >= ERRORS_MAX) return
      if (!known.includes(name))
        this.#fail(`${field}.${name.slice(0, NAME_SHOWN_MAX).toWellFormed()}`, validationError('unknown_field'))
    }
  }

  #valueOf<T>(field: string, reading: Reading<T>): T | null {
    return 'value' in reading ? reading.value : this.#fail(field, reading)
  }

  #wrongType(field: string, types: readonly string[]): null {
    return this.#fail(field, validationError('wrong_type', { types }))
  }

  #fail(field: string, error: ValidationError): null {
    if (this.errors.length < ERRORS_MAX) this.errors.push({ field, ...error })
    return null
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
