// Which calls are retried, and when. Pure.

import type { SamvadError } from './errors.ts'

export const RETRIES_DEFAULT = 3
export const RETRIES_MAX = 10
const BACKOFF_FIRST_MS = 500
const BACKOFF_MAX_MS = 8000
/** A longer requested delay is not waited for: the error reports it to the caller, who can decide better. */
export const RETRY_AFTER_MAX_SECONDS = 60

const AGAIN = new Set([408, 429, 502, 503, 504])
/** Responses of a proxy: the server may have processed the request. */
const UNKNOWN = new Set([502, 504])

/** True when repeating has no further effect: any method but POST, and a POST with an idempotency key. */
export const isRepeatable = (method: string, key: string | null): boolean => method !== 'POST' || key !== null

export function isWorthAnotherTry({ status, code }: Pick<SamvadError, 'status' | 'code'>): boolean {
  // In flight: the first attempt is still running, and a retry with the same key gets its response.
  return status === null || AGAIN.has(status) || code === 'idempotency_in_flight'
}

/** True when a failed request may still have taken effect. */
export const mayHaveArrived = ({ status }: Pick<SamvadError, 'status'>): boolean =>
  status === null || UNKNOWN.has(status)

/** The delay in ms after this many attempts; null when a retry is pointless. `chance` is from 0 to 1. */
export function waitBehind(tries: number, retryAfter: number | null, chance: number): number | null {
  if (retryAfter !== null && retryAfter > RETRY_AFTER_MAX_SECONDS) return null
  const backoff = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (tries - 1))
  // Randomized, so that clients that wait for the same reason do not retry at the same time.
  if (retryAfter !== null) return retryAfter * 1000 + chance * BACKOFF_FIRST_MS
  return backoff / 2 + (chance * backoff) / 2
}
