// What recharges tell: service.md §6.

import type { Entry } from '#audit/actions.ts'
import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { publicId } from '#kit/wire.ts'
import type { PaymentReport } from '#gateways/providers/gateway.ts'
import type { RechargeRow } from './queries.ts'
import { type Recharge, showRecharge } from './schema.ts'

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

/** The same for the audit log. `transactionId` where it is another one than the recharge's own. */
export function entryOf(
  action: 'recharge.created' | 'recharge.retried' | 'recharge.succeeded' | 'recharge.failed',
  row: RechargeRow,
  transactionId: Uuid = row.transaction_id,
): Entry {
  const { id, amount, tax, total, payment_method, failure_reason, invoice_id } = showRecharge(row, null)
  const { gateway, origin } = row
  const transaction_id = publicId('txn', transactionId)
  const details = { amount, tax, total, payment_method, failure_reason, invoice_id, transaction_id, gateway, origin }
  return { action, object: id, details }
}
