// Refunds of the sandbox gateway: accepted at once, processed a minute later unless the order's page chooses otherwise,
// and reported by a signed webhook.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import type { RefundRow } from './refund-queries.ts'
import * as queries from './refund-queries.ts'
import { FIRST_RETRY_AFTER_MS, REFUND_TAKES_MS, retryAt } from './rules.ts'
import { postEvent } from './webhook.ts'

const DELIVERIES_AT_ONCE = 50

/** Idempotent by receipt: a repetition returns the existing refund. 409 when the refunds would exceed the payment. */
export async function createRefund(
  tx: Tx,
  { organizationId, at }: Scope,
  { paymentId, receipt, amount }: { paymentId: string; receipt: string; amount: Micros },
): Promise<RefundRow> {
  const id = parseTypeId('pay', paymentId)
  const payment = id === null ? undefined : await tx.row<queries.CapturedRow>(queries.lockPayment(organizationId, id))
  if (!payment) throw absent('payment')
  const earlier = await tx.rows<RefundRow>(queries.ofPayment(organizationId, payment.id))
  const same = earlier.find((one) => one.receipt === receipt)
  if (same) {
    if (same.amount_micros !== amount) throw refusal('conflict', 'receipt_of_other_amount')
    return same
  }
  if (payment.status !== 'captured') throw refusal('conflict', 'payment_not_captured')
  const given = earlier.filter(({ status }) => status !== 'failed').reduce((sum, one) => sum + one.amount_micros, 0n)
  if (given + amount > payment.amount_micros) throw refusal('conflict', 'refund_exceeds_payment')

  const settlesAt = new Date(at.getTime() + REFUND_TAKES_MS)
  const refund = { id: newUuid(at.getTime()), paymentId: payment.id, receipt, amount, settlesAt }
  const row = await tx.row<RefundRow>(queries.insert(organizationId, refund, at))
  if (!row) throw new Error('the refund was not stored')
  tx.onCommit(enqueueWork('sandbox_webhook', organizationId, settlesAt))
  return row
}

/** By the gateway's id, or by the merchant's receipt. */
export async function find(tx: Tx, organizationId: Uuid, name: string): Promise<RefundRow | null> {
  const id = parseTypeId('rfnd', name)
  const named = id === null ? undefined : await tx.row<RefundRow>(queries.byId(organizationId, id))
  return named ?? (await tx.row<RefundRow>(queries.byReceipt(organizationId, name))) ?? null
}

export function ofOrder(tx: Tx, organizationId: Uuid, orderId: Uuid): Promise<RefundRow[]> {
  return tx.rows<RefundRow>(queries.ofOrder(organizationId, orderId))
}

/** Sets the result of a pending refund: 409 when it is settled. */
export async function choose(
  tx: Tx,
  { organizationId, at }: Scope,
  id: Uuid,
  outcome: 'processed' | 'failed',
): Promise<RefundRow> {
  const retry = new Date(at.getTime() + FIRST_RETRY_AFTER_MS)
  const row = await tx.row<RefundRow>(queries.settle(organizationId, id, outcome, retry))
  if (!row) {
    if (await tx.row(queries.byId(organizationId, id))) throw refusal('conflict', 'refund_settled')
    throw absent('refund')
  }
  tx.onCommit(enqueueWork('sandbox_webhook', organizationId, retry))
  return row
}

/** The body of a refund report, for webhooks and queries. */
export function eventBodyOf(refund: RefundRow) {
  return {
    refund_id: publicId('rfnd', refund.id),
    payment_id: publicId('pay', refund.payment_id),
    receipt: refund.receipt,
    amount_micros: refund.amount_micros,
    status: refund.status,
    // Like an acquirer's reference number: only a processed refund has one.
    reference: refund.status === 'processed' ? `SBX${refund.id.replaceAll('-', '').slice(-12).toUpperCase()}` : null,
  }
}

/** Processes and reports a merchant's due refunds, and returns when the next is due. */
export async function settleDue(app: App, organizationId: Uuid): Promise<Date | null> {
  const { database } = app
  const at = app.clock()
  await database.transaction((tx) => tx.run(queries.settleDue(organizationId, at)), organizationId)
  const due = await database.reads.rows<RefundRow>(queries.undelivered(organizationId, at, DELIVERIES_AT_ONCE))
  for (const refund of due) await deliver(app, organizationId, refund)
  const row = await database.reads.row<{ due: Date | null }>(queries.nextDue(organizationId))
  return row?.due ?? null
}

/** Reports a finished refund and stores whether it was accepted. */
export async function deliver(app: App, organizationId: Uuid, refund: RefundRow): Promise<void> {
  const isTaken = await postEvent(app, organizationId, refund.id, {
    type: `refund.${refund.status}`,
    ...eventBodyOf(refund),
  })
  const at = app.clock()
  const note = isTaken
    ? queries.markDelivered(organizationId, refund.id, at)
    : queries.postponeDelivery(organizationId, refund.id, retryAt(refund.webhook_attempts, at))
  await app.database.transaction((tx) => tx.run(note), organizationId)
}
