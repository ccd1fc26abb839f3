// The initial values of a template's variables, and which variables are still empty. Pure.

import { ownOf } from '#kit/own.ts'
import { shownHeader } from '../app/chat-parts.ts'
import { variablesIn } from '../app/template-fill.ts'

type Values = Readonly<Record<string, string>>
interface Variables {
  variables: readonly string[]
  header?: unknown
}

const FIRST = /^first_?name$/i
const WHOLE = /^((contact|customer|client|recipient|display|full|user)_?)?name$|^naam$/i

/** The contact's name where a variable is called one. */
export function firstValues({ variables }: Variables, name: string | null | undefined): Record<string, string> {
  const whole = name?.trim() ?? ''
  if (whole === '') return {}
  const [first = whole] = whole.split(/\s+/)
  return Object.fromEntries(
    variables.flatMap((one) => (WHOLE.test(one) ? [[one, whole]] : FIRST.test(one) ? [[one, first]] : [])),
  )
}

export const missingIn = ({ variables }: Variables, values: Values): string[] =>
  variables.filter((name) => !ownOf(values, name)?.trim())

/**
 * Missing values are replaced by their names, as in the preview, so that a price is known before all are entered. A
 * missing coordinate becomes 0, because the server accepts only degrees.
 */
export function shownValues({ variables, header }: Variables, values: Values): Record<string, string> {
  const place = shownHeader(header)
  const degrees = place?.type === 'location' ? variablesIn(place.latitude, place.longitude) : []
  const missing = (name: string) => (degrees.includes(name) ? '0' : `{{${name}}}`)
  return Object.fromEntries(
    variables.map((name) => [name, ownOf(values, name)?.trim() ? (ownOf(values, name) as string) : missing(name)]),
  )
}
