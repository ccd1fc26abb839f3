// Parses a page's request body: names and texts, limited before parsing. Pure.

import type { FileAnswer } from '#forms/definitions/holds.ts'
import type { AnswerFault } from '#forms/definitions/read-answer.ts'
import type { Sent } from './visit.ts'

/** A page of 500 options that are all chosen is still one; 10,000 fields are none. */
export const FIELDS_MAX = 2_000
export const BODY_BYTES_MAX = 512 * 1024

export type Pairs = readonly (readonly [string, string])[]

/** Null: more fields than any page has. */
export function pairsOf(body: Buffer): Pairs | null {
  let count = 1
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1)) if (++count > FIELDS_MAX) return null
  return [...new URLSearchParams(body.toString('utf8'))]
}

export interface SentForm extends Sent {
  sealed: string | undefined
  proof: string | undefined
  /** Another language that was chosen. */
  language: string | undefined
  isTrapped: boolean
  /** The script has counted the start. */
  isStartCounted: boolean
  /** The last answered field, as reported by the script. */
  lastReported: string | undefined
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>()

export function sentFormOf(
  pairs: Pairs,
  files: ReadonlyMap<string, readonly FileAnswer[]> = NONE,
  faults: ReadonlyMap<string, AnswerFault> = NONE,
): SentForm {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  const first = (name: string) => values.get(name)?.[0]
  return {
    values,
    files,
    faults,
    act: first('_act') ?? 'next',
    displayed: new Set(values.get('_on')),
    sealed: first('_state'),
    proof: first('_proof') || undefined,
    language: first('_lang'),
    isTrapped: (first('_url') ?? '') !== '',
    isStartCounted: first('_started') === '1',
    lastReported: first('_last') || undefined,
  }
}
