// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PaymentFailureReason } from './billing-recharges.ts'
import type {
  CampaignId,
  Channel,
  InvoiceId,
  PaymentMethod,
  PeriodEnd,
  RechargeId,
  Time,
  TransactionId,
} from './shared.ts'

export interface Transaction {
  id: TransactionId
  kind: TransactionKind
  status: TransactionStatus
  /** Change of the balance in rupees; negative if credit leaves the wallet. */
  amount: string
  currency: string
  /** Balance after the transaction, in rupees. Null unless `status` is `completed`. */
  balance_after: string | null
  payment_method: PaymentMethod | null
  failure_reason: PaymentFailureReason | null
  /** Description in English; for a credit, the operator's own words. */
  description: string
  channel: Channel | null
  /** Number of messages charged, reversed or repriced. Null for other transactions. */
  message_count: number | null
  campaign_id: CampaignId | null
  recharge_id: RechargeId | null
  invoice_id: InvoiceId | null
  /** The transaction that this one reverses or refunds, if any. */
  reverses_id: TransactionId | null
  /** Time in Unix seconds. */
  created_at: number
  /** When the transaction was completed, in Unix seconds. Null before that. */
  completed_at: number | null
  purpose: TransactionPurpose
}

export type TransactionKind = 'recharge' | 'deduction' | 'refund' | 'credit' | (string & {})

export interface TransactionPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Transaction[]
}

/** What the transaction is for. More values may be added. */
export type TransactionPurpose =
  | 'messages'
  | 'recharge'
  | 'reversal'
  | 'tier_price_correction'
  | 'refund'
  | 'refund_to_source'
  | 'refund_returned'
  | 'payment_reversed'
  | 'credit'
  | (string & {})

export type TransactionStatus = 'pending' | 'completed' | 'failed' | (string & {})

export interface ListTransactionsQuery extends PageQuery {
  kind?: TransactionKind | undefined
  status?: TransactionStatus | undefined
  channel?: Channel | undefined
  campaign_id?: CampaignId | undefined
  from?: Time | undefined
  to?: PeriodEnd | undefined
  /** Exact amount in rupees, credited or deducted. Requires `kind` to be `recharge`, `refund` or `credit`. */
  amount?: string | undefined
}

/** `samvad.billing.transactions` */
export class BillingTransactionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List transactions.
   *
   * Newest first. The period includes `from` and excludes `to`. With `Accept: text/csv`, all matching transactions are
   * returned as one CSV file, in which the columns `created_at_ist` and `completed_at_ist` have the time in India in a
   * format that spreadsheets read.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/transactions`
   */
  list(options?: ListTransactionsQuery & CallOptions): List<Transaction> {
    return this.#transport.list('/api/v1/billing/transactions', options)
  }

  /**
   * List transactions as `text/csv`.
   *
   * Newest first. The period includes `from` and excludes `to`. With `Accept: text/csv`, all matching transactions are
   * returned as one CSV file, in which the columns `created_at_ist` and `completed_at_ist` have the time in India in a
   * format that spreadsheets read.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/transactions`
   */
  listCsv(options?: Omit<ListTransactionsQuery, keyof PageQuery> & CallOptions): Answer<Response> {
    return this.#transport.raw('text/csv', '/api/v1/billing/transactions', options)
  }

  /**
   * Retrieve a transaction.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/transactions/{id}`
   */
  retrieve(id: TransactionId, options?: CallOptions): Answer<Transaction> {
    return this.#transport.get(at`/api/v1/billing/transactions/${id}`, options)
  }
}
