// Allowed characters in text, and safe printing of external text: spec 3.11, 3.24, 17.11.

import { latinDigits } from './digits.ts'
import { type ValidationError, validationError } from './messages/field-errors.ts'

/**
 * Invisible characters: spaces, control and format characters, letters and selectors that render as nothing, and
 * noncharacters.
 */
export const BLANKS = String.raw`\p{Z}\p{Cc}\p{Cf}\p{DI}\p{NChar}\u2800`
/** Bidirectional controls, with which a name could display something other than its content. */
const BIDI = String.raw`\u202a-\u202e\u2066-\u2069`
/** Line breaks outside the control characters. */
const BREAKS = String.raw`\u2028\u2029`
/** What PostgreSQL cannot store: U+0000 and unpaired surrogates. */
const NO_TEXT = String.raw`\u0000\p{Cs}`
const NO_LINE = String.raw`\p{Cc}\p{Cs}\p{NChar}${BREAKS}${BIDI}`
const NO_NOTE = String.raw`\p{Cc}\p{Cs}\p{NChar}`
const SEEN = `(?![${BLANKS}]*$)`

/** A name, an address, a subject, a reason: one line with at least one visible character. */
export const LINE = `^${SEEN}[^${NO_LINE}]*$`
/** Like `LINE`, or empty. */
export const LINE_OR_EMPTY = `^$|${LINE}`
/** Text of several lines; Windows line breaks are allowed, as forms send them. */
export const NOTE = String.raw`^${SEEN}(?:[^${NO_NOTE}]|[\t\n]|\r\n)*$`
/** Like `NOTE`, or empty. */
export const NOTE_OR_EMPTY = `^$|${NOTE}`
/** Text that is stored as written: message bodies, passwords. */
export const TEXT = `^${SEEN}[^${NO_TEXT}]*$`
/** Keys and secrets of other services. */
export const VISIBLE_ASCII = '^[\\x21-\\x7e]+$'

const ONLY_BLANKS = new RegExp(`^[${BLANKS}]+$`, 'u')
const ONE_LINE = new RegExp(LINE, 'u')
const NOT_IN_LINE = new RegExp(`[${NO_LINE}]`, 'u')
const NOT_IN_NOTE = new RegExp(String.raw`(?![\t\n]|\r\n)[${NO_NOTE}]`, 'u')
const NOT_IN_TEXT = new RegExp(`[${NO_TEXT}]`, 'u')

const GROUPING = new RegExp(`[${BLANKS}\\p{Pd}]+`, 'gu')

/**
 * An identifier in Latin digits, without the spaces and hyphens that group its characters: `२७ AAPFU-0939F 1ZV` is
 * `27AAPFU0939F1ZV`.
 */
export const ungrouped = (text: string): string => latinDigits(text).replace(GROUPING, '')

/** For identifiers that are usually numbers; any other stays as written. */
export function ungroupedNumber(text: string): string {
  const number = ungrouped(text)
  return /^[0-9]+$/.test(number) ? number : text
}

export const isBlank = (text: string): boolean => ONLY_BLANKS.test(text)
export const isLine = (text: string): boolean => ONE_LINE.test(text)

/** Equivalent to TEXT, and faster for long texts. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000') && !isBlank(text)

/** The error in a text that does not match one of the patterns above; null for any other pattern. */
export function textError(pattern: string, text: string): ValidationError | null {
  switch (pattern) {
    case LINE:
    case LINE_OR_EMPTY:
      return errorIn(text, NOT_IN_LINE, 'character_not_in_line')
    case NOTE:
    case NOTE_OR_EMPTY:
      return errorIn(text, NOT_IN_NOTE, 'character_not_in_text')
    case TEXT:
      return errorIn(text, NOT_IN_TEXT, 'character_not_storable')
    default:
      return null
  }
}

function errorIn(
  text: string,
  refused: RegExp,
  code: 'character_not_in_line' | 'character_not_in_text' | 'character_not_storable',
): ValidationError {
  const [character] = refused.exec(text) ?? []
  if (character === undefined || isBlank(text)) return validationError('blank')
  return validationError(code, { character: codePoint(character) })
}

/** `U+001B`: for invisible characters. */
export function codePoint(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')
  return `U+${code}`
}

const HIDDEN = new RegExp(String.raw`[${NO_LINE}\u061c\u200b\u200e\u200f\u2060\ufeff]`, 'gu')

/** One line for a terminal or a log: control characters, line breaks and direction changes are written as `\u001b`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped)
}

/**
 * JSON, on several lines unless `indent` is 0. Characters that JSON.stringify keeps but terminals interpret are escaped
 * too.
 */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(HIDDEN, (hidden) => (hidden === '\n' ? hidden : escaped(hidden)))
}

function escaped(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
