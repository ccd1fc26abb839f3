// The interface of a payment gateway. One adapter per file; index.ts lists them.

import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { FailureReason, PaymentMethod, Receipt } from '../rules.ts'

// --- Gateway reports, by webhook or query. Possibly repeated, in any order. -----------------------------------------

export interface GatewayPaymentEvent {
  object: 'payment'
  /** `pending`: started and undecided; only for payments that somebody really attempted, not for an open page. */
  outcome: 'captured' | 'failed' | 'pending'
  /** The gateway's ids of the order and the payment. */
  orderId: string
  paymentId: string
  /** The amount debited from the customer, actual or intended: the total with tax. */
  amount: Micros
  /** Null for a method that we do not support. */
  method: PaymentMethod | null
  /** The bank of a net banking payment, in the gateway's form. */
  bank: string | null
  /** Why it failed; null for any other. */
  reason: FailureReason | null
  /** The mandate authorized with this payment, when the order requested one. */
  mandate: AuthorizedMandate | null
  lacksOurReference?: LacksOurReference
}

/**
 * For a webhook without any reference of ours: if its object is unknown here too, it belongs to another system with the
 * same account. An event that may concern our objects never has it.
 */
export type LacksOurReference = true

export interface AuthorizedMandate {
  token: string
  /** The gateway's id of the customer. */
  customer: string
  status: MandateStatus
  /** The maximum of one debit; null when the gateway does not report it. */
  maxAmount: Micros | null
  expiresAt: Date | null
}

/** `pending`: authorized, and not yet confirmed by the bank. The last three are final. */
export type MandateStatus = 'pending' | 'active' | 'paused' | 'cancelled' | 'expired' | 'rejected'

export interface GatewayMandateEvent {
  object: 'mandate'
  token: string
  status: MandateStatus
  /** The gateway's id of the customer, if a webhook contains it. */
  customer?: string
}

export interface GatewayRefundEvent {
  object: 'refund'
  /** The gateway's ids of the refund and of its payment. */
  refundId: string
  paymentId: string
  /** Our reference, as given with the request; null when the gateway does not report it. */
  receipt: string | null
  amount: Micros
  status: 'pending' | 'processed' | 'failed'
  /** The customer's bank reference (the acquirer's reference number), once there is one. */
  reference: string | null
  /** The payment's order, if reported: a payment that was never captured is known by it only. */
  orderId?: string
  /** The gateway's timestamp of this state; unset when it reports none. */
  at?: Date
  lacksOurReference?: LacksOurReference
}

