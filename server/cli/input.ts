// The body of a write of the API, as a command puts it together from its options: checked as a request is.

import { compileCheck } from '#edge/validation.ts'
import type { Static, TSchema } from '#kit/wire.ts'

/** Throws with a line for each field that is wrong. */
export function checkedInput<S extends TSchema>(schema: S, given: Record<string, unknown>): Static<S> {
  const errors = compileCheck(schema)(given)
  if (errors.length > 0) throw new Error(errors.map(({ field, message }) => `${field}: ${message}`).join('\n'))
  return given as Static<S>
}

/** An option is text; a number in it is one for the API. */
export const numberIfDigits = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text)
