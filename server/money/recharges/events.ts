// What recharges tell: spec 14.3.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { GatewayPaymentEvent } from '#money/gateways/providers/gateway.ts'
import type { Entry } from '#people/audit/actions.ts'
import type { RechargeRow } from './queries.ts'
import { Recharge } from './schema.ts'
import { showRecharge } from './show.ts'

export const rechargeEvents = declareEvents(
  { object: 'rech', readers: { permission: 'wallet.recharge' } },
  {
    'recharge.completed': {
      description: 'A recharge was paid, and its amount was credited to the wallet.',
      payload: Recharge,
    },
    'payment.failed': { description: 'A payment failed. `failure_reason` is the reason.', payload: Recharge },
    'payment.mismatch': {
      description:
        'A gateway captured a different amount than requested. Nothing was credited; the operator must investigate.',
      payload: Type.Object({
        ...Recharge.properties,
        payment_reference: Type.String({ description: "The gateway's ID of the payment." }),
        paid: Out.amount(),
      }),
    },
  },
)

export const rechargeCompleted = (id: Uuid, recharge: Recharge) =>
  rechargeEvents.event('recharge.completed', id, recharge)

export const paymentFailed = (id: Uuid, recharge: Recharge) => rechargeEvents.event('payment.failed', id, recharge)

export const paymentMismatch = (id: Uuid, recharge: Recharge, { paymentId, amount }: GatewayPaymentEvent) =>
  rechargeEvents.event('payment.mismatch', id, {
    ...recharge,
    payment_reference: paymentId,
    paid: formatMicros(amount),
  })

/** The same for the audit log. `transactionId` where it is another one than the recharge's own. */
export function entryOf(
  action: 'recharge.created' | 'recharge.retried' | 'recharge.succeeded' | 'recharge.failed',
  row: RechargeRow,
  transactionId: Uuid | null = row.transaction_id,
): Entry {
  const { id, amount, tax, total, payment_method, failure_reason, invoice_id } = showRecharge(row, null, [])
  const { gateway, origin } = row
  const transaction_id = publicId('txn', transactionId)
  const details = { amount, tax, total, payment_method, failure_reason, invoice_id, transaction_id, gateway, origin }
  return { action, object: id, details }
}
