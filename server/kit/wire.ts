// The schemas of the API, in JSON Schema (TypeBox) with three keywords of our own that convert text to internal values:
// x-id (TypeID → UUID), x-time (seconds, ISO 8601 or a day in India → Date), x-amount (decimal string → micro-rupees).
// The OpenAPI document is generated from the same schemas.

import { type Static, type TSchema, Type } from 'typebox'
import { idName, type Prefix, parseTypeId, typeId, typeIdPattern, type Uuid } from './ids.ts'
import { dayEnd, dayStart } from './india/calendar.ts'
import { type ValidationError, validationError } from './messages/field-errors.ts'
import { formatMicros, isWholePaise, type Micros, parseMicros } from './money.ts'
import { LINE, NOTE, TEXT } from './text.ts'

export { type Static, type TSchema, Type }

/** A larger number cannot be seconds of any relevant year: it is milliseconds. */
export const UNIX_SECONDS_MAX = 99_999_999_999
/** A smaller value, before 1973, is a year or a date written as a number: `2026`, `20261122`. */
export const UNIX_SECONDS_MIN = 100_000_000
export const TEXT_MAX = 200
export const URL_MAX = 2000

// --- Keywords for the contract only --------------------------------------------------------------------------------

/** Keys of these values; symbols, so that validation and serialization never see them. */
export const CALLED = Symbol('called')
export const SHOWN = Symbol('shown')

/** Defined once in the contract, under this name. Additions of a use (its description, a default) stay with the use. */
export function called<S extends TSchema>(name: string, schema: S): S {
  const { description } = schema as { description?: string }
  return Object.assign(schema, { [CALLED]: { name, description } })
}

/** The contract shows a more specific schema than the one used for validation or serialization. */
export function shownAs<S extends TSchema>(schema: S, shown: TSchema): S {
  return Object.assign(schema, { [SHOWN]: shown })
}

// --- Requests ------------------------------------------------------------------------------------------------------

export const In = {
  id: (prefix: Prefix) =>
    called(idName(prefix), Type.Unsafe<Uuid>({ type: 'string', 'x-id': prefix, examples: [example(prefix)] })),
  time: () =>
    called(
      'Time',
      Type.Unsafe<Date>({
        type: ['integer', 'string'],
        'x-time': 'instant',
        description:
          'Unix seconds or ISO 8601. A date without a time means the start of that day in India (Asia/Kolkata).',
        examples: [1767225600],
      }),
    ),
  /** The exclusive end of a period: spec 3.10. */
  periodEnd: () =>
    called(
      'PeriodEnd',
      Type.Unsafe<Date>({
        type: ['integer', 'string'],
        'x-time': 'period_end',
        description:
          'End of the period (exclusive), in Unix seconds or ISO 8601. A date without a time includes that whole day in India (Asia/Kolkata).',
        examples: [1767225600],
      }),
    ),
  /** `paise`: at most two decimals, as in payments; `micros`: up to six, as in prices. */
  amount: (precision: 'paise' | 'micros', meaning?: string) =>
    Type.Unsafe<Micros>({
      type: 'string',
      'x-amount': precision,
      description: `${meaning === undefined ? '' : `${meaning} `}Amount in rupees, as a decimal string with at most ${precision === 'paise' ? 'two' : 'six'} decimal places.`,
      examples: ['1000.00'],
    }),
  flag: () => Type.Boolean(),
  /** One line, such as a name: spec 3.24. */
  line: (maxLength = TEXT_MAX) => Type.String({ minLength: 1, maxLength, pattern: LINE }),
  /** Text of several lines. */
  note: (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: NOTE }),
  /** Text that is stored as written. */
  text: (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength, pattern: TEXT }),
  /** Null clears; an empty string in a form does the same. */
  nullable: <S extends TSchema>(schema: S) => nullable(schema),
  object: <P extends Record<string, TSchema>>(properties: P, $id?: string) =>
    Type.Object(properties, { additionalProperties: false, ...($id ? { $id } : {}) }),
}

// --- Responses ----------------------------------------------------------------------------------------------------

