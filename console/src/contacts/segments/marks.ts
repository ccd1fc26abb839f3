// The errors shown at a draft's conditions: missing values, and the server's refusals.

import { SamvadError } from '@samvad/sdk'
import { fieldError } from '../../app/errors.tsx'
import { type DraftGroup, finished, keyAt, type Problem, problemOf, unfinishedIn, writtenDraft } from './draft.ts'

export function problemsByKey(root: DraftGroup, w: { problems: Record<Problem, string> }): Map<number, string> {
  return new Map(
    unfinishedIn(root).map((condition) => [condition.key, w.problems[problemOf(condition) as Problem]] as const),
  )
}

/** Errors by clause key: the server's error paths refer to the complete part of the draft, which it received. */
export function errorsByKey(root: DraftGroup, error: unknown): Map<number, string> {
  const whole = finished(root)
  if (!(error instanceof SamvadError) || whole === null) return new Map()
  const { places } = writtenDraft(whole)
  return new Map(
    error.errors.flatMap(({ field }) => {
      const key = keyAt(places, field)
      const text = fieldError(error, field)
      return key === undefined || text === null ? [] : [[key, text] as const]
    }),
  )
}
