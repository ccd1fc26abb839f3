// What a payment gateway is to us. One adapter a file; index.ts is the table of them.

import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { FailureReason, PaymentMethod } from '../rules.ts'

/** What a gateway says of one payment, by its webhook or when it is asked. The same may come any number of times, in any order. */
export interface GatewayEvent {
  kind: 'captured' | 'failed'
  /** The gateway's names of the order and the payment. */
  orderId: string
  paymentId: string
  /** What the customer was debited, or would have been: the total with tax. */
  amount: Micros
  /** Null for a method that we have no word for. */
  method: PaymentMethod | null
  /** Why it failed; null for a captured one. */
  reason: FailureReason | null
}

export interface NewOrder {
  organizationId: Uuid
  /** Also the receipt, which makes placing an order repeatable: one order for a recharge, however often it is placed. */
  rechargeId: Uuid
  total: Micros
}

export type Headers = Record<string, string | string[] | undefined>

export interface Gateway {
  name: string
  /** Where the customer pays. Known before the order is placed: a page of this installation, which leads on to the gateway's. */
  checkoutUrl(organizationId: Uuid, rechargeId: Uuid): string
  /** Over the network, so never within a transaction. Repeatable: the receipt is the recharge. */
  createOrder(order: NewOrder): Promise<{ orderId: string }>
  /** What a webhook says. Refuses a forged or stale one (401); fails closed. The signature is over the raw bytes. */
  verifyWebhook(organizationId: Uuid, rawBody: Buffer, headers: Headers, at: Date): GatewayEvent[]
  /** What the gateway knows of an order's payments, asked over the network. */
  fetchPayments(organizationId: Uuid, orderId: string): Promise<GatewayEvent[]>
}
