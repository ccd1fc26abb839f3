// The displayed state of a domain, and parsing of typed names. Pure.

import type { FormDomain } from '@samvad/sdk'

export type ShownState = 'pending' | 'serving' | 'failing' | 'downgraded'

/**
 * A missing record takes precedence over a missing plan: without the record, another organization can verify the
 * domain.
 */
export function shownState({ status, serving }: Pick<FormDomain, 'status' | 'serving'>): ShownState {
  if (status === 'proof_missing') return 'failing'
  if (status !== 'verified') return 'pending'
  return serving === 'forms' ? 'serving' : 'downgraded'
}

export const TONES = { pending: 'warn', serving: 'good', failing: 'bad', downgraded: 'warn' } as const

/** The DNS record that leads to this host: by its name, or by its address where it has none. */
export const recordTypeOf = (host: string): 'A' | 'AAAA' | 'CNAME' =>
  host.includes(':') ? 'AAAA' : /^\d+(\.\d+){3}$/.test(host) ? 'A' : 'CNAME'

/** The domain name in a pasted URL or text; the server validates it. */
export const nameIn = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
