// Events of recharges and mandates: spec 14.3.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { Out, oneOf, publicId, Type } from '#kit/wire.ts'
import type { GatewayPaymentEvent } from '#money/gateways/providers/gateway.ts'
import { purposes, receiptOf } from '#money/gateways/rules.ts'
import type { Entry } from '#people/audit/actions.ts'
import type { MandateRow } from './mandate-queries.ts'
import { authorizedBy, Mandate, type MandateEndReason, mandateEndReasons, showMandate } from './mandate-show.ts'
import type { RechargeRow } from './queries.ts'
import { Recharge } from './schema.ts'
import { showRecharge } from './show.ts'

/** A payment of any purpose. */
const Payment = Type.Object({
  ...Recharge.properties,
  id: Type.String({ description: 'ID of the recharge or of the subscription payment.' }),
  purpose: oneOf(purposes, 'PaymentPurpose'),
  subscription_payment_id: Out.nullable(Out.id('spay')),
})

export const rechargeEvents = declareEvents(
  { object: 'rech', readers: { permission: 'wallet.recharge' } },
  {
    'recharge.completed': {
      description: 'A recharge was paid, and its amount was credited to the wallet.',
      payload: Recharge,
    },
    'payment.failed': {
      description:
        'A payment failed: of a recharge, or of the subscription if `purpose` says so. `failure_reason` is the reason.',
      payload: Payment,
    },
    'payment.mismatch': {
      description:
        'A gateway captured a different amount than requested. Nothing was booked; the operator must investigate.',
      payload: Type.Object({
        ...Payment.properties,
        payment_reference: Type.String({ description: "The gateway's ID of the payment." }),
        paid: Out.amount(),
      }),
    },
  },
)

export const rechargeCompleted = (id: Uuid, recharge: Recharge) =>
  rechargeEvents.event('recharge.completed', id, recharge)

export const paymentFailed = (row: RechargeRow, shown: Recharge) =>
  rechargeEvents.event('payment.failed', row.id, { ...shown, ...named(row) })

export const paymentMismatch = (row: RechargeRow, shown: Recharge, { paymentId, amount }: GatewayPaymentEvent) =>
  rechargeEvents.event('payment.mismatch', row.id, {
    ...shown,
    ...named(row),
    payment_reference: paymentId,
    paid: formatMicros(amount),
  })

function named(row: RechargeRow) {
  const { purpose, id } = row
  return {
    id: receiptOf(row) as string,
    purpose,
    subscription_payment_id: purpose === 'subscription' ? publicId('spay', id) : null,
  }
}

/** The audit entry of the same. `transactionId`: another transaction than the recharge's own. */
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

const MandateOfPayment = Type.Object({
  ...Mandate.properties,
  purpose: oneOf(purposes, 'PaymentPurpose'),
  recharge_id: Out.nullable(Out.id('rech')),
  subscription_payment_id: Out.nullable(Out.id('spay')),
  replaced_id: Out.nullable(
    Type.String({
      ...Out.id('mand'),
      description: 'The mandate that was replaced by this one. Null if there was none.',
    }),
  ),
  end_reason: Out.nullable({
    ...oneOf(mandateEndReasons, 'MandateEndReason'),
    description:
      'Why the service ended the mandate: another one replaced it, or the subscription ended. Null if the customer, the bank or the expiry ended it, and if it has not ended.',
  }),
})

export const mandateEvents = declareEvents(
  { object: 'mand', readers: { permission: 'balance.view' } },
  {
    'mandate.given': { description: 'The customer authorized a mandate.', payload: MandateOfPayment },
    'mandate.updated': { description: 'The status of a mandate changed.', payload: MandateOfPayment },
    'mandate.ended': {
      description: 'A mandate was cancelled or rejected, or it expired.',
      payload: MandateOfPayment,
    },
  },
)

export const mandateChanged = (
  type: 'given' | 'updated' | 'ended',
  mandate: MandateRow,
  { endReason = null, replacedId = null }: { endReason?: MandateEndReason | null; replacedId?: Uuid | null } = {},
) =>
  mandateEvents.event(`mandate.${type}`, mandate.id, {
    ...showMandate(mandate),
    ...authorizedBy(mandate),
    replaced_id: publicId('mand', replacedId),
    end_reason: endReason,
  })
