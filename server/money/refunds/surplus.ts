// Refunds a captured subscription payment that is not needed to its source, once and automatically: nobody decides on
// it, and no part becomes credit. spec 23.27.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { expectedDates } from '#kit/india/bank-days.ts'
import { enqueueWork } from '#kit/work.ts'
import { recordReference } from '#money/gateways/references.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import { publishStarted } from './actions.ts'
import type { RefundRow } from './queries.ts'
import * as queries from './queries.ts'
import type { ShownRefundReason } from './rules.ts'

export interface Surplus {
  /** The gateway's id of the captured payment. */
  paymentId: string
  /** The user who subscribed. */
  requestedBy: Uuid
  /** The bank holidays that the installation adds. */
  bankHolidays: ReadonlySet<string>
  reason?: ShownRefundReason
}

/**
 * Runs in the transaction that records the capture, which happens once per capture. The gateway is called after the
 * commit.
 */
export async function refundSurplus(
  tx: Tx,
  scope: Scope,
  payment: RechargeRow,
  { paymentId, requestedBy, bankHolidays, reason = 'duplicate_charge' }: Surplus,
): Promise<void> {
  const { organizationId, at } = scope
  if (payment.gateway_order_id === null) throw new Error('a payment without an order was captured')
  const id = newUuid(at.getTime())
  await tx.row<RefundRow>(
    queries.insert(scope, {
      id,
      purpose: 'subscription',
      reason,
      destination: 'source',
      amount: payment.amount_micros,
      tax: payment.tax_micros,
      taxes: payment.taxes,
      transactionId: null,
      rechargeId: payment.id,
      gateway: payment.gateway,
      paymentId,
      orderId: payment.gateway_order_id,
      note: null,
      requestedBy,
      isAutomatic: true,
    }),
  )
  // The gateway's webhooks about refunds identify the payment by this id.
  await recordReference(tx, payment.gateway, paymentId, organizationId)
  const approved = { transactionId: null, note: null, expected: expectedDates(at, bankHolidays) }
  const row = await tx.row<RefundRow>(queries.markApproved(scope, id, approved))
  await publishStarted(tx, scope, row)
  tx.onCommit(enqueueWork('refund', organizationId, at))
}
