// The sandbox gateway: a separate payment company with test money. It stores its merchants, their orders and payment
// attempts, and nothing about recharges or wallets: it reports a payment only by a signed webhook.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import { type PaymentMethod, paymentOfReceipt, type Receipt } from '../rules.ts'
import { insertMandate } from './mandates.ts'
import type { OrderRow, PaymentRow } from './queries.ts'
import * as queries from './queries.ts'
import { FIRST_RETRY_AFTER_MS, type Outcome } from './rules.ts'

/**
 * The gateway derives an order's id from its receipt: placing it again finds it, and its page has a URL before it is
 * placed.
 */
export function orderOf(receipt: Receipt): Uuid {
  const payment = paymentOfReceipt(receipt)
  if (payment === null) throw new Error(`${receipt} is no receipt of ours`)
  return payment.id
}

export function checkoutPath(organizationId: Uuid, orderId: Uuid): string {
  return `/sandbox/checkout/${publicId('org', organizationId)}/${publicId('order', orderId)}`
}

export async function placeOrder(tx: Tx, { organizationId, at }: Scope, order: queries.NewOrder): Promise<void> {
  await tx.run(queries.insertOrder(organizationId, order, at))
}

export interface Checkout {
  order: OrderRow
  payments: PaymentRow[]
}

export async function checkout(tx: Tx, organizationId: Uuid, orderId: Uuid): Promise<Checkout> {
  const order = await tx.row<OrderRow>(queries.order(organizationId, orderId))
  if (!order) throw absent('order')
  return { order, payments: await tx.rows<PaymentRow>(queries.payments(organizationId, orderId)) }
}

/** The customer's payment attempt. An order can be paid once: 409. A failed attempt can be repeated. */
export async function pay(
  tx: Tx,
  { organizationId, at }: Scope,
  orderId: Uuid,
  { method, outcome }: { method: PaymentMethod; outcome: Outcome },
): Promise<PaymentRow> {
  const order = await tx.row<OrderRow>(queries.lockOrder(organizationId, orderId))
  if (!order) throw absent('order')
  const earlier = await tx.rows<PaymentRow>(queries.payments(organizationId, orderId))
  if (earlier.some(({ status }) => status === 'captured')) {
    throw refusal('conflict', 'order_paid')
  }
  const isSuccess = outcome === 'success'
  const payment: queries.NewPayment = {
    id: newUuid(at.getTime()),
    orderId,
    status: isSuccess ? 'captured' : 'failed',
    method,
    reason: isSuccess ? null : outcome,
  }
  const retry = new Date(at.getTime() + FIRST_RETRY_AFTER_MS)
  await tx.run(queries.insertPayment(organizationId, payment, retry, at))
  if (isSuccess) await insertMandate(tx, { organizationId, at }, order, method)
  await tx.run(enqueueWork('sandbox_webhook', organizationId, retry))
  return (await tx.rows<PaymentRow>(queries.payments(organizationId, orderId))).at(-1) as PaymentRow
}

export async function paymentsOf(tx: Tx, organizationId: Uuid, orderId: string): Promise<PaymentRow[]> {
  const id = parseTypeId('order', orderId)
  return id === null ? [] : tx.rows<PaymentRow>(queries.payments(organizationId, id))
}

/** The body of a payment report, for webhooks and queries. */
export function eventBodyOf(payment: PaymentRow) {
  return {
    type: payment.status === 'captured' ? ('payment.captured' as const) : ('payment.failed' as const),
    order_id: publicId('order', payment.order_id),
    payment_id: publicId('pay', payment.id),
    amount_micros: payment.amount_micros,
    method: payment.method,
    failure_reason: payment.failure_reason,
    mandate: mandateOf(payment),
  }
}

function mandateOf({ order_id, mandate_status, mandate_max_micros, mandate_expires_at }: PaymentRow) {
  if (mandate_status === null || mandate_max_micros === null || mandate_expires_at === null) return null
  return {
    token: publicId('mand', order_id),
    // Customers have no accounts: the mandate's own id identifies them.
    customer: publicId('order', order_id),
    status: mandate_status,
    max_amount: formatMicros(mandate_max_micros),
    expires_at: seconds(mandate_expires_at),
  }
}
