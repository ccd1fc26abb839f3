// What recharges tell: service.md §6.

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import type { PaymentReport } from '#gateways/providers/gateway.ts'
import type { Recharge } from './schema.ts'

export const rechargeCompleted = (id: Uuid, recharge: Recharge): NewEvent => ({
  type: 'recharge.completed',
  objectId: id,
  payload: recharge,
})

export const paymentFailed = (id: Uuid, recharge: Recharge): NewEvent => ({
  type: 'payment.failed',
  objectId: id,
  payload: recharge,
})

/** A gateway took another amount than was asked for: nothing is credited, and the operator must look. */
export const paymentMismatch = (id: Uuid, recharge: Recharge, { paymentId, amount }: PaymentReport): NewEvent => ({
  type: 'payment.mismatch',
  objectId: id,
  payload: { ...recharge, payment_reference: paymentId, paid: formatMicros(amount) },
})
