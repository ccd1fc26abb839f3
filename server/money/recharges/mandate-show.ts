// Mandates as the API shows them.

import { amount, Out, oneOf, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import { type PaymentMethod, paymentMethods } from '#money/gateways/rules.ts'
import type { MandateRow } from './mandate-queries.ts'

export const mandateStatuses = ['pending', 'active', 'paused', 'cancelled', 'expired', 'rejected'] as const

/** Why the service itself ended a mandate. */
export const mandateEndReasons = ['replaced', 'subscription_ended'] as const
export type MandateEndReason = (typeof mandateEndReasons)[number]

export const Mandate = Type.Object({
  id: Out.id('mand'),
  status: oneOf(mandateStatuses, 'MandateStatus'),
  payment_method: Out.nullable(oneOf(paymentMethods, 'PaymentMethod')),
  max_amount: Out.nullable(
    Out.amount('Maximum per debit, including tax, in rupees. Null if the mandate has no maximum.'),
  ),
  expires_at: Out.nullable(
    Out.time('When the mandate expires, in Unix seconds. Null if it does not expire or the expiry is not known yet.'),
  ),
})
export type Mandate = Static<typeof Mandate>

export function showMandate({ id, status, payment_method, max_micros, expires_at }: MandateRow): Mandate {
  return {
    id: publicId('mand', id),
    status,
    payment_method: payment_method as PaymentMethod | null,
    max_amount: amount(max_micros),
    expires_at: seconds(expires_at),
  }
}

/** The payment that it was authorized with. */
export function authorizedBy({ purpose, recharge_id }: MandateRow) {
  return {
    purpose,
    recharge_id: purpose === 'recharge' ? publicId('rech', recharge_id) : null,
    subscription_payment_id: purpose === 'subscription' ? publicId('spay', recharge_id) : null,
  }
}
