// Pure rules of auto-recharge: when to charge, when to wait, when to give up. service.md §1 rule 8, decisions §5
// "Auto-recharge" and "Grace".

import { indianMonth } from '#kit/calendar.ts'
import { MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import type { AutoRechargeStatus } from '#wallet/rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A bug, or a threshold above what a recharge brings, must not charge again and again. */
export const BEGUN_PER_HOUR_MAX = 3
export const BEGUN_PER_DAY_MAX = 10
/** service.md §8: the grace period after a failed payment, exactly. */
export const GRACE_MS = 7 * DAY_MS
/** The days of the grace on which the failed payment is tried again. */
export const RETRY_DAYS: readonly number[] = [1, 3, 5, 7]
/** The last retry falls on the end of the grace: a worker that comes so much later still makes it. */
export const LAST_RETRY_LATE_MAX_MS = HOUR_MS
/** A payment link holds up nothing for longer. */
export const LINK_MS = DAY_MS
/** The default of monthly_limit, in amounts. */
export const MONTHLY_LIMIT_TIMES = 10n
/** The default of mandate_max_amount: what the Reserve Bank lets be debited without the customer's second factor. */
export const MANDATE_MAX_DEFAULT: Micros = 15_000n * MICROS_PER_RUPEE
/** How long a mandate is asked for. */
export const MANDATE_MS = 3 * 365 * DAY_MS

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const later = (one: Date, other: Date): Date => (one > other ? one : other)

// --- What to do now ------------------------------------------------------------------------------------------------

export type Kind = 'debit' | 'link'

export interface Grace {
  startedAt: Date
  /** How many of the retries are over, whether they were made or missed. */
  used: number
  /** Null while the outcome of one is awaited, or when none is left. */
  nextAttemptAt: Date | null
}

/** The last two are not ours to wait out: there is no gateway, or it takes no such recharge. */
export type LimitName = 'hourly_limit' | 'daily_limit' | 'monthly_limit' | 'gateway_unavailable' | 'recharge_refused'
export interface Limit {
  by: LimitName
  until: Date
}

export interface Situation {
  at: Date
  enabled: boolean
  balance: Micros
  threshold: Micros
  /** What was begun and has no outcome yet. */
  open: { kind: Kind; begunAt: Date } | null
  grace: Grace | null
  heldUntil: Date | null
  /** Whether a deduction has left the balance below since the threshold is watched, or the customer's own change stands for it. */
  called: boolean
  /** What forbids to begin another one now. */
  limit: Limit | null
}

export type Step = { is: 'rest' | 'begin' | 'leaveLink' | 'endGrace' | 'switchOff' } | { is: 'hold'; limit: Limit }

export function decide(situation: Situation): Step {
  const { at, enabled, balance, threshold, open, grace, heldUntil, called, limit } = situation
  const begin: Step = limit ? { is: 'hold', limit } : { is: 'begin' }
  // quality L11. What became of a debit that was asked for is never guessed.
  if (!enabled || open?.kind === 'debit') return { is: 'rest' }
  if (grace) {
    // Somebody put money in: there is nothing left to charge for.
    if (balance >= threshold) return { is: 'endGrace' }
    if (isOver(grace, at)) return { is: 'switchOff' }
    return grace.nextAttemptAt === null || at < grace.nextAttemptAt ? { is: 'rest' } : begin
  }
  if (open) return balance >= threshold || at >= linkEnd(open.begunAt) ? { is: 'leaveLink' } : { is: 'rest' }
  if (balance >= threshold || !called || (heldUntil !== null && at < heldUntil)) return { is: 'rest' }
  return begin
}

export const linkEnd = (begunAt: Date): Date => after(begunAt, LINK_MS)

/** Whether the threshold is watched: not while something is under way, is retried, or is held. */
export function isArmed({
  enabled,
  open,
  grace,
  heldUntil,
}: Pick<Situation, 'enabled' | 'open' | 'grace' | 'heldUntil'>) {
  return enabled && open === null && grace === null && heldUntil === null
}

/** Whether a limit forbids another one. `begun` are the times of those of the last day, in any order. */
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

/** The calendar month of Asia/Kolkata that holds `at`; the end is not part of it. */
export function monthOf(at: Date): { start: Date; end: Date } {
  const start = new Date(`${indianMonth(at)}T00:00:00+05:30`)
  // No month is longer than 31 days, and the day after that is in the next one.
  return { start, end: new Date(`${indianMonth(after(start, 32 * DAY_MS))}T00:00:00+05:30`) }
}

// --- How ------------------------------------------------------------------------------------------------------------

/** Why a recharge is asked for with a payment link. */
export type LinkReason = 'no_mandate' | 'mandate_maximum' | 'debit_maximum' | 'mandates_unavailable'

/** Null when the mandate covers a debit of so much, with tax. `debitMax` null: a gateway without mandates. */
export function uncovered(
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

export const graceEnd = (startedAt: Date): Date => after(startedAt, GRACE_MS)

function isOver({ startedAt, nextAttemptAt }: Grace, at: Date): boolean {
  const end = graceEnd(startedAt)
  return nextAttemptAt === null ? at >= end : at > after(end, LAST_RETRY_LATE_MAX_MS)
}

/**
 * The retry after the `used` that are over: on the first of its days that is still ahead, asked for as long before as the
 * gateway waits. Days that went by meanwhile are over too, so that what was missed is one retry, not several.
 */
export function nextRetry({ startedAt, used }: Pick<Grace, 'startedAt' | 'used'>, at: Date, noticeMs: number) {
  for (let index = used; index < RETRY_DAYS.length; index++) {
    const debitAt = after(startedAt, (RETRY_DAYS[index] as number) * DAY_MS)
    if (debitAt > at) return { used: index, nextAttemptAt: later(at, after(debitAt, -noticeMs)) }
  }
  return { used: RETRY_DAYS.length, nextAttemptAt: null }
}

/** How many are over once a retry is begun: it stands for every one that was due by then. */
export function usedBy({ startedAt, used }: Pick<Grace, 'startedAt' | 'used'>, at: Date, noticeMs: number): number {
  const due = RETRY_DAYS.filter((day) => after(startedAt, day * DAY_MS - noticeMs) <= at).length
  return Math.max(used + 1, due)
}

/** Until when nothing is begun after no recharge could be opened. */
export const refusedUntil = (at: Date): Date => after(at, DAY_MS)

// --- When to look again, and what to say ---------------------------------------------------------------------------

/** Longer than everything that asking takes: whoever asks is then done, or was killed. */
export const ASK_CLAIM_MS = MINUTE_MS

/** When to ask a gateway again that could not be asked, for the `count`th time from 0; as long as there is something to ask for. */
export function askAgainAt(count: number, at: Date): Date {
  return after(at, Math.min(MINUTE_MS * 2 ** Math.min(count, 10), HOUR_MS))
}

const CANCEL_TRIES_MAX = 100
/** When to tell a gateway again that a mandate is cancelled; null when it is given up: nothing is debited with it anyway. */
export function cancelAgainAt(count: number, at: Date): Date | null {
  return count < CANCEL_TRIES_MAX ? askAgainAt(count, at) : null
}

const CHECKS_MAX = 40
/** When to ask what has become of a mandate that may yet be, or be again, active; null when it is given up. */
export function mandateCheckAt(status: string, count: number, at: Date): Date | null {
  if ((status !== 'pending' && status !== 'paused') || count >= CHECKS_MAX) return null
  return after(at, Math.min(MINUTE_MS * 2 ** Math.min(count, 11), DAY_MS))
}

export interface Shown extends Pick<Situation, 'enabled' | 'open' | 'grace' | 'heldUntil'> {
  hasMandate: boolean
  /** Every recharge is asked for with a link, because no mandate can do it. */
  byLink: boolean
}

export function statusOf({ enabled, open, grace, heldUntil, hasMandate, byLink }: Shown): AutoRechargeStatus {
  if (!enabled) return 'off'
  if (open) return open.kind === 'debit' ? 'charging' : 'payment_link'
  if (grace) return 'retrying'
  if (heldUntil) return 'limited'
  if (byLink) return 'payment_link'
  return hasMandate ? 'active' : 'authorization_required'
}
