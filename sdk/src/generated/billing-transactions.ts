// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PaymentFailureReason } from './billing-recharges.ts'
import type { Channel, InvoiceId, PaymentMethod, PeriodEnd, RechargeId, Time, TransactionId } from './shared.ts'

export type CampaignId = string

export interface Transaction {
  id: TransactionId
  kind: TransactionKind
  status: TransactionStatus
  /** Rupees, two to six decimals. */
  amount: string
  currency: string
  /** Rupees, two to six decimals. */
  balance_after: string | null
  payment_method: PaymentMethod | null
  failure_reason: PaymentFailureReason | null
  /** In English, or as the operator wrote it. */
  description: string
  channel: Channel | null
  message_count: number | null
  campaign_id: CampaignId | null
  recharge_id: RechargeId | null
  invoice_id: InvoiceId | null
  reverses_id: TransactionId | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  completed_at: number | null
  purpose: TransactionPurpose
}

export type TransactionKind = 'recharge' | 'deduction' | 'refund' | 'credit' | (string & {})

export interface TransactionPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Transaction[]
}

/** What the money moved for; more words may be added. */
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
  /** Of just so many rupees, whether they came in or went out; with the kind recharge, refund or credit. */
  amount?: string | undefined
}

/** `samvad.billing.transactions` */
export class BillingTransactionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get the transaction history.
   *
   * Newest first. `from` is included, `to` is not. With `Accept: text/csv` every transaction that matches, without
   * pages; there `created_at_ist` and `completed_at_ist` are the times by the clock of India, as spreadsheets read
   * them.
   *
   * Permission: `balance.view`.
   *
   * `GET /api/v1/billing/transactions`
   */
  list(options?: ListTransactionsQuery & CallOptions): List<Transaction> {
    return this.#transport.list('/api/v1/billing/transactions', options)
  }

  /**
   * Get the transaction history as `text/csv`.
   *
   * Newest first. `from` is included, `to` is not. With `Accept: text/csv` every transaction that matches, without
   * pages; there `created_at_ist` and `completed_at_ist` are the times by the clock of India, as spreadsheets read
   * them.
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
