// CSRF token, sent by our pages with every change. They receive it at sign-in or with the current session, which no
// page of another origin can read. Bound to the session, and stored nowhere.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'

export const CSRF_HEADER = 'x-csrf-token'
const PURPOSE = 'csrf'

export const csrfTokenOf = (sealer: Pick<Sealer, 'keyFor'>, sessionId: Uuid): string =>
  macOf(sealer.keyFor(PURPOSE), sessionId).toString('base64url')

/** Accepts tokens of any current key, so that a key rotation invalidates none. */
export function isCsrfToken(sealer: Pick<Sealer, 'keysFor'>, sessionId: Uuid, given: unknown): boolean {
  if (typeof given !== 'string') return false
  const bytes = Buffer.from(given, 'base64url')
  return sealer.keysFor(PURPOSE).some((key) => {
    const mac = macOf(key, sessionId)
    return bytes.length === mac.length && timingSafeEqual(bytes, mac)
  })
}

const macOf = (key: Buffer, sessionId: Uuid): Buffer => createHmac('sha256', key).update(sessionId).digest()
