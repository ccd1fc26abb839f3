// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { InvoiceId, RechargeId, SpayId, TransactionId, UserId } from './shared.ts'

export interface NewRefund {
  transaction_id?: TransactionId | undefined
  recharge_id?: RechargeId | undefined
  subscription_payment_id?: SpayId | undefined
  reason: RefundReason
  /**
   * Credit to refund, without tax. Default: everything that is still refundable. Amount in rupees, as a decimal string
   * with at most six decimal places.
   */
  amount?: string | undefined
  destination?: RefundDestination | undefined
  note?: string | null | undefined
}

export interface Refund {
  id: RefundId
  status: RefundStatus
  /** `payment_method_check`: the small payment with which a new payment method was authorized. */
  reason: ShownRefundReason
  /**
   * Whether the service made the refund by itself, because the payment paid for nothing. Nobody requested or approved
   * it.
   */
  automatic: boolean
  destination: RefundDestination
  /** Refunded credit in rupees, without tax. */
  amount: string
  /** Refunded tax in rupees. Zero for refunds to the wallet. */
  tax: string
  /** Refunded credit and tax, in rupees. */
  total: string
  currency: string
  /** The refunded transaction. Null for a subscription payment. */
  transaction_id: TransactionId | null
  recharge_id: RechargeId | null
  subscription_payment_id: SpayId | null
  refund_transaction_id: TransactionId | null
  credit_note_id: InvoiceId | null
  /** The user who requested the refund. Null for automatic refunds. */
  requested_by: UserId | null
  /** Note of the user who requested the refund. */
  note: string | null
  /** The operator's note on the decision. Null until decided, or if there is no note. */
  decision_note: string | null
  /**
   * Earliest day in India on which the refund should arrive, as YYYY-MM-DD. Null before approval and for refunds to the
   * wallet.
   */
  expected_from: string | null
  /**
   * Latest day in India by which the refund should arrive, as YYYY-MM-DD. Null before approval and for refunds to the
   * wallet.
   */
  expected_by: string | null
  /** Reference of the refund at the customer's bank. Null until the gateway reports it. */
  reference: string | null
  failure_reason: RefundFailureReason | null
  /** Time in Unix seconds. */
  created_at: number
  /** When an operator approved the refund, or the service started it, in Unix seconds. Null if not approved. */
  approved_at: number | null
  /** When the refund was completed, in Unix seconds. Null before that. */
  completed_at: number | null
}

export type RefundDestination = 'wallet' | 'source' | (string & {})

export type RefundFailureReason = 'refused' | 'not_paid_out' | (string & {})

export type RefundId = string

export interface RefundPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Refund[]
}

export type RefundReason = 'duplicate_charge' | 'system_error' | 'service_downtime' | (string & {})

export type RefundStatus = 'requested' | 'approved' | 'processing' | 'completed' | 'rejected' | 'failed' | (string & {})

export type ShownRefundReason =
  | 'duplicate_charge'
  | 'system_error'
  | 'service_downtime'
  | 'payment_method_check'
  | (string & {})

export interface ListRefundsQuery extends PageQuery {
  status?: RefundStatus | undefined
}

/** `samvad.billing.refunds` */
export class BillingRefundsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List refunds.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/refunds`
   */
  list(options?: ListRefundsQuery & CallOptions): List<Refund> {
    return this.#transport.list('/api/v1/billing/refunds', options)
  }

  /**
   * Request a refund.
   *
   * Requests a refund of a deduction to the wallet, or of a paid recharge or subscription payment to the original
   * payment method. Identify it by `transaction_id`, by `recharge_id` if the recharge was paid exactly once, or by
   * `subscription_payment_id`. Without `amount`, everything that is still refundable is requested. An operator approves
   * or rejects the request. The refunds of a recharge cannot exceed its payment or the current wallet balance.
   *
   * Permission: `billing.manage`.
   *
   * `POST /api/v1/billing/refunds`
   */
  create(body: NewRefund, options?: CallOptions): Answer<Refund> {
    return this.#transport.post('/api/v1/billing/refunds', body, options)
  }

  /**
   * Retrieve a refund.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/refunds/{id}`
   */
  retrieve(id: RefundId, options?: CallOptions): Answer<Refund> {
    return this.#transport.get(at`/api/v1/billing/refunds/${id}`, options)
  }
}
