// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { InvoiceId, RechargeId, TransactionId } from './shared.ts'

export interface NewRefund {
  transaction_id?: TransactionId | undefined
  recharge_id?: RechargeId | undefined
  reason: RefundReason
  /** Rupees as a decimal string with at most six decimals. */
  amount?: string | undefined
  destination?: RefundDestination | undefined
  note?: string | null | undefined
}

export interface Refund {
  id: RefundId
  status: RefundStatus
  reason: RefundReason
  destination: RefundDestination
  /** Rupees, two to six decimals. */
  amount: string
  /** Rupees, two to six decimals. */
  tax: string
  /** Rupees, two to six decimals. */
  total: string
  currency: string
  transaction_id: TransactionId
  recharge_id: RechargeId | null
  refund_transaction_id: TransactionId | null
  credit_note_id: InvoiceId | null
  note: string | null
  /** What the operator said to it. */
  decision_note: string | null
  /** When it should arrive at the earliest, by the calendar of India. */
  expected_from: string | null
  /** When it should have arrived, by the calendar of India. */
  expected_by: string | null
  /** What the customer's bank knows it by. */
  reference: string | null
  failure_reason: RefundFailureReason | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  approved_at: number | null
  /** Unix seconds. */
  completed_at: number | null
}

export type RefundDestination = 'wallet' | 'source' | (string & {})

export type RefundFailureReason = 'refused' | 'not_paid_out' | (string & {})

export type RefundId = string

export interface RefundPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Refund[]
}

export type RefundReason = 'duplicate_charge' | 'system_error' | 'service_downtime' | (string & {})

export type RefundStatus = 'requested' | 'approved' | 'processing' | 'completed' | 'rejected' | 'failed' | (string & {})

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
   * Of a deduction, back to the wallet; or of a paid recharge, back to where the money came from. Name
   * `transaction_id`, or `recharge_id` of one that was paid once. Without `amount` all that is left. An operator
   * decides; all refunds of a payment never exceed it, nor what is left in the wallet.
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
