// The variables of a text, `{{name}}` or `{{1}}`: their positions, and the text with their values. Pure, and linear in
// input and output. spec 15.5.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'

/** Per template, each variable counted once; and placeholders in one of its parts. */
export const VARIABLES_MAX = 50
export const PLACES_MAX = 200
export const VARIABLE_NAME_MAX = 40

const OPENING = '{{'
const PLACE = /\{\{[ \t]{0,9}([A-Za-z][A-Za-z0-9_]*|[1-9][0-9]?)[ \t]{0,9}\}\}/y
/** Characters of an invalid variable that its error shows. */
const SHOWN_MAX = 20

/** The texts around the placeholders, one more than those, and the names of the placeholders in order. */
export interface Parts {
  literals: readonly string[]
  names: readonly string[]
}

/** The parts of a text, or the error of its first invalid variable. */
export function readParts(text: string): Parts | ValidationError {
  const literals: string[] = []
  const names: string[] = []
  let from = 0
  for (let at = text.indexOf(OPENING); at >= 0; at = text.indexOf(OPENING, from)) {
    PLACE.lastIndex = at
    const name = PLACE.exec(text)?.[1]
    if (name === undefined || name.length > VARIABLE_NAME_MAX) {
      const found = text.slice(at, at + SHOWN_MAX).toWellFormed()
      return validationError('not_a_variable', { found, max: VARIABLE_NAME_MAX })
    }
    literals.push(text.slice(from, at))
    names.push(name)
    if (names.length > PLACES_MAX) return validationError('too_many_places', { max: PLACES_MAX })
    from = PLACE.lastIndex
  }
  return { literals: [...literals, text.slice(from)], names }
}

/** The length of the text with these values, without building it. */
export function lengthWith({ literals, names }: Parts, valueOf: (name: string) => string): number {
  return (
    literals.reduce((sum, literal) => sum + literal.length, 0) +
    names.reduce((sum, name) => sum + valueOf(name).length, 0)
  )
}

/** Replaces each placeholder by its value. Values are not searched for placeholders. */
export function fill({ literals, names }: Parts, valueOf: (name: string) => string): string {
  const pieces = literals.flatMap((literal, index) =>
    index < names.length ? [literal, valueOf(names[index] as string)] : [literal],
  )
  return pieces.join('')
}

const isNumber = (name: string): boolean => /^[0-9]/.test(name)

/** Each name once: numbers in numerical order, other names in the order of their first occurrence. */
export function namesIn(...all: (Parts | null)[]): string[] {
  const names = [...new Set(all.flatMap((parts) => parts?.names ?? []))]
  return names.every(isNumber) ? names.toSorted((left, right) => Number(left) - Number(right)) : names
}

/** The error of a template's names together, or null. */
export function errorInNames(names: readonly string[]): ValidationError | null {
  if (names.length > VARIABLES_MAX) return validationError('too_many_variables', { max: VARIABLES_MAX })
  const numbers = names.filter(isNumber)
  if (numbers.length === 0) return null
  if (numbers.length < names.length) return validationError('variables_mixed')
  const missing = numbers.findIndex((name, index) => Number(name) !== index + 1)
  if (missing < 0) return null
  return validationError('variable_number_missing', { found: Number(numbers[missing]), missing: missing + 1 })
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a value for HTML text and quoted attributes: nothing in it can start or end anything. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ESCAPES[character] as string)
}
