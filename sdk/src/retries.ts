// Which calls are tried again, and when. Pure.

import type { SamvadError } from './errors.ts'

export const RETRIES_DEFAULT = 3
export const RETRIES_MAX = 10
const BACKOFF_FIRST_MS = 500
const BACKOFF_MAX_MS = 8000
/** Who is told to wait longer is told so: the caller knows better what to do meanwhile. */
export const RETRY_AFTER_MAX_SECONDS = 60

const AGAIN = new Set([408, 429, 502, 503, 504])
/** Behind these somebody else may have got it. */
const UNKNOWN = new Set([502, 504])

/** Whether doing it twice is doing it once: a POST is, under a key. */
export const isRepeatable = (method: string, key: string | null): boolean => method !== 'POST' || key !== null

export function isWorthAnotherTry({ status, code }: Pick<SamvadError, 'status' | 'code'>): boolean {
  // The first try goes on there, and its answer comes to who asks again under its key.
  return status === null || AGAIN.has(status) || code === 'idempotency_in_flight'
}

/** Whether it may have taken effect although it failed. */
export const mayHaveArrived = ({ status }: Pick<SamvadError, 'status'>): boolean =>
  status === null || UNKNOWN.has(status)

/** How long to wait behind so many tries; null when it is not worth waiting. `chance` is from 0 to 1. */
export function waitBehind(tries: number, retryAfter: number | null, chance: number): number | null {
  if (retryAfter !== null && retryAfter > RETRY_AFTER_MAX_SECONDS) return null
  const backoff = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (tries - 1))
  // Never all at once: whoever waited for the same reason comes back scattered.
  if (retryAfter !== null) return retryAfter * 1000 + chance * BACKOFF_FIRST_MS
  return backoff / 2 + (chance * backoff) / 2
}
