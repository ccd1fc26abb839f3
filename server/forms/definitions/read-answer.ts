// Parses one field's answer by its type. Pure.

import { latinDigits } from '#kit/digits.ts'
import { readContactAddress } from '#kit/email-address.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { gstinCheckDigit } from '#kit/india/gstin.ts'
import type { Params } from '#kit/messages/texts.ts'
import { isBlank, ungrouped } from '#kit/text.ts'
import { readWebAddress } from '#messaging/contacts/rules.ts'
import { readNumber } from '#messaging/imports/phone-numbers.ts'
import type { AnswerErrorCode } from './answer-texts.ts'
import type { Field } from './definition.ts'
import { fileAnswer } from './file-answers.ts'
import type { Answer, FileAnswer } from './holds.ts'
import { LONG_TEXT_MAX, RATING_MAX, SCALE_MAX, SHORT_TEXT_MAX } from './limits.ts'

export interface AnswerFault {
  code: AnswerErrorCode
  params: Params
}
export type AnswerReading = { value: Answer } | AnswerFault | null

/** Maximum length of a URL parameter's value. */
export const HIDDEN_MAX = 500
const NUMBER_DIGITS_MAX = 20
/** Maximum length that is parsed: a longer value is refused in any case. */
const ANY_VALUE_MAX = 4 * LONG_TEXT_MAX

const fault = (code: AnswerErrorCode, params: Params = {}): AnswerFault => ({ code, params })

/** Null: not answered, and not required. */
export function readAnswer(
  field: Field,
  values: readonly string[],
  files: readonly FileAnswer[],
  now: Date,
): AnswerReading {
  if (field.type === 'heading' || field.type === 'page_break') return null
  if (field.type === 'file') return fileAnswer(field, files)
  if (field.type === 'hidden') return hiddenAnswer(values[0] ?? field.default)
  const given = values.map(cleaned).filter((text) => text !== '')
  if (given.length === 0) return field.required ? fault(missingCode(field)) : null
  if (field.type === 'multiple_choice') return chosen(field, given)
  const [text] = given as [string]
  if (given.length > 1) return fault('one_value')
  if (text.length > ANY_VALUE_MAX) return fault('too_long', { max: maxLength(field) })
  switch (field.type) {
    case 'short_text':
    case 'long_text':
      return textAnswer(field, text)
    case 'number':
      return numberAnswer(field, text)
    case 'email': {
      const reading = readContactAddress(text)
      return 'value' in reading ? reading : fault('email')
    }
    case 'phone': {
      const reading = readNumber(text, field.country ?? 'IN')
      return 'value' in reading ? reading : fault(field.country === undefined ? 'phone_in' : 'phone')
    }
    case 'date':
      return dateAnswer(field, text, now)
    case 'time':
      return timeAnswer(field, text)
    case 'single_choice':
    case 'dropdown':
      return optionValues(field).has(text) ? { value: text } : fault('not_an_option')
    case 'rating':
    case 'scale':
      return wholeAnswer(field, text)
    case 'yes_no':
      return text === 'yes' || text === 'no' ? { value: text === 'yes' } : fault('not_an_option')
    case 'consent':
      return text === 'yes' ? { value: true } : fault('not_an_option')
  }
}

const missingCode = ({ type }: Field): AnswerErrorCode =>
  type === 'consent' ? 'consent_required' : isChoice(type) ? 'choice_required' : 'required'

const isChoice = (type: Field['type']): boolean =>
  ['single_choice', 'multiple_choice', 'dropdown', 'rating', 'scale', 'yes_no'].includes(type)

/** Characters that are removed: control characters, unpaired surrogates, noncharacters, and bidirectional overrides. */
const NOT_KEPT = /[\p{Cc}\p{Cs}\p{NChar}\u202a-\u202e\u2066-\u2069]/gu