export const Out = {
  id: (prefix: Prefix) =>
    called(idName(prefix), Type.String({ pattern: typeIdPattern(prefix), examples: [example(prefix)] })),
  time: (description = 'Time in Unix seconds.') => Type.Integer({ description, examples: [1767225600] }),
  amount: (description = 'Amount in rupees, as a decimal string with two to six decimal places.') =>
    Type.String({
      pattern: '^-?[0-9]+\\.[0-9]{2,6}$',
      description,
      examples: ['0.15'],
    }),
  nullable: <S extends TSchema>(schema: S) => nullable(schema),
  /** The list envelope of the specification: exactly these two fields. */
  list: <S extends TSchema>(item: S) =>
    Type.Object({
      has_more: Type.Boolean({ description: 'Whether there are more items beyond this page.' }),
      data: Type.Array(item),
    }),
}

// Not `anyOf`: one schema with one more type reads better, validates and serializes faster.
function nullable<S extends TSchema>(schema: S) {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] }
  if (type === undefined) return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] })
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [...(Array.isArray(type) ? type : [type]), 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  })
}

/** One of a closed set of values; `name`: the name of a set that several places use in the contract. */
export function oneOf<const W extends readonly string[]>(words: W, name?: string) {
  const schema = Type.Unsafe<W[number]>({ type: 'string', enum: [...words] })
  return name === undefined ? schema : called(name, schema)
}

/** Unix seconds; null for a time that is not set. */
export function seconds(at: Date): number
export function seconds(at: Date | null): number | null
export function seconds(at: Date | null): number | null {
  return at === null ? null : Math.floor(at.getTime() / 1000)
}

export function amount(micros: Micros): string
export function amount(micros: Micros | null): string | null
export function amount(micros: Micros | null): string | null {
  return micros === null ? null : formatMicros(micros)
}

export function publicId(prefix: Prefix, uuid: Uuid): string
export function publicId(prefix: Prefix, uuid: Uuid | null): string | null
export function publicId(prefix: Prefix, uuid: Uuid | null): string | null {
  return uuid === null ? null : typeId(prefix, uuid)
}

function example(prefix: Prefix): string {
  return `${prefix}_01jd3v9k7he2n8q4x5c6t7w8yz`
}

// --- Parsing the three keywords ------------------------------------------------------------------------------------

/** The value, or the error in the input. */
export type Reading<T> = { value: T } | ValidationError

export function readId(prefix: Prefix, text: string): Reading<Uuid> {
  const uuid = parseTypeId(prefix, text)
  return uuid ? { value: uuid } : validationError('not_an_id', { prefix })
}

const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/

const LOST_PLUS = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,18} \d{2}:?\d{2}$/

/** How a plain date is read: as the start of that day in India or, for the end of a period, as its end. spec 3.10. */
export type TimeKind = 'instant' | 'period_end'

export function readTime(input: number | string, kind: TimeKind = 'instant'): Reading<Date> {
  if (typeof input === 'number') {
    if (input > UNIX_SECONDS_MAX) return validationError('time_in_milliseconds')
    if (input < 0) return validationError('before_1970')
    if (input < UNIX_SECONDS_MIN) return validationError('time_like_a_date')
    return { value: new Date(input * 1000) }
  }
  if (/^-?\d+$/.test(input)) return validationError('time_as_text')
  if (LOST_PLUS.test(input)) return validationError('time_lost_plus')
  const isTime = ISO_8601.test(input) && isDayOfTheCalendar(input)
  const ofDate = kind === 'instant' ? dayStart : dayEnd
  const at = !isTime ? new Date(Number.NaN) : PLAIN_DATE.test(input) ? ofDate(input) : new Date(input)
  if (Number.isNaN(at.getTime())) return validationError('not_a_time')
  if (at.getTime() < 0) return validationError('before_1970')
  return { value: at }
}

/** JavaScript parses 30 February as 2 March. */
function isDayOfTheCalendar(input: string): boolean {
  const [year, month, day] = input.slice(0, 10).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

const DECIMALS = { paise: 2, micros: 6 } as const

export function readAmount(precision: 'paise' | 'micros', text: string): Reading<Micros> {
  const micros = parseMicros(text)
  if (micros === null) return validationError('not_amount', { decimals: DECIMALS[precision] })
  if (precision === 'paise' && !isWholePaise(micros)) return validationError('not_amount', { decimals: DECIMALS.paise })
  return { value: micros }
}
