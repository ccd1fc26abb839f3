// What the console shows of a domain's state, and what the proxy in front of the installation needs for it. Pure.

import type { FormDomain } from './domain-types.ts'

export type ShownState = 'pending' | 'serving' | 'failing' | 'downgraded' | 'lost'

/** A missing record comes before a missing plan: without the proof, another organization can take the domain. */
export function shownState({ status, is_serving, verified_at }: FormDomain): ShownState {
  if (status === 'failing') return 'failing'
  if (status !== 'verified') return verified_at === null ? 'pending' : 'lost'
  return is_serving ? 'serving' : 'downgraded'
}

export const TONES = { pending: 'warn', serving: 'good', failing: 'bad', downgraded: 'warn', lost: 'bad' } as const

/** The name of a domain or an address that somebody pasted; the service checks what it is. */
export const nameIn = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
