// Pure rules of recharges: amounts, payment methods, failures, and when the gateway is queried. spec 10.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { formatMicros, MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import { totalFor } from '#money/invoices/rules.ts'

export const rechargeStatuses = ['created', 'pending', 'succeeded', 'failed'] as const
export type RechargeStatus = (typeof rechargeStatuses)[number]

/** spec 10.1: 100 Indian rupees of credit; tax is added. */
export const RECHARGE_MIN: Micros = 100n * MICROS_PER_RUPEE

/** The error in a recharge's amount, or null. With inclusive tax, the limits apply to the payment. */
export function amountError(
  credit: Micros,
  maxRupees: number,
  tax: 'exclusive' | 'inclusive' = 'exclusive',
): ValidationError | null {
  const most = BigInt(maxRupees) * MICROS_PER_RUPEE
  const entered = (amount: Micros) => formatMicros(tax === 'exclusive' ? amount : totalFor(amount))
  if (credit > most) return validationError('recharge_too_large', { max: entered(most) })
  if (credit >= RECHARGE_MIN) return null
  const min = entered(RECHARGE_MIN)
  return tax === 'exclusive'
    ? validationError('recharge_too_small', { min })
    : validationError('recharge_too_small_with_tax', { min, credit: formatMicros(RECHARGE_MIN) })
}

/** True while the customer's payment is expected. */
export function isOpen(status: RechargeStatus): boolean {
  return status === 'created' || status === 'pending'
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
// Webhooks may fail for a day: polling alone must settle an early payment within 15 minutes, and eventually any.
const CHECK_AFTER_MS = [
  ...[1, 4, 8, 12, 20, 30, 40, 50].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 8, 16].map((hours) => hours * HOUR_MS),
  ...[1, 2, 3, 4, 5, 6, 7].map((days) => days * DAY_MS),
]

/** The time of the `count`th query (from 0) about a recharge opened then; null when it is given up. */
export function checkAt(openedAt: Date, count: number): Date | null {
  const after = CHECK_AFTER_MS[count]
  return after === undefined ? null : new Date(openedAt.getTime() + after)
}

/**
 * The next check after `at`, skipping missed ones. An early check because of a visitor is not counted, so that visitors
 * cannot use up the checks: the gateway is queried until the week is over.
 */
export function nextCheck(openedAt: Date, count: number, at: Date): { count: number; due: Date | null } {
  let next = count
  let due = checkAt(openedAt, next)
  while (due !== null && due <= at) due = checkAt(openedAt, ++next)
  return { count: next, due }
}

/** How often visitors of the checkout and of the return page cause calls to the gateway: for all of them together. */
export const NUDGE_COUNTS_EVERY_MS = 5000

/** Longer than all calls that place an order: by then its caller has finished or was killed. */
export const PLACING_CLAIM_MS = 45_000

/** How often a view of the checkout restarts the schedule of queries. */
export const VISIT_COUNTS_EVERY_MS = MINUTE_MS
