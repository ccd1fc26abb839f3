// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PaymentClaimId, PaymentClaimKind, PaymentClaimStatus } from './payment-claims.ts'
import type { InvoiceId, PaymentMethod, RechargeId, SpayId, TransactionId } from './shared.ts'

export interface NewRecharge {
  /**
   * The credit without tax or, on installations with tax-inclusive pricing, the total to pay. Amount in rupees, as a
   * decimal string with at most two decimal places.
   */
  amount: string
  payment_method?: PaymentMethod | null | undefined
  bank?: string | null | undefined
}

export interface PaymentClaim {
  id: PaymentClaimId
  kind: PaymentClaimKind
  status: PaymentClaimStatus
  recharge_id: RechargeId | null
  subscription_payment_id: SpayId | null
  gateway: string
  /** The gateway's ID of the dispute or refund. */
  reference: string
  /** The gateway's ID of the payment. */
  payment_reference: string
  /** Phase of the dispute, as the gateway names it. Null for a gateway refund. */
  phase: string | null
  /** The gateway's reason code of the dispute. */
  reason_code: string | null
  /** Deadline for a response to the dispute at the gateway, in Unix seconds. Null if there is none. */
  respond_by: number | null
  /**
   * Disputed or refunded amount in rupees, including tax. After a lost dispute or a processed refund, the amount that
   * the gateway deducted.
   */
  total: string
  /** Whether the gateway has paid the amount to the payer. */
  is_paid_out: boolean
  /** Credit taken back from the wallet, in rupees, without tax. */
  taken: string
  /** Tax refunded with the credit that was taken back, in rupees. */
  taken_tax: string
  /** Credit that could not be taken back because it was already spent, in rupees, without tax. */
  shortfall: string
  /** Tax on the shortfall, in rupees. */
  shortfall_tax: string
  /**
   * Each time credit was taken back for this claim. Empty until money is paid out, and if the payment was never
   * credited.
   */
  takings: {
    transaction_id: TransactionId | null
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    taken: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    taken_tax: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    shortfall: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    shortfall_tax: string
    refund_transaction_id: TransactionId | null
    credit_note_id: InvoiceId | null
    /** Time in Unix seconds. */
    created_at: number
  }[]
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
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
  /** Credit that the recharge adds, in rupees, without tax. */
  amount: string
  /** Tax in rupees. */
  tax: string
  /** Amount to pay, including tax, in rupees. */
  total: string
  currency: string
  payment_method: PaymentMethod | null
  /** Bank of a net banking payment. */
  bank: string | null
  failure_reason: PaymentFailureReason | null
  /** Page where the customer pays. Null after payment. */
  checkout_url: string | null
  invoice_id: InvoiceId | null
  /** Time in Unix seconds. */
  created_at: number
  /** When the payment was credited, in Unix seconds. Null before that. */
  completed_at: number | null
  /** Disputes of its payments, and refunds of them that were started at the gateway. */
  claims: PaymentClaim[]
}

export interface RechargeEstimate {
  currency: string
  /** Smallest allowed `amount`, in rupees. */
  minimum: string
  /** Largest allowed `amount`, in rupees. */
  maximum: string
  /** Null if the request has no `amount`. */
  estimate: {
    /** Credit added to the wallet, in rupees. */
    amount: string
    taxes: {
      name: string
      /** Tax rate in percent. */
      rate: string
      /** Amount in rupees, as a decimal string with two to six decimal places. */
      amount: string
    }[]
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    tax: string
    /** Amount to pay, including tax, in rupees. */
    total: string
  } | null
}

export interface RechargePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Recharge[]
}

export type RechargeStatus = 'created' | 'pending' | 'succeeded' | 'failed' | (string & {})

export interface ListRechargesQuery extends PageQuery {
  status?: RechargeStatus | undefined
}

export interface EstimateRechargeQuery {
  /** Amount in rupees, as a decimal string with at most two decimal places. */
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
   * Create a recharge.
   *
   * By default `amount` is the credit, and 18% GST is added to it. On installations with tax-inclusive pricing,
   * `amount` is the total to pay, and the credit is `amount` less tax. The customer pays at `checkout_url`. The credit
   * is added to the wallet when the gateway reports the payment as captured.
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
   * Reopens a failed recharge, to be paid at the same `checkout_url`. Returns 409 if the recharge has not failed.
   *
   * Permission: `wallet.recharge`.
   *
   * `POST /api/v1/billing/recharges/{id}/retry`
   */
  retry(id: RechargeId, options?: CallOptions): Answer<Recharge> {
    return this.#transport.post(at`/api/v1/billing/recharges/${id}/retry`, undefined, options)
  }

  /**
   * Estimate the cost of a recharge.
   *
   * Returns the tax and total of a recharge of `amount` at current rates, and the smallest and largest amount allowed.
   * Creates nothing.
   *
   * Permission: `wallet.recharge`.
   *
   * `GET /api/v1/billing/recharges/estimate`
   */
  estimate(options?: EstimateRechargeQuery & CallOptions): Answer<RechargeEstimate> {
    return this.#transport.get('/api/v1/billing/recharges/estimate', options)
  }
}
