// What stands at the conditions of a draft: what they lack, and what the service refused of them.

import { SamvadError } from '@samvad/sdk'
import { fieldError } from '../../app/errors.tsx'
import { type DraftGroup, finished, keyAt, type Problem, problemOf, unfinishedIn, writtenDraft } from './draft.ts'

export function problemsByKey(root: DraftGroup, w: { problems: Record<Problem, string> }): Map<number, string> {
  return new Map(
    unfinishedIn(root).map((condition) => [condition.key, w.problems[problemOf(condition) as Problem]] as const),
  )
}

/** By the places that the errors name in the finished part of the draft, which is what the service receives. */
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
