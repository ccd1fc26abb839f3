// Pure rules of auto-recharge: when to charge, when to wait, when to give up: spec 10. Its states are in states.ts.

import { indianMonth } from '#kit/india/calendar.ts'
import { MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import { type EventName, stateOf } from './states.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Limits for a bug, or for a threshold above the amount of a recharge, which would charge repeatedly. */
export const BEGUN_PER_HOUR_MAX = 3
export const BEGUN_PER_DAY_MAX = 10
/** spec 10.22: the grace period after a failed payment, exactly. */
export const GRACE_MS = 7 * DAY_MS
/** The days of the grace period on which the failed payment is retried. */
export const RETRY_DAYS: readonly number[] = [1, 3, 5, 7]
/** The last retry is due at the end of the grace period: a worker may be this late for it. */
export const LAST_RETRY_LATE_MAX_MS = HOUR_MS
/** A payment link blocks further attempts no longer than this. */
export const LINK_MS = DAY_MS
/** The default of monthly_limit, as a multiple of the amount. */
export const MONTHLY_LIMIT_TIMES = 10n
/** The default of mandate_max_amount: the Reserve Bank's limit for debits without the customer's second factor. */
export const MANDATE_MAX_DEFAULT: Micros = 15_000n * MICROS_PER_RUPEE
/** The requested duration of a mandate. */
export const MANDATE_MS = 3 * 365 * DAY_MS

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const later = (one: Date, other: Date): Date => (one > other ? one : other)

// --- Stored state ----------------------------------------------------------------------------------------------------

export type Kind = 'debit' | 'link'

export interface Grace {
  startedAt: Date
  /** Number of used retries, made or missed. */
  used: number
  /** Null while an attempt's outcome is awaited, or when no retry is left. */
  nextAttemptAt: Date | null
}

/** The last two are not limits of ours: there is no gateway, or it accepts no such recharge. */
export const limitNames = [
  'hourly_limit',
  'daily_limit',
  'monthly_limit',
  'gateway_unavailable',
  'recharge_refused',
] as const
export type LimitName = (typeof limitNames)[number]
export interface Limit {
  by: LimitName
  until: Date
}

/** The stored data that determines an organization's state. */
export interface Situation {
  enabled: boolean
  /** The attempt without an outcome yet. */
  open: { kind: Kind; begunAt: Date } | null
  grace: Grace | null
  heldUntil: Date | null
}

// --- What to do now ------------------------------------------------------------------------------------------------

export interface Looked extends Situation {
  at: Date
  balance: Micros
  threshold: Micros
  /** True when a deduction left the balance below the threshold since it is watched, or an earlier call waits. */
  called: boolean
  /** Why no further attempt may start now. */
  limit: Limit | null
}

/** The event that an evaluation finds; null when there is nothing to do. */
export function decide(looked: Looked): EventName | null {
  const { at, balance, threshold, open, grace, heldUntil, called, limit } = looked
  const isFunded = balance >= threshold
  const due: EventName = limit ? 'limit_met' : 'recharge_due'
  const hasExpired = open !== null && at >= linkEnd(open.begunAt)
  switch (stateOf(looked)) {
    case 'off':
    // spec 10.18. The outcome of a requested debit is never guessed.
    case 'off_charging':
    case 'charging':
    case 'grace_charging':
      return null
    case 'off_payment_link':
      return hasExpired ? 'link_expired' : null
    case 'armed':
      return isFunded || !called ? null : due
    case 'limited':
      return heldUntil !== null && at >= heldUntil ? 'limit_over' : null
    case 'payment_link':
      if (isFunded) return 'funded'
      return hasExpired ? 'link_expired' : null
    case 'grace':
    case 'grace_payment_link':
      if (grace === null) return null
      // The balance was topped up.
      if (isFunded) return 'funded'
      if (isGraceOver(grace, at)) return 'grace_over'
      return grace.nextAttemptAt === null || at < grace.nextAttemptAt ? null : due
  }
}

export const linkEnd = (begunAt: Date): Date => after(begunAt, LINK_MS)

/** The limit that forbids another attempt. `begun`: starting times within the last day, in any order. */
export function limitMet(begun: Date[], charged: Micros, amount: Micros, monthlyLimit: Micros, at: Date): Limit | null {
  const burst = (by: LimitName, most: number, windowMs: number): Limit[] => {
    const within = begun.filter((one) => after(one, windowMs) > at).toSorted((a, b) => b.getTime() - a.getTime())
    const oldest = within[most - 1]
    return oldest ? [{ by, until: after(oldest, windowMs) }] : []
  }
  const month: Limit[] = charged + amount > monthlyLimit ? [{ by: 'monthly_limit', until: monthOf(at).end }] : []
  const met = [
    ...burst('hourly_limit', BEGUN_PER_HOUR_MAX, HOUR_MS),
    ...burst('daily_limit', BEGUN_PER_DAY_MAX, DAY_MS),
    ...month,
  ]
  return met.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0] ?? null
}

