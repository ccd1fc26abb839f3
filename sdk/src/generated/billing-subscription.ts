// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { MandateId, MandateStatus } from './billing-auto-recharge.ts'
import type { PlanName } from './billing-plans.ts'
import type { InvoiceId, PaymentMethod, SpayId } from './shared.ts'

export type FailureReason =
  | 'insufficient_funds'
  | 'expired_card'
  | 'daily_limit_reached'
  | 'bank_declined'
  | 'gateway_error'
  | (string & {})

export interface NewPaymentMethod {
  payment_method?: PaymentMethod | null | undefined
}

export interface NewSubscription {
  plan: PaidPlanName
  payment_method?: PaymentMethod | null | undefined
}

export type PaidPlanName = 'premium' | (string & {})

export interface Subscription {
  plan: PlanName
  status: SubscriptionStatus
  currency: string
  /** Price of a month of the premium plan, without tax, in rupees. */
  price: string
  /** Tax in rupees. */
  tax: string
  /** Amount to pay per month, including tax, in rupees. */
  total: string
  current_period: {
    /** Start of the period, midnight in India, in Unix seconds. */
    from: number
    /** End of the period, not included, in Unix seconds. */
    to: number
  } | null
  cancel_at_period_end: boolean
  /** When the next payment is debited or due, in Unix seconds. Null if no payment is due. */
  next_debit_at: number | null
  next_payment_kind: SubscriptionPaymentKind | null
  /** End of the grace period after a failed payment, in Unix seconds. Premium ends then. Null outside one. */
  grace_until: number | null
  /** Failed payment attempts in the current grace period. */
  failed_attempts: number
  failure_reason: FailureReason | null
  /** When the failed payment is retried, in Unix seconds. Null if no retry is scheduled. */
  next_attempt_at: number | null
  /** Checkout page of the payment that is due. Anybody with the address can pay there. Null if nothing is due. */
  authorization_url: string | null
  mandate: {
    id: MandateId
    status: MandateStatus
    payment_method: PaymentMethod | null
    /** Maximum per debit, including tax, in rupees. Null if the mandate has no maximum. */
    max_amount: string | null
    /** When the mandate expires, in Unix seconds. Null if it does not expire or the expiry is not known yet. */
    expires_at: number | null
  } | null
  /** When the subscription last changed, in Unix seconds. Null if there never was one. */
  updated_at: number | null
}

export interface SubscriptionPayment {
  id: SpayId
  status: SubscriptionPaymentStatus
  kind: SubscriptionPaymentKind
  /** `payment_method`: authorizes another card or account for the debits. It is refunded. */
  purpose: SubscriptionPaymentPurpose
  /** Amount without tax, in rupees. */
  amount: string
  /** Tax in rupees. */
  tax: string
  /** Amount to pay, including tax, in rupees. */
  total: string
  currency: string
  period: {
    /** Start of the period, midnight in India, in Unix seconds. */
    from: number
    /** End of the period, not included, in Unix seconds. */
    to: number
  } | null
  /** When the payment is debited, or when the payment link is due, in Unix seconds. */
  due_at: number
  payment_method: PaymentMethod | null
  failure_reason: FailureReason | null
  /** Checkout page. Null if the payment cannot be made. */
  checkout_url: string | null
  invoice_id: InvoiceId | null
  /** Amount refunded to the source, including tax, in rupees. */
  refunded: string
  /** Whether a refund is requested or being processed. */
  refund_pending: boolean
  /** Time in Unix seconds. */
  created_at: number
  /** When the payment was captured, in Unix seconds. Null before that. */
  completed_at: number | null
}

export type SubscriptionPaymentKind = 'debit' | 'link' | (string & {})

export interface SubscriptionPaymentPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: SubscriptionPayment[]
}

export type SubscriptionPaymentPurpose = 'first' | 'renewal' | 'retry' | 'payment_method' | (string & {})

export type SubscriptionPaymentStatus =
  | 'created'
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | (string & {})

export type SubscriptionStatus = 'free' | 'pending' | 'active' | 'cancelling' | 'grace' | (string & {})

