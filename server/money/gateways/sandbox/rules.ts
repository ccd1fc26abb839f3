// Pure rules of the sandbox gateway.

import { failureReasons } from '../rules.ts'

/** The results that the customer can choose at the checkout. */
export const outcomes = ['success', ...failureReasons.filter((reason) => reason !== 'gateway_error')] as const
export type Outcome = (typeof outcomes)[number]

/** The states of a mandate. Cancelled is final. */
export const mandateStates = ['active', 'paused', 'cancelled'] as const
export type MandateState = (typeof mandateStates)[number]

/** Reasons for which a choice on a page is no longer possible. */
export const tooLateReasons = ['order_paid', 'refund_settled', 'mandate_cancelled'] as const
export type TooLateReason = (typeof tooLateReasons)[number]

/** The page delivers at once; the job takes over when that fails. */
export const FIRST_RETRY_AFTER_MS = 5000

/** A bank takes days; in the sandbox there is a minute to choose a refund's result. */
export const REFUND_TAKES_MS = 60_000

const RETRY_AFTER_MS = [5, 15, 60, 300, 900, 3600, 7200, 14_400, 28_800, 43_200].map((seconds) => seconds * 1000)

/** When to deliver again after this many attempts; null when delivery is given up, after a day. */
export function retryAt(attempts: number, at: Date): Date | null {
  const after = RETRY_AFTER_MS[attempts]
  return after === undefined ? null : new Date(at.getTime() + after)
}
