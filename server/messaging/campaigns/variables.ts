// Fills a campaign's variables for one recipient from the contact's data. Pure.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'

/** The same text for everyone, or an attribute of the contact with a fallback. */
export type VariableSource = { value: string } | { attribute: string; fallback: string }
export type VariableSources = Readonly<Record<string, VariableSource>>

export interface ContactValues {
  display_name: string | null
  email: string | null
  phone_number: string | null
  attributes: Readonly<Record<string, unknown>>
}

/** Contact fields other than custom attributes. */
const FIELDS = ['display_name', 'email', 'phone_number'] as const

/** Longer values are cut to the maximum that templates accept. */
export const VALUE_MAX = 500

/** All variables with their values for the contact. Values contain no line breaks, whatever an import stored. */
export function valuesFor(sources: VariableSources, contact: ContactValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [
      name,
      'value' in source ? source.value : valueOf(contact, source.attribute) || source.fallback,
    ]),
  )
}

/** The variables for which the contact has no value. */
export const fallbacksFor = (sources: VariableSources, contact: ContactValues): string[] =>
  Object.entries(sources).flatMap(([name, source]) =>
    'value' in source || valueOf(contact, source.attribute) !== '' ? [] : [name],
  )

function valueOf(contact: ContactValues, attribute: string): string {
  const field = FIELDS.find((name) => name === attribute)
  const found: unknown =
    field === undefined
      ? Object.hasOwn(contact.attributes, attribute)
        ? contact.attributes[attribute]
        : null
      : contact[field]
  if (typeof found !== 'string' && typeof found !== 'number' && typeof found !== 'boolean') return ''
  return oneLine(String(found))
}

/** Replaces line breaks and other control characters by single spaces and cuts to `VALUE_MAX` characters. */
function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= VALUE_MAX ? line : line.slice(0, VALUE_MAX).toWellFormed().trimEnd()
}

/** Variables of the content without a source, and sources that the content does not use. */
export function errorsInSources(names: readonly string[], sources: VariableSources): FieldError[] {
  const error = (name: string, of: ValidationError): FieldError => ({ field: `variables.${name}`, ...of })
  return [
    ...names
      .filter((name) => !Object.hasOwn(sources, name))
      .map((name) => error(name, validationError('variable_missing'))),
    ...Object.keys(sources)
      .filter((name) => !names.includes(name))
      .map((name) => error(name, validationError('variable_unknown'))),
  ]
}
