// Pure rules for inbound events: when processing is retried, and when a person must look at one.

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Delays after each failure; after the last one, in total some 15 hours, a person must look at it. */
export const AGAIN_AFTER_MS: readonly number[] = [
  SECOND_MS,
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
]

/** An event started this often may have crashed its worker: it is processed alone. */
export const SUSPECT_FROM = 3

/** Null: a person must look at it. `attempts`: how often processing was started. */
export function againAt(attempts: number, now: Date): Date | null {
  const after = AGAIN_AFTER_MS[Math.max(attempts, 1) - 1]
  return after === undefined ? null : new Date(now.getTime() + after)
}

/** A receipt may arrive before its delivery's provider id is recorded; after this time it is given up. */
const EARLY_KEPT_MS = 7 * DAY_MS
const EARLY_AGAIN_MIN_MS = SECOND_MS
const EARLY_AGAIN_MAX_MS = HOUR_MS
/** Fraction of its age, so that it is retried often at first and rarely later. */
const EARLY_AGAIN_PART = 4

/** When early receipts are retried; null when they are given up. */
export function earlyAgainAt(receivedAt: Date, now: Date): Date | null {
  const ageMs = Math.max(0, now.getTime() - receivedAt.getTime())
  if (ageMs >= EARLY_KEPT_MS) return null
  const afterMs = Math.min(EARLY_AGAIN_MAX_MS, Math.max(EARLY_AGAIN_MIN_MS, ageMs / EARLY_AGAIN_PART))
  return new Date(now.getTime() + afterMs)
}
