// A visit's progress, in a sealed hidden field of the page: no cookie, and nothing stored. It is bound to its
// organization, form and version, and expires. Its nonce makes a submission idempotent: spec 22.24.

import type { Place } from '#forms/analytics/rules.ts'
import type { FileAnswer } from '#forms/definitions/holds.ts'
import type { Origin } from '#forms/submissions/detail-rules.ts'
import type { Sealer } from '#kit/crypto.ts'
import { MINUTE_MS } from '#kit/deadlines.ts'
import type { Uuid } from '#kit/ids.ts'
import { fewRandomBytes } from '#kit/random-pool.ts'

/** Validity since the last shown page: longer than a working day. Uploads are kept for the same time. */
export const STATE_MS = 24 * 60 * MINUTE_MS
const NONCE_BYTES = 16
const SEALED_CHARACTERS_MAX = 1024 * 1024

export interface Challenge {
  /** Leading zero bits that a proof of work needs. */
  bits: number
  /** From then on the form is accepted without a proof, in ms. */
  notBefore: number
}

export interface VisitState {
  version: number
  nonce: string
  /** When the first page was shown, in ms. */
  startedAt: number
  language: string
  isEmbedded: boolean
  source: string
  /** Omitted when neither the URL nor the referrer names one. */
  origin?: Origin
  /** The position that analytics have counted. */
  place?: Place
  /** Index of the page that is shown. */
  page: number
  /** Values of the address, of pages that are passed, and of this page when it was shown last. */
  values: Record<string, string[]>
  files: Record<string, FileAnswer[]>
  isStartCounted?: boolean
  /** True when the honeypot field was filled in. */
  isTrapped?: boolean
  challenge?: Challenge
}

export const nonceOf = ({ nonce }: VisitState): Buffer => Buffer.from(nonce, 'base64url')

export interface FormKey {
  orgId: Uuid
  formId: Uuid
}

export interface States {
  seal(form: FormKey, state: VisitState, now: Date): string
  /** Null: none of this form's, altered, or expired. */
  open(form: FormKey, sealed: string | undefined, now: Date): VisitState | null
}

interface Sealed extends VisitState {
  expiresAt: number
}

/** Without a prototype: authors choose the keys of fields, and `constructor` is a valid one. */
const byKey = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, record)

export function createStates(sealer: Sealer): States {
  const place = ({ orgId, formId }: FormKey) => `form-visit:${orgId}:${formId}`
  return {
    seal(form, state, now) {
      const sealed: Sealed = { ...state, expiresAt: now.getTime() + STATE_MS }
      return sealer.seal(place(form), JSON.stringify(sealed)).toString('base64url')
    },
    open(form, sealed, now) {
      if (!sealed || sealed.length > SEALED_CHARACTERS_MAX) return null
      try {
        const { expiresAt, ...state } = JSON.parse(sealer.open(place(form), Buffer.from(sealed, 'base64url'))) as Sealed
        if (expiresAt <= now.getTime()) return null
        return { ...state, values: byKey(state.values), files: byKey(state.files) }
      } catch {
        return null
      }
    },
  }
}

export const newVisit = (
  version: number,
  now: Date,
  known: Pick<VisitState, 'language' | 'isEmbedded' | 'source' | 'values'> & { origin?: Origin | undefined },
): VisitState => ({
  version,
  nonce: fewRandomBytes(NONCE_BYTES).toString('base64url'),
  startedAt: now.getTime(),
  page: 0,
  files: byKey({}),
  language: known.language,
  isEmbedded: known.isEmbedded,
  source: known.source,
  ...(known.origin === undefined ? {} : { origin: known.origin }),
  values: byKey(known.values),
})
