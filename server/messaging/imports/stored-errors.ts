// Import errors are stored as code and parameters; their text is generated when they are read.

import { fieldErrorText, type ValidationError } from '#kit/messages/field-errors.ts'
import type { Params } from '#kit/messages/texts.ts'

export interface StoredError {
  code: string
  params: Params
}

export interface ShownError extends StoredError {
  /** The text in English. */
  message: string
}

/** The error of a row in its text column. */
export const storedError = ({ code, params }: Pick<ValidationError, 'code' | 'params'>): string =>
  JSON.stringify({ code, params } satisfies StoredError)

/** Versions before stored only the text, without a code. */
export function readStoredError(text: string): ShownError | { code: null; params: Params; message: string } {
  if (!text.startsWith('{"code":')) return { code: null, params: {}, message: text }
  return shownError(JSON.parse(text) as StoredError)
}

export const shownError = ({ code, params }: StoredError): ShownError => ({
  code,
  params,
  message: fieldErrorText('en', code, params) ?? code,
})
