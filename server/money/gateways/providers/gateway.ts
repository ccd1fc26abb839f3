// What a payment gateway is to us. One adapter a file; index.ts is the table of them.

import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { FailureReason, PaymentMethod, Receipt } from '../rules.ts'

// --- What a gateway says, by its webhook or when it is asked. The same may come any number of times, in any order. ---

export interface GatewayPaymentEvent {
  object: 'payment'
  /**
   * `pending`: begun, and not decided yet; said of those only that somebody has really paid at, not of an open page.
   */
  outcome: 'captured' | 'failed' | 'pending'
  /** The gateway's names of the order and the payment. */
  orderId: string
  paymentId: string
  /** What the customer was debited, or would have been: the total with tax. */
  amount: Micros
  /** Null for a method that we have no word for. */
  method: PaymentMethod | null
  /** The bank of a net banking payment, as the gateway names it. */
  bank: string | null
  /** Why it failed; null for any other. */
  reason: FailureReason | null
  /** The mandate that the customer gave with this payment, when the order asked for one. */
  mandate: AuthorizedMandate | null
  lacksOurReference?: LacksOurReference
}

/**
 * Of a webhook that carries no reference of ours: if what it is about is not known here either, it belongs to
 * something else that uses the same account. An event that may be about something of ours never has it.
 */
export type LacksOurReference = true

export interface AuthorizedMandate {
  token: string
  /** The gateway's name of who gave it. */
  customer: string
  status: MandateStatus
  /** The most that one debit may take; null when the gateway does not say. */
  maxAmount: Micros | null
  expiresAt: Date | null
}

/** `pending`: given, and not yet confirmed by the bank. The last three never come back. */
export type MandateStatus = 'pending' | 'active' | 'paused' | 'cancelled' | 'expired' | 'rejected'

export interface GatewayMandateEvent {
  object: 'mandate'
  token: string
  status: MandateStatus
  /** The gateway's name of whose it is, where a webhook says it. */
  customer?: string
}

export interface GatewayRefundEvent {
  object: 'refund'
  /** The gateway's names of the refund and of the payment that it gives back. */
  refundId: string
  paymentId: string
  /** Our name of it, as it was given when the refund was asked for; null when the gateway does not say. */
  receipt: string | null
  amount: Micros
  status: 'pending' | 'processed' | 'failed'
  /** What the customer's bank knows it by (the acquirer's reference number), once there is one. */
  reference: string | null
  /** The order of the payment, where the gateway says it: a payment that was never captured is known by it alone. */
  orderId?: string
  /** When the gateway says that this was so; missing where it does not say. */
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
  /** What is disputed, with tax; of a lost one what the gateway took. */
  amount: Micros
  /** The gateway took the amount from the operator's account for good. */
  isPaidOut: boolean
  /** The gateway's words, as they came. */
  phase: string | null
  reasonCode: string | null
  /** Until when the operator can answer at the gateway. */
  respondBy: Date | null
  /** When the gateway says that this was so; null where it does not say. */
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

// --- What a gateway is asked to do. All of it goes over the network, so never within a transaction. ------------------

/** Whose payment it is, as far as it is known; gateways ask for it. */
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
  /**
   * It was asked for before, and nobody knows what became of it: a gateway that would make another looks for it
   * first.
   */
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
  /**
   * Where the customer pays. Known before the order is placed: a page of this installation, which leads on to the
   * gateway's.
   */
  checkoutUrl(organizationId: Uuid, receipt: Receipt): string
  /**
   * Repeatable, with `mayExist`, by one caller at a time: the receipt is the payment. `session` is what the
   * gateway's page needs besides the order, if anything.
   */
  createOrder(order: NewOrder): Promise<{ orderId: string; session: string | null }>
  /** What a webhook says. Refuses a forged or stale one (401); fails closed. The signature is over the raw bytes. */
  verifyWebhook(
    organizationId: Uuid | null,
    rawBody: Buffer,
    headers: Headers,
    at: Date,
  ): (GatewayEvent | UnusedEvent)[]
  /** What the gateway knows of an order's payments. */
  fetchPayments(organizationId: Uuid, orderId: string): Promise<GatewayPaymentEvent[]>
  /** Repeatable: the refund is the key. The event of a refund that was asked for before is the state that it is in. */
  refund(refund: NewRefund): Promise<GatewayRefundEvent>
  /** What the gateway knows of a refund that it has accepted; null when it knows none of that name. */
  fetchRefund(
    organizationId: Uuid,
    refund: { paymentId: string; refundId: string; orderId: string },
  ): Promise<GatewayRefundEvent | null>
  /** Debits without the customer at the keyboard; null for a gateway through which we have none. */
  mandates: Mandates | null
  // Added with the real gateways; the sandbox has neither.
  /** What it insists on knowing of the customer; nothing when it is not said. */
  needs?(order: { mandate: boolean }): readonly ('email' | 'phone')[]
  /** The page that it takes the payment on, when a page of ours leads there. */
  checkout?: HostedCheckout
}

/**
 * A gateway's own page, to which the browser is sent with a form. No script of ours or of the gateway runs on our
 * page.
 */
export interface HostedCheckout {
  /** What the customer is told that the form leads to. */
  title: string
  /** `origins` are those that a browser may be led to from there: form-action holds for redirects too. */
  form(order: CheckoutOrder): { action: string; fields: Record<string, string>; origins: string[] }
  /**
   * Whether what was brought back proves that it comes from the gateway; refuses (401) a wrong signature. It never
   * says that anything was paid: the gateway is asked.
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
  /**
   * How long before a debit the customer is told of it. The gateway tells and waits by itself once it has been asked.
   */
  noticeMs: number
  /** The most, with tax, that may be taken without the customer's PIN. */
  debitMax: Micros
  /** Repeatable: the order is the key. What becomes of it is reported as a payment of the order. */
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
