// The properties of each field type and their allowed values. Pure.

import { getCountries } from 'libphonenumber-js/max'
import type { AddressField } from '#channels/description.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { type Field, type FieldType, isAnswered, type Option } from './definition.ts'
import type { Faults } from './faults.ts'
import {
  LONG_TEXT_MAX,
  NUMBER_MAX,
  OPTIONS_MAX,
  OPTIONS_MIN,
  RATING_MAX,
  RATING_MIN,
  SCALE_MAX,
  SHORT_TEXT_MAX,
} from './limits.ts'
import { secretOf } from './secrets.ts'
import { isDate, isStep, isTime } from './values.ts'

type Property = Exclude<keyof Field, 'key' | 'type' | 'label' | 'help'>

const ANSWER: readonly Property[] = ['required', 'default', 'show_if', 'map_to']
const BOUNDS: readonly Property[] = [...ANSWER, 'after', 'before']

/** Properties by type, in addition to key, type, label and help text, which every field can have. */
export const propertiesOf: Readonly<Record<FieldType, readonly Property[]>> = {
  short_text: [...ANSWER, 'placeholder', 'min_length', 'max_length', 'pattern'],
  long_text: [...ANSWER, 'placeholder', 'min_length', 'max_length'],
  number: [...ANSWER, 'placeholder', 'min', 'max', 'step'],
  email: [...ANSWER, 'placeholder'],
  phone: [...ANSWER, 'placeholder', 'country'],
  date: BOUNDS,
  time: BOUNDS,
  single_choice: [...ANSWER, 'options'],
  multiple_choice: [...ANSWER, 'options', 'min_choices', 'max_choices'],
  dropdown: [...ANSWER, 'options', 'placeholder'],
  rating: [...ANSWER, 'max'],
  scale: [...ANSWER, 'min', 'max'],
  yes_no: ANSWER,
  // Consent is never preset.
  consent: ['required', 'show_if', 'text', 'channels'],
  file: ['required', 'show_if', 'accept', 'max_files', 'max_size'],
  hidden: ['default', 'map_to', 'from'],
  heading: ['show_if'],
  page_break: ['show_if', 'jumps'],
}

const everywhere: readonly string[] = ['key', 'type', 'label', 'help']
const countries: ReadonlySet<string> = new Set(getCountries())
const isChoice = ({ type }: Field) => type === 'single_choice' || type === 'multiple_choice' || type === 'dropdown'

/** Validates one field in isolation; conditions are checked in rules.ts. */
export function checkField(field: Field, path: string, faults: Faults): void {
  const known: readonly string[] = [...everywhere, ...propertiesOf[field.type]]
  for (const name of Object.keys(field))
    if (!known.includes(name)) faults.add(`${path}.${name}`, validationError('form_property_for', { type: field.type }))
  if (field.type === 'page_break' && field.key === 'end')
    faults.add(`${path}.key`, validationError('form_key_reserved', { key: field.key }))
  const asked = secretOf(field)
  if (asked)
    faults.add(
      `${path}.${asked.property}`,
      validationError('form_asks_for_secret', { field: field.key, secret: asked.secret }),
    )
  checkOptions(field, path, faults)
  checkBounds(field, path, faults)
  if (field.country !== undefined && !countries.has(field.country))
    faults.add(`${path}.country`, validationError('not_country'))
  if (field.type === 'consent' && field.text === undefined) faults.add(`${path}.text`, validationError('required'))
  if (field.default !== undefined && known.includes('default') && !isPossible(field, field.default))
    faults.add(`${path}.default`, validationError('form_default_not_valid'))
}

function checkOptions(field: Field, path: string, faults: Faults): void {
  if (!isChoice(field)) return
  const { options = [], min_choices = 1, max_choices } = field
  if (options.length < OPTIONS_MIN)
    faults.add(`${path}.options`, validationError('form_options_missing', { min: OPTIONS_MIN, max: OPTIONS_MAX }))
  const seen = new Set<string>()
  for (const [index, { value }] of options.entries()) {
    if (seen.has(value)) faults.add(`${path}.options[${index}].value`, validationError('duplicate'))
    seen.add(value)
  }
  if (max_choices !== undefined && max_choices > options.length)
    faults.add(`${path}.max_choices`, validationError('form_above_max', { max: options.length }))
  const most = Math.min(max_choices ?? options.length, options.length)
  if (min_choices > most && options.length >= OPTIONS_MIN)
    faults.add(`${path}.min_choices`, validationError('form_above_max', { max: most }))
}

