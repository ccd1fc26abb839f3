// When a gateway is called again: for a debit, about a mandate, or to cancel one. Pure.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** Longer than a complete request: by then its caller has finished or was killed. */
export const ASK_CLAIM_MS = MINUTE_MS

/** The next attempt after the `count`th failed call (from 0), as long as there is something to request. */
export function askAgainAt(count: number, at: Date): Date {
  return after(at, Math.min(MINUTE_MS * 2 ** Math.min(count, 10), HOUR_MS))
}

const CANCEL_TRIES_MAX = 100
/**
 * The next attempt to report a mandate's cancellation to the gateway; null when it is given up: nothing is debited with
 * it anyway.
 */
export function cancelAgainAt(count: number, at: Date): Date | null {
  return count < CANCEL_TRIES_MAX ? askAgainAt(count, at) : null
}

const CHECKS_MAX = 40
/** The next query about a mandate that may become active, for the first time or again; null when it is given up. */
export function mandateCheckAt(status: string, count: number, at: Date): Date | null {
  if ((status !== 'pending' && status !== 'paused') || count >= CHECKS_MAX) return null
  return after(at, Math.min(MINUTE_MS * 2 ** Math.min(count, 11), DAY_MS))
}