/** `action_required`: the bank wants more evidence from the operator. The last three end it, until a further phase. */
export const disputeStatuses = ['open', 'action_required', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** The payer's bank disputes a payment. */
export interface GatewayDisputeEvent {
  object: 'dispute'
  /** The gateway's ids of the dispute, the payment and its order. */
  disputeId: string
  paymentId: string
  orderId: string | null
  status: DisputeStatus
  /** The disputed amount with tax; for a lost one the amount taken by the gateway. */
  amount: Micros
  /** The gateway took the amount from the operator's account for good. */
  isPaidOut: boolean
  /** The gateway's values, unchanged. */
  phase: string | null
  reasonCode: string | null
  /** Until when the operator can answer at the gateway. */
  respondBy: Date | null
  /** The gateway's timestamp of this state; null when it reports none. */
  at: Date | null
  lacksOurReference?: LacksOurReference
}

export type GatewayEvent = GatewayPaymentEvent | GatewayMandateEvent | GatewayRefundEvent | GatewayDisputeEvent

/** An event that is not used here: its kind is logged, and it is counted as ignored. */
export interface UnusedEvent {
  object: 'unused'
  /** The gateway's name of the event type. */
  kind: string
  /**
   * Set when the event could not be parsed: it is refused if one of its references, to a payment or an order, is known.
   */
  unreadable?: { why: string; references: string[] }
}

// --- Gateway requests. All use the network and never run within a transaction. ---------------------------------------

/** The paying customer, as far as known; gateways ask for it. */
export interface Customer {
  name: string
  email: string | null
  /** E.164. */
  phone: string | null
}

export interface NewOrder {
  organizationId: Uuid
  /** The order is found again by its receipt. */
  receipt: Receipt
  total: Micros
  customer: Customer
  /** Requests a mandate with the payment; null for an ordinary payment. */
  mandate: { maxAmount: Micros; expiresAt: Date } | null
  /** It was requested before with an unknown result: a gateway that would create another one looks it up first. */
  mayExist: boolean
}

export interface NewRefund {
  organizationId: Uuid
  /** Also the receipt and the idempotency key. */
  refundId: Uuid
  paymentId: string
  /** The payment's order: some gateways store refunds with the order. Added with Cashfree. */
  orderId: string
  amount: Micros
}

export interface Debit {
  organizationId: Uuid
  /** The order placed for the debit, and its receipt. */
  orderId: string
  receipt: Receipt
  total: Micros
  token: string
  customerId: string
  customer: Customer
}

export type Headers = Record<string, string | string[] | undefined>

export interface Gateway {
  name: string
  /** Test money: its payments are numbered separately and have no tax documents. */
  isTestMode?: true
  /** The payment page. Known before the order is placed: a page of this installation that leads on to the gateway's. */
  checkoutUrl(organizationId: Uuid, receipt: Receipt): string
  /**
   * Idempotent by receipt, with `mayExist`, for one caller at a time. `session`: further data that the gateway's page
   * needs, if any.
   */
  createOrder(order: NewOrder): Promise<{ orderId: string; session: string | null }>
  /** The events of a webhook. Refuses a forged or stale one (401); fails closed. The signature covers the raw bytes. */
  verifyWebhook(
    organizationId: Uuid | null,
    rawBody: Buffer,
    headers: Headers,
    at: Date,
  ): (GatewayEvent | UnusedEvent)[]
  /** The payments of an order at the gateway. */
  fetchPayments(organizationId: Uuid, orderId: string): Promise<GatewayPaymentEvent[]>
  /** Idempotent by refund. For a repeated request the returned event is the refund's current state. */
  refund(refund: NewRefund): Promise<GatewayRefundEvent>
  /** The state of an accepted refund; null when the gateway does not know it. */
  fetchRefund(
    organizationId: Uuid,
    refund: { paymentId: string; refundId: string; orderId: string },
  ): Promise<GatewayRefundEvent | null>
  /** Debits without the customer present; null for a gateway without mandates. */
  mandates: Mandates | null
  // Added with the real gateways; the sandbox has neither.
  /** Required customer data; unset for none. */
  needs?(order: { mandate: boolean }): readonly ('email' | 'phone')[]
  /** The gateway's payment page, if one of our pages leads there. */
  checkout?: HostedCheckout
}

/**
 * A gateway's own page, which the browser opens by submitting a form. No script of ours or of the gateway runs on our
 * page.
 */
export interface HostedCheckout {
  /** The gateway's name as shown to the customer. */
  title: string
  /** `origins`: where the form may lead the browser, including redirects, for the form-action policy. */
  form(order: CheckoutOrder): { action: string; fields: Record<string, string>; origins: string[] }
  /**
   * Verifies that the browser's return comes from the gateway; a wrong signature is refused (401). It never proves a
   * payment: the gateway is queried.
   */
  verifyReturn(orderId: string, fields: Record<string, unknown>): boolean
}

export interface CheckoutOrder {
  organizationId: Uuid
  receipt: Receipt
  orderId: string
  session: string | null
  total: Micros
  hasMandate: boolean
}

/** Standing authorizations to debit a customer: RBI's e-mandates on cards, UPI Autopay. */
export interface Mandates {
  /** The notice period before a debit. After a request the gateway itself notifies the customer and waits. */
  noticeMs: number
  /** The maximum amount, with tax, that can be debited without the customer's PIN. */
  debitMax: Micros
  /** Idempotent by order. The result is reported as a payment of the order. */
  debit(debit: Debit): Promise<void>
  fetch(organizationId: Uuid, mandate: { token: string; customerId: string }): Promise<GatewayMandateEvent>
  cancel(organizationId: Uuid, mandate: { token: string; customerId: string }): Promise<void>
}

/**
 * A permanent refusal by the gateway, which a repetition does not change. Any other thrown error means an unknown
 * result.
 */
export class GatewayRefusal extends Error {
  readonly reason: FailureReason
  constructor(message: string, reason: FailureReason) {
    super(message)
    this.reason = reason
  }
}