function checkBounds(field: Field, path: string, faults: Faults): void {
  const add = (name: string, error: ValidationError) => faults.add(`${path}.${name}`, error)
  const { type, min, max, min_length, max_length, after, before } = field
  if (type === 'rating' && max !== undefined) checkInteger(max, RATING_MIN, RATING_MAX, (error) => add('max', error))
  if (type === 'scale') {
    if (min !== undefined) checkInteger(min, 0, 1, (error) => add('min', error))
    if (max !== undefined) checkInteger(max, (min ?? 1) + 1, SCALE_MAX, (error) => add('max', error))
  }
  if (type === 'number' && min !== undefined && max !== undefined && min > max)
    add('min', validationError('form_above_max', { max }))
  const longest = type === 'short_text' ? SHORT_TEXT_MAX : LONG_TEXT_MAX
  if (max_length !== undefined && max_length > longest)
    add('max_length', validationError('too_large', { max: longest }))
  if (min_length !== undefined && min_length > (max_length ?? longest))
    add('min_length', validationError('form_above_max', { max: max_length ?? longest }))
  if (type !== 'date' && type !== 'time') return
  const isBound = (text: string) => (type === 'date' ? text === 'today' || isDate(text) : isTime(text))
  const format = type === 'date' ? '2026-01-31, today' : '18:30'
  for (const [name, bound] of [
    ['after', after],
    ['before', before],
  ] as const)
    if (bound !== undefined && !isBound(bound)) add(name, validationError('wrong_format', { format }))
  if (after !== undefined && before !== undefined && after !== 'today' && before !== 'today' && after > before)
    add('before', validationError('before_other', { other: 'after' }))
}

function checkInteger(value: number, least: number, most: number, add: (error: ValidationError) => void): void {
  if (!Number.isInteger(value)) add(validationError('wrong_type', { types: ['integer'] }))
  else if (value < least) add(validationError('too_small', { min: least }))
  else if (value > most) add(validationError('too_large', { max: most }))
}

/** True when a default value matches the field's type and is within its limits. */
function isPossible(field: Field, value: NonNullable<Field['default']>): boolean {
  const { type, options = [], min, max, step } = field
  const isOption = (one: unknown) => options.some((option) => option.value === one)
  switch (type) {
    case 'yes_no':
      return typeof value === 'boolean'
    case 'number':
      return (
        typeof value === 'number' &&
        value >= (min ?? -NUMBER_MAX) &&
        value <= (max ?? NUMBER_MAX) &&
        (step === undefined || isStep(value, step, min ?? 0))
      )
    case 'rating':
      return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= (max ?? 5)
    case 'scale':
      return Number.isInteger(value) && (value as number) >= (min ?? 1) && (value as number) <= (max ?? SCALE_MAX)
    case 'multiple_choice':
      return (
        Array.isArray(value) &&
        value.length <= (field.max_choices ?? OPTIONS_MAX) &&
        new Set(value).size === value.length &&
        value.every(isOption)
      )
    case 'single_choice':
    case 'dropdown':
      return isOption(value)
    case 'date':
      return typeof value === 'string' && (value === 'today' || isDate(value))
    case 'time':
      return typeof value === 'string' && isTime(value)
    default:
      return typeof value === 'string' && value.length <= (field.max_length ?? LONG_TEXT_MAX)
  }
}

/** Options as stored, each with a value. */
export const optionsFrom = (options: readonly (string | Option)[]): Option[] =>
  options.map((option) => (typeof option === 'string' ? { value: option } : option))

// --- Mapping of answers ----------------------------------------------------------------------------------------------

const TARGETS: Readonly<Record<string, readonly FieldType[]>> = {
  display_name: ['short_text', 'hidden'],
  email: ['email'],
  phone_number: ['phone'],
}

/** At most one field, of a matching type, may map to each property of the contact. */
export function checkMapping(fields: readonly Field[], faults: Faults): void {
  const seen = new Set<string>()
  for (const [index, { type, map_to }] of fields.entries()) {
    if (map_to === undefined) continue
    const path = `fields[${index}].map_to`
    const target = typeof map_to === 'string' ? map_to : `attribute ${map_to.attribute}`
    if (seen.has(target)) faults.add(path, validationError('form_mapped_twice'))
    seen.add(target)
    const types = typeof map_to === 'string' ? (TARGETS[map_to] ?? []) : null
    if (types !== null && !types.includes(type))
      faults.add(path, validationError('form_not_mappable', { target, types }))
  }
}

/** The field that is stored as this part of the contact. */
export const mappedTo = (fields: readonly Field[], target: 'display_name' | AddressField) =>
  fields.find(({ map_to }) => map_to === target)

/** True when the form has a field to fill in. */
export const hasAnswers = (fields: readonly Field[]): boolean =>
  fields.some((field) => isAnswered(field) && field.type !== 'hidden')
