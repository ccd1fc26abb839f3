// Pure rules of people: what an email address and a password must be, and how long failed sign-ins must wait.

import { createHmac } from 'node:crypto'
import { EMAIL_MAX, readEmailAddress } from '#kit/email-address.ts'
import type { Reading } from '#kit/wire.ts'

export const DISPLAY_NAME_MAX = 200
/** NIST SP 800-63B-4 requires length and forbids rules about character classes. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 1000

/** Normalizes an address to its stored, lower-case form; an error for an invalid one: spec 6.3. */
export function readEmail(text: string): Reading<string> {
  const reading = readEmailAddress(text.trim())
  return 'value' in reading ? { value: reading.value.toLowerCase() } : reading
}

/** For lookups: also accepts addresses that earlier versions allowed. */
export function soughtEmail(text: string): string {
  const reading = readEmail(text)
  return 'value' in reading ? reading.value : text.trim().toLowerCase().slice(0, EMAIL_MAX)
}

// --- Console preferences --------------------------------------------------------------------------------------------

export const languages = ['en', 'hi'] as const
export type Language = (typeof languages)[number]
/** The language of a user who has not chosen one. */
export const LANGUAGE: Language = 'en'
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** True for a name in the time zone database. Offsets are not accepted, because they ignore daylight saving time. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

// --- Failed sign-ins ------------------------------------------------------------------------------------------------

/**
 * Counters, with their numbers of free failures before delays start: an account from one network, an account on one
 * known device, a network for any account, and an account over all networks that it was never signed in to from.
 */
export const freeFailures = { pair: 5, device: 5, network: 50, account: 50 } as const
export type Counted = keyof typeof freeFailures

/**
 * Maximum number of one network's failures that count for the account: a stranger on one network alone can never
 * trigger the account's delay.
 */
export const ACCOUNT_FAILURES_OF_ONE_NETWORK = freeFailures.pair

const FIRST_WAIT_MS = 1000
export const LONGEST_WAIT_MS = 15 * 60 * 1000
/** Failures are forgotten after this time; those of an account, this long after the first of them. */
export const FAILED_SIGN_INS_KEPT_MS = 24 * 3600 * 1000
/** How long a network stays known after the last sign-in from it. */
export const PLACES_KEPT_MS = 90 * 24 * 3600 * 1000

/** The delay after the last of this many failures: 1 s, doubling up to 15 min. */
export function waitAfter(counted: Counted, failures: number): number {
  const beyond = failures - freeFailures[counted]
  return beyond < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** beyond, LONGEST_WAIT_MS)
}

/** Only keyed hashes are stored: the typed text may be anything, and callers' addresses are private. */
export function countKey(secret: Buffer, counted: Counted | 'place', ...parts: string[]): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([counted, ...parts]))
    .digest()
}

/**
 * The caller's relation to the account: on a device or from a network that it was signed in from before, or neither.
 */
export type Standing = 'device' | 'place' | 'unknown'

/** The counters that delay such a caller. Known callers are not delayed by strangers on other networks. */
export const judgedBy: Record<Standing, readonly Counted[]> = {
  device: ['device'],
  place: ['pair'],
  unknown: ['network', 'pair', 'account'],
}

export interface Count {
  failures: number
  waitsUntil: Date | null
  /** Of the last failure; for an account, of the first. */
  at: Date
}

export type Counts = Partial<Record<Counted, Count>>

/**
 * The counters after another attempt, which counts as failed until it succeeds; or the remaining delay in milliseconds.
 */
export function afterAttempt(standing: Standing, before: Counts, at: Date): { waitMs: number } | { counts: Counts } {
  const waits = judgedBy[standing].map((counted) => (before[counted]?.waitsUntil?.getTime() ?? 0) - at.getTime())
  // Longer than the longest delay: the clock was set back.
  const waitMs = Math.max(...waits.filter((ms) => ms <= LONGEST_WAIT_MS), 0)
  if (waitMs > 0) return { waitMs }
  const counts: Counts = {}
  for (const counted of judgedBy[standing]) {
    const old = current(before[counted], at)
    if (counted === 'account' && (current(before.pair, at)?.failures ?? 0) >= ACCOUNT_FAILURES_OF_ONE_NETWORK) {
      if (old) counts.account = old
      continue
    }
    const failures = (old?.failures ?? 0) + 1
    const wait = waitAfter(counted, failures)
    counts[counted] = {
      failures,
      waitsUntil: wait === 0 ? null : new Date(at.getTime() + wait),
      at: counted === 'account' ? (old?.at ?? at) : at,
    }
  }
  return { counts }
}

function current(count: Count | undefined, at: Date): Count | undefined {
  return count && count.at.getTime() > at.getTime() - FAILED_SIGN_INS_KEPT_MS ? count : undefined
}
