// Failure reasons of payments: spec 10.6 names four, everything else is a gateway_error. Sources:
// razorpay.com/docs/errors/payments/list, cashfree.com/docs (error_details.error_reason). Both gateways use the same
// codes.

import type { FailureReason } from '../rules.ts'

type Named = Exclude<FailureReason, 'gateway_error'>

const words: Record<Named, readonly string[]> = {
  insufficient_funds: [
    'insufficient_funds',
    'insufficient_fund',
    'insufficient_balance',
    'insufficient_account_balance',
    'low_balance',
    // A credit limit is not a daily limit: it is still exceeded tomorrow.
    'credit_limit_exceeded',
  ],
  expired_card: ['card_expired', 'expired_card', 'debit_instrument_expired'],
  daily_limit_reached: [
    'transaction_limit_exceeded',
    'transaction_daily_limit_exceeded',
    'transaction_daily_count_exceeded',
    'transaction_frequency_limit_exceeded',
    'daily_limit_exceeded',
    'daily_limit_reached',
    'per_day_limit_exceeded',
    'limit_exceeded',
    'limit_exceed',
  ],
  bank_declined: [
    'card_declined',
    'payment_declined',
    'debit_declined',
    'declined_by_bank',
    'issuer_declined',
    'bank_declined',
    'transaction_declined',
    'do_not_honour',
    'do_not_honor',
    'payment_risk_check_failed',
    'card_disabled_for_online_payments',
    'card_not_enrolled',
    'debit_instrument_blocked',
    'debit_instrument_inactive',
    'bank_account_invalid',
    'international_transaction_not_allowed',
    'transaction_on_vpa_restricted',
    'authorisation_declined_by_psp',
    // For a single payment, on any day.
    'transaction_amount_limit_exceeded',
    'mcc_amount_limit_exceeded',
  ],
}

const reasonByWord = new Map<string, FailureReason>(
  Object.entries(words).flatMap(([reason, those]) => those.map((word) => [word, reason as FailureReason] as const)),
)

/**
 * The first known word decides; a cancellation or timeout by the customer is a gateway_error, because the bank gave no
 * reason.
 */
export function reasonOf(...said: readonly unknown[]): FailureReason {
  for (const one of said) {
    const reason = typeof one === 'string' ? reasonByWord.get(one.trim().toLowerCase()) : undefined
    if (reason) return reason
  }
  return 'gateway_error'
}