/** The calendar month of Asia/Kolkata that contains `at`; `end` is exclusive. */
export function monthOf(at: Date): { start: Date; end: Date } {
  const start = new Date(`${indianMonth(at)}T00:00:00+05:30`)
  // No month has more than 31 days, so 32 days after the start is in the next one.
  return { start, end: new Date(`${indianMonth(after(start, 32 * DAY_MS))}T00:00:00+05:30`) }
}

// --- How ------------------------------------------------------------------------------------------------------------

/** Why a recharge is requested with a payment link. */
export const linkReasons = ['no_mandate', 'mandate_maximum', 'debit_maximum', 'mandates_unavailable'] as const
export type LinkReason = (typeof linkReasons)[number]

/** Null when the mandate covers a debit of this total with tax. `debitMax` null: a gateway without mandates. */
export function linkReasonFor(
  mandate: { max: Micros | null } | null,
  debitMax: Micros | null,
  total: Micros,
): LinkReason | null {
  if (debitMax === null) return 'mandates_unavailable'
  if (total > debitMax) return 'debit_maximum'
  if (mandate === null) return 'no_mandate'
  return mandate.max !== null && total > mandate.max ? 'mandate_maximum' : null
}

// --- Grace ----------------------------------------------------------------------------------------------------------

export const graceOutcomes = ['paid', 'funded', 'mandate_renewed', 'disabled', 'switched_off'] as const
export type GraceOutcome = (typeof graceOutcomes)[number]

export const graceEnd = (startedAt: Date): Date => after(startedAt, GRACE_MS)

export function isGraceOver({ startedAt, nextAttemptAt }: Grace, at: Date): boolean {
  const end = graceEnd(startedAt)
  return nextAttemptAt === null ? at >= end : at > after(end, LAST_RETRY_LATE_MAX_MS)
}

/**
 * The next retry after `used` ones: on the first of its days still ahead, requested earlier by the gateway's notice
 * period. Past days count as used, so that several missed retries become one.
 */
export function nextRetry({ startedAt, used }: Pick<Grace, 'startedAt' | 'used'>, at: Date, noticeMs: number) {
  for (let index = used; index < RETRY_DAYS.length; index++) {
    const debitAt = after(startedAt, (RETRY_DAYS[index] as number) * DAY_MS)
    if (debitAt > at) return { used: index, nextAttemptAt: later(at, after(debitAt, -noticeMs)) }
  }
  return { used: RETRY_DAYS.length, nextAttemptAt: null }
}

/** The number of used retries after one was started: it includes every one that was due by then. */
export function usedBy({ startedAt, used }: Pick<Grace, 'startedAt' | 'used'>, at: Date, noticeMs: number): number {
  const due = RETRY_DAYS.filter((day) => after(startedAt, day * DAY_MS - noticeMs) <= at).length
  return Math.max(used + 1, due)
}

/** The end of the pause after a recharge could not be opened. */
export const refusedUntil = (at: Date): Date => after(at, DAY_MS)