function cleaned(text: string): string {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(NOT_KEPT, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim()
  return lines === '' || isBlank(lines) ? '' : lines
}

function hiddenAnswer(text: unknown): AnswerReading {
  if (typeof text !== 'string') return null
  const line = cleaned(text).replaceAll(/\s+/g, ' ')
  return line === '' ? null : { value: [...line].slice(0, HIDDEN_MAX).join('') }
}

const maxLength = ({ type, max_length }: Field): number =>
  max_length ?? (type === 'long_text' ? LONG_TEXT_MAX : SHORT_TEXT_MAX)

function textAnswer(field: Field, given: string): AnswerReading {
  const text = field.type === 'long_text' ? given : given.replaceAll(/\s+/g, ' ')
  const max = maxLength(field)
  // By characters, as people count; a character is at most two units.
  const length = text.length > 2 * max ? text.length : [...text].length
  if (length > max) return fault('too_long', { max })
  if (field.min_length !== undefined && length < field.min_length) return fault('too_short', { min: field.min_length })
  return field.pattern === undefined ? { value: text } : patternAnswer(field.pattern, text)
}

/** Each pattern runs in time linear in the text's length: spec 22.22. */
const patterns = {
  letters: { read: (text: string) => text, form: /^[\u200d\u200c\p{L}\p{M} .'-]+$/u },
  digits: { read: latinDigits, form: /^[0-9]+$/ },
  letters_digits: { read: latinDigits, form: /^[\u200d\u200c\p{L}\p{M}\p{Nd} ]+$/u },
  pin_code: { read: ungrouped, form: /^[1-9][0-9]{5}$/ },
  pan: { read: (text: string) => ungrouped(text).toUpperCase(), form: /^[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]$/ },
  gstin: {
    read: (text: string) => ungrouped(text).toUpperCase(),
    form: /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/,
  },
  vehicle_number: {
    read: (text: string) => ungrouped(text).toUpperCase(),
    form: /^(?:[A-Z]{2}[0-9]{1,2}[A-Z]{0,3}[0-9]{1,4}|[0-9]{2}BH[0-9]{4}[A-Z]{1,2})$/,
  },
} as const

function patternAnswer(pattern: NonNullable<Field['pattern']>, text: string): AnswerReading {
  if (pattern === 'url') {
    const reading = readWebAddress(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
    return 'value' in reading && /\.[^.]/.test(new URL(reading.value).hostname) ? reading : fault('pattern_url')
  }
  const { read, form } = patterns[pattern]
  const value = read(text)
  const isGood = form.test(value) && (pattern !== 'gstin' || value.endsWith(gstinCheckDigit(value.slice(0, 14))))
  return isGood ? { value } : fault(`pattern_${pattern}`)
}

const NUMBER = /^[+-]?[0-9]+(?:\.[0-9]+)?$/

/** `1,00,000.50`, `१२३`, `-4`. */
function numberOf(text: string): number | null {
  const plain = latinDigits(text)
    .replaceAll(/[\s,\u00a0\u202f]/g, '')
    .replace(/^\u2212/, '-')
  if (!NUMBER.test(plain) || plain.length > NUMBER_DIGITS_MAX) return null
  const value = Number(plain)
  // -0 would be stored as 0 and shown as -0.
  return value === 0 ? 0 : value
}

function numberAnswer({ min, max, step }: Field, text: string): AnswerReading {
  const value = numberOf(text)
  if (value === null) return fault('number')
  if (min !== undefined && value < min) return fault('too_small', { min })
  if (max !== undefined && value > max) return fault('too_large', { max })
  if (step !== undefined && !isStep(value - (min ?? 0), step))
    return min === undefined || min === 0 ? fault('step', { step }) : fault('step_from', { step, min })
  return { value }
}

/** Within the precision of doubles. */
function isStep(distance: number, step: number): boolean {
  const steps = distance / step
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))
}

function wholeAnswer(field: Field, text: string): AnswerReading {
  const value = numberOf(text)
  const [from, to] = boundsOfScale(field)
  return value !== null && Number.isInteger(value) && value >= from && value <= to ? { value } : fault('not_an_option')
}

/** The default number of stars. */
const RATING_USUAL = 5

/** The lowest and highest answer of a rating or scale; for an incomplete field within the limits of a complete one. */
export function boundsOfScale({ type, min, max }: Field): [number, number] {
  if (type === 'rating') return [1, atMost(max ?? RATING_USUAL, RATING_MAX)]
  return [atMost(min ?? 0, 1), atMost(max ?? SCALE_MAX, SCALE_MAX)]
}

const atMost = (value: number, most: number): number => Math.min(Math.max(Math.trunc(value), 0), most)

/** `2026-01-31`, or as people in India write it: `31/01/2026`, `31-1-2026`, `31.01.2026`. */
function dateAnswer({ after, before }: Field, given: string, now: Date): AnswerReading {
  const text = latinDigits(given)
  const iso = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)
  const written = /^([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})$/.exec(text)
  const [year, month, day] = (iso ? iso.slice(1) : (written?.slice(1).reverse() ?? [])).map(Number)
  if (year === undefined || month === undefined || day === undefined || year < 1000) return fault('date')
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return fault('date')
  const value = date.toISOString().slice(0, 10)
  const bound = (one: string) => (one === 'today' ? indianDate(now) : one)
  if (after !== undefined && value < bound(after)) return fault('too_early', { date: shownDate(bound(after)) })
  if (before !== undefined && value > bound(before)) return fault('too_late', { date: shownDate(bound(before)) })
  return { value }
}

const shownDate = (iso: string): string => iso.split('-').reverse().join('-')

/** `09:30`, `9:30 pm`. */
function timeAnswer({ after, before }: Field, given: string): AnswerReading {
  const [, hours, minutes, half] =
    /^([0-9]{1,2})[:.]([0-9]{2})(?::[0-9]{2})?\s*(?:([ap])\.?m\.?)?$/i.exec(latinDigits(given)) ?? []
  const typed = Number(hours)
  if (hours === undefined || Number(minutes) > 59 || (half && (typed < 1 || typed > 12)) || typed > 23)
    return fault('time')
  const hour = half === undefined ? typed : (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const value = `${String(hour).padStart(2, '0')}:${minutes}`
  if (after !== undefined && value < after) return fault('time_too_early', { time: after })
  if (before !== undefined && value > before) return fault('time_too_late', { time: before })
  return { value }
}

const optionsOf = new WeakMap<Field, ReadonlySet<string>>()

function optionValues(field: Field): ReadonlySet<string> {
  let values = optionsOf.get(field)
  if (values === undefined) {
    values = new Set((field.options ?? []).map(({ value }) => value))
    optionsOf.set(field, values)
  }
  return values
}

/** In the order of the options, each once. */
function chosen(field: Field, given: readonly string[]): AnswerReading {
  const options = optionValues(field)
  const wanted = new Set(given)
  for (const one of wanted) if (!options.has(one)) return fault('not_an_option')
  const value = [...options].filter((option) => wanted.has(option))
  if (field.min_choices !== undefined && value.length < field.min_choices)
    return fault('too_few_choices', { min: field.min_choices })
  if (field.max_choices !== undefined && value.length > field.max_choices)
    return fault('too_many_choices', { max: field.max_choices })
  return { value }
}
