// Pure rules of a subscription: due times, and the effects of payments and cancellations. spec 23. Its states are in
// states.ts.

import { type Anchored, firstPeriod, nextPeriod, type Period } from './periods.ts'
import type { EventName } from './states.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/** `pending`: the first payment is awaited. `cancelling`: paid, and not renewed. */
export const subscriptionStatuses = ['free', 'pending', 'active', 'cancelling', 'grace'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** How long before every debit, and before a payment link is due, the customer is notified. */
export const NOTICE_MS = DAY_MS
/** spec 10.22: the grace period after a failed payment, exactly. */
export const GRACE_MS = 7 * DAY_MS
/** The days of the grace period on which the failed payment is retried. */
export const RETRY_DAYS: readonly number[] = [1, 3, 5, 7]
/** The last retry is made this long before the grace period ends, so that its outcome can arrive within it. */
export const LAST_RETRY_LEAD_MS = HOUR_MS
/** An unpaid first payment is awaited for this long. */
export const PENDING_MS = DAY_MS

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const later = (one: Date, other: Date): Date => (one > other ? one : other)
const earliest = (...times: (Date | null)[]): Date | null => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.min(...known.map((time) => time.getTime())))
}

// --- Stored state ---------------------------------------------------------------------------------------------------

export const paymentKinds = ['debit', 'link'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** `payment_method`: a small payment that authorizes another mandate; it pays for no period and is refunded. */
export const paymentPurposes = ['first', 'renewal', 'retry', 'payment_method'] as const
export type PaymentPurpose = (typeof paymentPurposes)[number]

export interface Grace {
  startedAt: Date
  /** Number of used retries, made or missed. */
  used: number
  /** When the next retry debits; null while an outcome is awaited, or when no retry is left. */
  nextDebitAt: Date | null
}

export interface Situation {
  status: SubscriptionStatus
  anchorDay: number | null
  /** The newest paid period; in grace, the one that ended. */
  period: Period | null
  /** The payment whose outcome is awaited. `dueAt`: when it is debited, or when a link must be paid. */
  open: { kind: PaymentKind; isFirst: boolean; dueAt: Date } | null
  grace: Grace | null
  /** When the first payment was opened. */
  openedAt: Date | null
  /** How a payment would be made now: by debit if a mandate covers the total. */
  means: PaymentKind
}

// --- Effects of time ------------------------------------------------------------------------------------------------

/** The event that is due now; null for none. */
export function decide(situation: Situation, at: Date): EventName | null {
  const ended = overdue(situation, at)
  if (ended !== null) return ended
  const { status, open, grace } = situation
  if (status === 'active' && open === null) return at >= noticeAt(paidUntil(situation)) ? 'renewal_due' : null
  if (status !== 'grace' || grace === null || grace.nextDebitAt === null || open?.kind === 'debit') return null
  if (situation.means === 'link') return at >= grace.nextDebitAt ? 'reminder_due' : null
  if (at < noticeAt(grace.nextDebitAt)) return null
  return openDue(grace.nextDebitAt, at) < graceEnd(grace.startedAt) ? 'retry_due' : 'retry_missed'
}

/**
 * The event of a deadline that has passed, none of which opens a payment. Applied before every other event, so that a
 * late worker changes no outcome.
 */
export function overdue(situation: Situation, at: Date): EventName | null {
  const { status, open, grace, openedAt } = situation
  switch (status) {
    case 'free':
      return null
    case 'pending':
      return openedAt === null || at >= after(openedAt, PENDING_MS) ? 'pending_expired' : null
    case 'active':
      if (open?.kind === 'link') return at >= open.dueAt ? 'link_overdue' : null
      return open !== null && at >= after(open.dueAt, GRACE_MS) ? 'outcome_overdue' : null
    case 'cancelling':
      return at >= paidUntil(situation) ? 'period_over' : null
    case 'grace':
      return grace === null || at >= graceEnd(grace.startedAt) ? 'grace_over' : null
  }
}

/** When `decide` must be called again if nothing else happens. */
export function dueAt(situation: Situation): Date | null {
  const { status, open, grace, openedAt, means } = situation
  switch (status) {
    case 'free':
      return null
    case 'pending':
      return openedAt && after(openedAt, PENDING_MS)
    case 'active':
      if (open === null) return noticeAt(paidUntil(situation))
      return open.kind === 'link' ? open.dueAt : after(open.dueAt, GRACE_MS)
    case 'cancelling':
      return paidUntil(situation)
    case 'grace': {
      if (grace === null) return null
      const retryAt = open?.kind === 'debit' ? null : grace.nextDebitAt
      return earliest(graceEnd(grace.startedAt), means === 'debit' && retryAt ? noticeAt(retryAt) : retryAt)
    }
  }
}

/** When a requested debit usually has its outcome: until then its mandate is not cancelled at the gateway. */
export const debitEndsBy = (dueAt: Date): Date => after(dueAt, DAY_MS)

const noticeAt = (debitAt: Date): Date => after(debitAt, -NOTICE_MS)

/** The due time of a payment opened now: not before the end of its notice period. */
export const openDue = (planned: Date, at: Date): Date => later(planned, after(at, NOTICE_MS))

function paidUntil({ period }: Situation): Date {
  if (period === null) throw new Error('a subscription in this state has a paid period')
  return period.to
}

/**
 * The period that a payment due at `dueAt` pays for. It follows the paid one, unless the payment is later than a grace
 * period allows, for example after a long suspension: then a first period begins.
 */
export function renewalOf(situation: Situation, dueAt: Date): Anchored {
  const from = paidUntil(situation)
  const { anchorDay } = situation
  if (anchorDay === null || dueAt >= after(from, GRACE_MS)) return firstPeriod(dueAt)
  return { anchorDay, period: nextPeriod(anchorDay, from) }
}

/**
 * The first period of a new subscription: from the day of the capture, or from the end of a period already paid, for
 * example after the clock was set back.
 */
export const newPeriod = (paidUntil: Date | null, at: Date): Anchored =>
  firstPeriod(paidUntil === null ? at : later(paidUntil, at))

// --- Grace ----------------------------------------------------------------------------------------------------------

export const graceEnd = (startedAt: Date): Date => after(startedAt, GRACE_MS)

/** When the retry at this index debits, unless its notice is late. */
function plannedRetry(startedAt: Date, index: number): Date {
  const isLast = index === RETRY_DAYS.length - 1
  return after(startedAt, (RETRY_DAYS[index] as number) * DAY_MS - (isLast ? LAST_RETRY_LEAD_MS : 0))
}

/**
 * The next retry after `used` ones: the first whose time is ahead, so that several missed retries become one. Null when
 * none fits into the grace period with its notice.
 */
export function nextRetry(
  { startedAt, used }: Pick<Grace, 'startedAt' | 'used'>,
  at: Date,
): { used: number; debitAt: Date | null } {
  for (let index = used; index < RETRY_DAYS.length; index++) {
    const planned = plannedRetry(startedAt, index)
    if (planned <= at) continue
    const debitAt = openDue(planned, at)
    if (debitAt < graceEnd(startedAt)) return { used: index, debitAt }
  }
  return { used: RETRY_DAYS.length, debitAt: null }
}

/** The number of used retries after the one due at `dueAt` is opened: it replaces every one that was due by then. */
export function usedBy({ startedAt, used }: Pick<Grace, 'startedAt' | 'used'>, dueAt: Date): number {
  const due = RETRY_DAYS.filter((_day, index) => plannedRetry(startedAt, index) <= dueAt).length
  return Math.max(used + 1, due)
}

// --- Effects of payments, failures and cancellations ---------------------------------------------------------------

export interface CapturedPayment {
  /** True when its outcome is awaited. */
  isOpen: boolean
  /** True when the customer cancelled, or another payment paid for its period. */
  revoked: boolean
  /** True when it only authorized a payment method, and pays for no period. */
  isCheck: boolean
  /** The period to pay for; null for a first payment. */
  period: Period | null
}

/** The event of a payment captured now. `overdue` must have been applied. */
export function captureEvent(situation: Situation, { isOpen, revoked, isCheck, period }: CapturedPayment): EventName {
  if (revoked || isCheck) return 'surplus'
  const isNext = period !== null && situation.period !== null && period.from >= situation.period.to
  switch (situation.status) {
    case 'free':
      return 'paid_late'
    case 'pending':
      return isOpen ? 'first_paid' : 'paid_late'
    case 'active':
      return isNext ? 'renewed' : 'surplus'
    case 'cancelling':
      return 'surplus'
    case 'grace':
      return isNext ? 'paid_in_grace' : 'surplus'
  }
}

/** The event of a failed payment; null for none: a link can be paid on the same page again. */
export function failureEvent(situation: Situation, isOpen: boolean, at: Date): EventName | null {
  const { status, open } = situation
  if (!isOpen || open?.kind !== 'debit') return null
  if (status === 'grace') return 'debit_failed'
  if (status !== 'active') return null
  // Premium is paid until then: the customer is asked to pay manually, and the grace period starts if they have not.
  return at < paidUntil(situation) ? 'failed_early' : 'debit_failed'
}

/** The event of cancelling now; null when there is nothing to cancel. */
export function cancelEvent(situation: Situation, at: Date): EventName | null {
  switch (situation.status) {
    case 'free':
      return null
    case 'pending':
      return 'withdrawn'
    case 'active':
      return at < paidUntil(situation) ? 'cancelled' : 'cancelled_late'
    case 'cancelling':
      return 'cancelled'
    case 'grace':
      return 'cancelled_late'
  }
}

export const canResume = (situation: Situation, at: Date): boolean =>
  situation.status === 'cancelling' && at < paidUntil(situation)

// --- Stops ----------------------------------------------------------------------------------------------------------

/**
 * The situation after the installation was fenced or the organization suspended from `since` until `at`: a grace
 * period, and a payment that came due in that time, are extended by it. Paid periods are not extended.
 */
export function afterStop(situation: Situation, since: Date, at: Date): Situation {
  const stoppedMs = Math.max(0, at.getTime() - since.getTime())
  const { open, grace } = situation
  return {
    ...situation,
    open: open && open.dueAt < at ? { ...open, dueAt: after(open.dueAt, stoppedMs) } : open,
    grace: grace && {
      ...grace,
      startedAt: after(grace.startedAt, stoppedMs),
      nextDebitAt: grace.nextDebitAt && after(grace.nextDebitAt, stoppedMs),
    },
  }
}