/** `samvad.billing.subscription.paymentMethod` */
export class BillingSubscriptionPaymentMethodApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Change the payment method of the subscription.
   *
   * Returns a payment of ₹1.00, which is refunded automatically. Paying it at `checkout_url` authorizes a new mandate
   * with the card or account that is used there; the debits are made with it from then on, and the earlier mandate is
   * cancelled. Until it is paid nothing changes. A debit that the gateway was already asked for is made with the
   * earlier mandate. A second request within 24 hours returns the same payment.
   *
   * Permission: `billing.manage`.
   *
   * `POST /api/v1/billing/subscription/payment_method`
   */
  change(body: NewPaymentMethod, options?: CallOptions): Answer<SubscriptionPayment> {
    return this.#transport.post('/api/v1/billing/subscription/payment_method', body, options)
  }
}

/** `samvad.billing.subscription.payments` */
export class BillingSubscriptionPaymentsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the subscription's payments.
   *
   * Payments of the plan, newest first. They are no wallet transactions.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/subscription/payments`
   */
  list(options?: PageQuery & CallOptions): List<SubscriptionPayment> {
    return this.#transport.list('/api/v1/billing/subscription/payments', options)
  }
}

/** `samvad.billing.subscription` */
export class BillingSubscriptionApi {
  readonly #transport: Transport
  readonly paymentMethod: BillingSubscriptionPaymentMethodApi
  readonly payments: BillingSubscriptionPaymentsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.paymentMethod = new BillingSubscriptionPaymentMethodApi(transport)
    this.payments = new BillingSubscriptionPaymentsApi(transport)
  }

  /**
   * Retrieve the subscription.
   *
   * The plan and the current `status`: `free`; `pending` (pay the first month at `authorization_url`); `active`;
   * `cancelling` (premium until the end of `current_period`); `grace` (a payment failed or was not made: premium until
   * `grace_until`, pay at `authorization_url`). `authorization_url` is shown with the permission `wallet.recharge` or
   * `billing.manage`.
   *
   * Permission: `organization.view`.
   *
   * `GET /api/v1/billing/subscription`
   */
  retrieve(options?: CallOptions): Answer<Subscription> {
    return this.#transport.get('/api/v1/billing/subscription', options)
  }

  /**
   * Subscribe to the premium plan.
   *
   * Premium begins when the first month is paid at `authorization_url`, and lasts until the same day of the next month
   * in India. Where the gateway has mandates, paying also authorizes a debit each month, which is announced 24 hours
   * before; otherwise each month is paid by payment link. The wallet is never debited. A cancelled subscription is
   * resumed.
   *
   * Permission: `billing.manage`.
   *
   * `PUT /api/v1/billing/subscription`
   */
  subscribe(body: NewSubscription, options?: CallOptions): Answer<Subscription> {
    return this.#transport.put('/api/v1/billing/subscription', body, options)
  }

  /**
   * Cancel the subscription.
   *
   * Premium stays on until the end of the period that is paid for, and can be resumed until then. A debit that was
   * announced is not made; if the gateway makes it nevertheless, it is refunded. A subscription that is pending or in
   * its grace period ends at once.
   *
   * Permission: `billing.manage`.
   *
   * `DELETE /api/v1/billing/subscription`
   */
  cancel(options?: CallOptions): Answer<Subscription> {
    return this.#transport.delete('/api/v1/billing/subscription', options)
  }

  /**
   * Pay what is due of the subscription.
   *
   * Returns the subscription with an `authorization_url` at which the payment that is due can be made at once: in a
   * grace period, before the first payment, or when a payment link is due.
   *
   * Permission: `wallet.recharge`.
   *
   * `POST /api/v1/billing/subscription/pay`
   */
  pay(options?: CallOptions): Answer<Subscription> {
    return this.#transport.post('/api/v1/billing/subscription/pay', undefined, options)
  }

  /**
   * Resume a cancelled subscription.
   *
   * Possible until the end of the period that is paid for. The next payment is due then, as before.
   *
   * Permission: `billing.manage`.
   *
   * `POST /api/v1/billing/subscription/resume`
   */
  resume(options?: CallOptions): Answer<Subscription> {
    return this.#transport.post('/api/v1/billing/subscription/resume', undefined, options)
  }
}
