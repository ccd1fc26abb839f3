// A request body of the API built from a command's options, and validated like a request.

import { compileCheck } from '#edge/validation.ts'
import type { Static, TSchema } from '#kit/wire.ts'

/** Throws with a line for each invalid field. */
export function checkedInput<S extends TSchema>(schema: S, given: Record<string, unknown>): Static<S> {
  const errors = compileCheck(schema)(given)
  if (errors.length > 0) throw new Error(errors.map(({ field, message }) => `${field}: ${message}`).join('\n'))
  return given as Static<S>
}

/** An option is text; digits become a number for the API. */
export const numberIfDigits = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text)
