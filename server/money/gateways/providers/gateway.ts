// The interface of a payment gateway. One adapter per file; index.ts lists them.

import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { FailureReason, PaymentMethod, Receipt } from '../rules.ts'

// --- Gateway reports, by webhook or query. Possibly repeated, in any order. -----------------------------------------

export interface GatewayPaymentEvent {
  object: 'payment'
  /** `pending`: started and undecided; only for payments that somebody really attempted, not for an open page. */
  outcome: 'captured' | 'failed' | 'pending'
  /** The gateway's names of the order and the payment. */
  orderId: string
  paymentId: string
  /** The amount debited from the customer, actual or intended: the total with tax. */
  amount: Micros
  /** Null for a method that we have no word for. */
  method: PaymentMethod | null
  /** The bank of a net banking payment, as the gateway names it. */
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
  /** The gateway's names of the dispute, and of the payment and its order. */
  disputeId: string
  paymentId: string
  orderId: string | null
  status: DisputeStatus
  /** The disputed amount with tax; for a lost one the amount taken by the gateway. */
  amount: Micros
  /** The gateway took the amount from the operator's account for good. */
  isPaidOut: boolean
  /** The gateway's words, as they came. */
  phase: string | null
  reasonCode: string | null
  /** Until when the operator can answer at the gateway. */
  respondBy: Date | null
  /** The gateway's timestamp of this state; null when it reports none. */
  at: Date | null
  lacksOurReference?: LacksOurReference
}

export type GatewayEvent = GatewayPaymentEvent | GatewayMandateEvent | GatewayRefundEvent | GatewayDisputeEvent

/** An event that nothing here acts on: its kind is logged, and it is counted as ignored. */
export interface UnusedEvent {
  object: 'unused'
  /** The gateway's name of the kind. */
  kind: string
  /** Set where it could not be read: it is refused if one of the names in it, of a payment or an order, is known. */
  unreadable?: { why: string; references: string[] }
}

// --- Gateway requests. All use the network and never run within a transaction. ---------------------------------------

/** The paying customer, as far as known; gateways require it. */
export interface Customer {
  name: string
  email: string | null
  /** E.164. */
  phone: string | null
}

export interface NewOrder {
  organizationId: Uuid
  /** By which the order is found again. */
  receipt: Receipt
  total: Micros
  customer: Customer
  /** Asks the customer for a mandate along with the payment; null for an ordinary one. */
  mandate: { maxAmount: Micros; expiresAt: Date } | null
  /** It was requested before with an unknown result: a gateway that would create another one looks it up first. */
  mayExist: boolean
}

export interface NewRefund {
  organizationId: Uuid
  /** Also the receipt and the key under which asking again has no further effect. */
  refundId: Uuid
  paymentId: string
  /** The order that the payment paid: some gateways keep their refunds with the order. Added with Cashfree. */
  orderId: string
  amount: Micros
}

export interface Debit {
  organizationId: Uuid
  /** The order that was placed for it, and its receipt. */
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
  /** Nobody's money: what it pays for is numbered apart, and is no tax document. */
  isTestMode?: true
  /** The payment page. Known before the order is placed: a page of this installation that leads on to the gateway's. */
  checkoutUrl(organizationId: Uuid, receipt: Receipt): string
  /**
   * Repeatable, with `mayExist`, by one caller at a time: the receipt is the payment. `session` is what the
   * gateway's page needs besides the order, if anything.
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
  /** Debits without the customer at the keyboard; null for a gateway through which we have none. */
  mandates: Mandates | null
  // Added with the real gateways; the sandbox has neither.
  /** Required customer data; unset for none. */
  needs?(order: { mandate: boolean }): readonly ('email' | 'phone')[]
  /** The page that it takes the payment on, when a page of ours leads there. */
  checkout?: HostedCheckout
}

/**
 * A gateway's own page, to which the browser is sent with a form. No script of ours or of the gateway runs on our
 * page.
 */
export interface HostedCheckout {
  /** The destination's name for the customer. */
  title: string
  /** `origins` are those that a browser may be led to from there: form-action holds for redirects too. */
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

/** Standing permissions to debit a customer: RBI's e-mandates on cards, UPI Autopay. */
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
 * The gateway refused for a reason that asking again does not change. Anything else that is thrown is an unknown
 * outcome.
 */
export class GatewayRefusal extends Error {
  readonly reason: FailureReason
  constructor(message: string, reason: FailureReason) {
    super(message)
    this.reason = reason
  }
}
