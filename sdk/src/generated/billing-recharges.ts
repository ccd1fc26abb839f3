// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PaymentClaimId, PaymentClaimKind, PaymentClaimStatus } from './payment-claims.ts'
import type { InvoiceId, PaymentMethod, RechargeId, TransactionId } from './shared.ts'

export interface NewRecharge {
  /** Rupees as a decimal string with at most two decimals. */
  amount: string
  payment_method?: PaymentMethod | null | undefined
  bank?: string | null | undefined
}

export interface PaymentClaim {
  id: PaymentClaimId
  kind: PaymentClaimKind
  status: PaymentClaimStatus
  recharge_id: RechargeId
  gateway: string
  /** The gateway's name of the dispute or refund. */
  reference: string
  /** The gateway's name of the payment. */
  payment_reference: string
  /** Of a dispute, in the gateway's word. */
  phase: string | null
  /** Why the payer disputes it, as the gateway's code. */
  reason_code: string | null
  /** Unix seconds. */
  respond_by: number | null
  /** With tax: what is disputed or refunded, and once it is lost or processed what the gateway took. */
  total: string
  /** Whether the gateway has paid it to the payer. */
  is_paid_out: boolean
  /** Credit that was taken back out of the wallet. */
  taken: string
  /** The tax that was given back with it. */
  taken_tax: string
  /** Credit that was to be taken back, and that the wallet did not have any more. */
  shortfall: string
  /** The tax on it. */
  shortfall_tax: string
  /** None while nothing is paid out, or where the payment was never credited. */
  takings: {
    transaction_id: TransactionId
    /** Rupees, two to six decimals. */
    taken: string
    /** Rupees, two to six decimals. */
    taken_tax: string
    /** Rupees, two to six decimals. */
    shortfall: string
    /** Rupees, two to six decimals. */
    shortfall_tax: string
    refund_transaction_id: TransactionId | null
    credit_note_id: InvoiceId | null
    /** Unix seconds. */
    created_at: number
  }[]
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  updated_at: number
}

export type PaymentFailureReason =
  | 'insufficient_funds'
  | 'expired_card'
  | 'daily_limit_reached'
  | 'bank_declined'
  | 'gateway_error'
  | (string & {})

export interface Recharge {
  id: RechargeId
  status: RechargeStatus
  /** Rupees, two to six decimals. */
  amount: string
  /** Rupees, two to six decimals. */
  tax: string
  /** Rupees, two to six decimals. */
  total: string
  currency: string
  payment_method: PaymentMethod | null
  /** For net banking. */
  bank: string | null
  failure_reason: PaymentFailureReason | null
  /** Where the customer pays; null once it is paid. */
  checkout_url: string | null
  invoice_id: InvoiceId | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  completed_at: number | null
  /** Disputes of its payments, and refunds of them that were begun at the gateway. */
  claims: PaymentClaim[]
}

export interface RechargeEstimate {
  currency: string
  /** The least that can be sent as `amount`, in rupees. */
  minimum: string
  /** The most that can be sent as `amount`, in rupees. */
  maximum: string
  /** Null without an `amount`. */
  estimate: {
    /** What is credited, in rupees. */
    amount: string
    taxes: {
      name: string
      rate: string
      /** Rupees, two to six decimals. */
      amount: string
    }[]
    /** Rupees, two to six decimals. */
    tax: string
    /** What is paid, in rupees. */
    total: string
  } | null
}

export interface RechargePage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Recharge[]
}

export type RechargeStatus = 'created' | 'pending' | 'succeeded' | 'failed' | (string & {})

export interface ListRechargesQuery extends PageQuery {
  status?: RechargeStatus | undefined
}

export interface EstimateRechargeQuery {
  /** Rupees as a decimal string with at most two decimals. */
  amount?: string | undefined
}

/** `samvad.billing.recharges` */
export class BillingRechargesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List recharges.
   *
   * Permission: `wallet.recharge`.
   *
   * `GET /api/v1/billing/recharges`
   */
  list(options?: ListRechargesQuery & CallOptions): List<Recharge> {
    return this.#transport.list('/api/v1/billing/recharges', options)
  }

  /**
   * Recharge the wallet.
   *
   * Tax of 18 % comes on top of `amount`, which is then the credit; where the installation quotes inclusive of tax,
   * `amount` is what is paid and the credit what is left of it. The customer pays at `checkout_url`; the credit comes
   * when the gateway says that the payment was captured.
   *
   * Permission: `wallet.recharge`.
   *
   * `POST /api/v1/billing/recharges`
   */
  create(body: NewRecharge, options?: CallOptions): Answer<Recharge> {
    return this.#transport.post('/api/v1/billing/recharges', body, options)
  }

  /**
   * Retrieve a recharge.
   *
   * Permission: `wallet.recharge`.
   *
   * `GET /api/v1/billing/recharges/{id}`
   */
  retrieve(id: RechargeId, options?: CallOptions): Answer<Recharge> {
    return this.#transport.get(at`/api/v1/billing/recharges/${id}`, options)
  }

  /**
   * Retry a failed recharge.
   *
   * Opens the same recharge again, to be paid at the same `checkout_url`; 409 for one that did not fail.
   *
   * Permission: `wallet.recharge`.
   *
   * `POST /api/v1/billing/recharges/{id}/retry`
   */
  retry(id: RechargeId, options?: CallOptions): Answer<Recharge> {
    return this.#transport.post(at`/api/v1/billing/recharges/${id}/retry`, undefined, options)
  }

  /**
   * Estimate what a recharge costs.
   *
   * The tax and the total of a recharge of this `amount`, as it would be made now, and between which amounts one can be
   * made.
   *
   * Permission: `wallet.recharge`.
   *
   * `GET /api/v1/billing/recharges/estimate`
   */
  estimate(options?: EstimateRechargeQuery & CallOptions): Answer<RechargeEstimate> {
    return this.#transport.get('/api/v1/billing/recharges/estimate', options)
  }
}
