// Pure rules of arrivals: when one is worked on again, and when a person is to look at it.

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** After so many failures it is tried again then; after the last of them a person looks at it: some 15 hours. */
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

/** One that was begun so often has perhaps ended the process that worked on it: it is worked on by itself. */
export const SUSPECT_FROM = 3

/** Null: a person looks at it. `attempts`: how often it was begun. */
export function againAt(attempts: number, now: Date): Date | null {
  const after = AGAIN_AFTER_MS[Math.max(attempts, 1) - 1]
  return after === undefined ? null : new Date(now.getTime() + after)
}

/** A receipt may come before what it is about is known here; after so long nothing comes of it. */
const EARLY_KEPT_MS = 7 * DAY_MS
const EARLY_AGAIN_MIN_MS = SECOND_MS
const EARLY_AGAIN_MAX_MS = HOUR_MS
/** Of its age, so that it is looked for often at first and seldom in the end. */
const EARLY_AGAIN_PART = 4

/** When receipts that found nothing are tried again; null when they are let go. */
export function earlyAgainAt(receivedAt: Date, now: Date): Date | null {
  const ageMs = Math.max(0, now.getTime() - receivedAt.getTime())
  if (ageMs >= EARLY_KEPT_MS) return null
  const afterMs = Math.min(EARLY_AGAIN_MAX_MS, Math.max(EARLY_AGAIN_MIN_MS, ageMs / EARLY_AGAIN_PART))
  return new Date(now.getTime() + afterMs)
}
