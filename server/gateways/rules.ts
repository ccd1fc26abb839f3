// The words of payments, for every gateway: how one pays, and what can go wrong. Pure.

/** service.md §1 rule 2. */
export const paymentMethods = ['credit_card', 'debit_card', 'net_banking', 'upi', 'wallet'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** service.md §7, and what a gateway may say besides. */
export const failureReasons = [
  'insufficient_funds',
  'expired_card',
  'daily_limit_reached',
  'bank_declined',
  'gateway_error',
] as const
export type FailureReason = (typeof failureReasons)[number]
