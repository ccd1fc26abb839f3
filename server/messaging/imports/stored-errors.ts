// Errors of imports as they are stored: the code and its parameters, of which the text is made when they are read.

import { fieldErrorText, type ValidationError } from '#kit/messages/field-errors.ts'
import type { Params } from '#kit/messages/texts.ts'

export interface StoredError {
  code: string
  params: Params
}

export interface ShownError extends StoredError {
  /** In English. */
  message: string
}

/** As a column of text stores the error of a row. */
export const storedError = ({ code, params }: Pick<ValidationError, 'code' | 'params'>): string =>
  JSON.stringify({ code, params } satisfies StoredError)

/** An older version stored the sentence itself: it has no code. */
export function readStoredError(text: string): ShownError | { code: null; params: Params; message: string } {
  if (!text.startsWith('{"code":')) return { code: null, params: {}, message: text }
  return shownError(JSON.parse(text) as StoredError)
}

export const shownError = ({ code, params }: StoredError): ShownError => ({
  code,
  params,
  message: fieldErrorText('en', code, params) ?? code,
})
