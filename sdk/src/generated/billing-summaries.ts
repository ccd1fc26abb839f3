// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, PriceKind } from './shared.ts'

/** Usage and wallet movements of one month. Created once after the month ends; never changes. */
export interface MonthlySummary {
  id: SummId
  /** Calendar month in India, as YYYY-MM. */
  month: string
  organization_name: string
  /** Time in Unix seconds. */
  from: number
  /** End of the month (exclusive), in Unix seconds. */
  to: number
  currency: string
  total: {
    /** Number of messages accepted, one per recipient. */
    messages: number
    /** Messages whose charge was not reversed. Null in older summaries, which did not count this. */
    sent: number | null
    /** Messages confirmed as delivered when the summary was created. */
    delivered: number
    /** Messages that failed or were not delivered. */
    failed: number
    /** Charges less reversals, in rupees. */
    amount: string
  }
  previous: {
    /** The previous month, as YYYY-MM. */
    month: string
    messages: number
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    amount: string
  }
  /** Change in spending from the previous month. */
  change: {
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    amount: string
    /** Change in percent, with one decimal place. Null if nothing was spent in the previous month. */
    percent: number | null
  }
  wallet: {
    /** Recharges in rupees. */
    recharged: string
    /** Credits granted by the operator, in rupees. */
    credited: string
    /** Refunds to the original payment methods, in rupees. */
    paid_out: string
    /** Closing balance, in rupees. */
    balance: string
  }
  by_channel: {
    channel: Channel
    /** Number of messages accepted, one per recipient. */
    messages: number
    /** Messages whose charge was not reversed. Null in older summaries, which did not count this. */
    sent: number | null
    /** Messages confirmed as delivered when the summary was created. */
    delivered: number
    /** Messages that failed or were not delivered. */
    failed: number
    /** Charges less reversals, in rupees. */
    amount: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    previous_amount: string
  }[]
  by_kind: {
    channel: Channel
    kind: UsageKind
    /** Number of messages accepted, one per recipient. */
    messages: number
    /** Messages whose charge was not reversed. Null in older summaries, which did not count this. */
    sent: number | null
    /** Messages confirmed as delivered when the summary was created. */
    delivered: number
    /** Messages that failed or were not delivered. */
    failed: number
    /** Charges less reversals, in rupees. */
    amount: string
  }[]
  /** One entry for every day of the month. */
  by_day: {
    day: string
    messages: number
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    amount: string
  }[]
  /** Ways to spend less, largest saving first. */
  tips: {
    code: TipCode
    kind: PriceKind | null
    /** Possible saving, in rupees. */
    amount: string
    text: string
    /** The values in the text. Null if the summary was made before they were stored. */
    params: Record<string, unknown> | null
  }[]
  /** Time in Unix seconds. */
  created_at: number
}

export interface MonthlySummaryPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: MonthlySummary[]
}

export type SummId = string

export type TipCode =
  | 'reply_in_session'
  | 'next_tier'
  | 'addresses_that_bounce'
  | 'sms_encoding'
  | 'auto_recharge_headroom'
  | (string & {})

export type UsageKind = 'email' | 'app_session' | 'app_template' | 'sms' | 'unattributed' | (string & {})

/** `samvad.billing.summaries` */
export class BillingSummariesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List monthly summaries.
   *
   * Newest first. One summary for each past calendar month in India with usage or transactions.
   *
   * Permission: `usage.view`.
   *
   * `GET /api/v1/billing/summaries`
   */
  list(options?: PageQuery & CallOptions): List<MonthlySummary> {
    return this.#transport.list('/api/v1/billing/summaries', options)
  }

  /**
   * Retrieve a monthly summary.
   *
   * Returns the summary of the month `YYYY-MM`: spending by channel, message type and day, the change from the previous
   * month, and ways to spend less. It is created once, a few minutes after the month ends in India, and never changes.
   * With `Accept: application/pdf`, returns a one-page PDF.
   *
   * Permission: `usage.view`.
   *
   * `GET /api/v1/billing/summaries/{month}`
   */
  retrieve(month: string, options?: CallOptions): Answer<MonthlySummary> {
    return this.#transport.get(at`/api/v1/billing/summaries/${month}`, options)
  }

  /**
   * Retrieve a monthly summary as `application/pdf`.
   *
   * Returns the summary of the month `YYYY-MM`: spending by channel, message type and day, the change from the previous
   * month, and ways to spend less. It is created once, a few minutes after the month ends in India, and never changes.
   * With `Accept: application/pdf`, returns a one-page PDF.
   *
   * Permission: `usage.view`.
   *
   * `GET /api/v1/billing/summaries/{month}`
   */
  retrievePdf(month: string, options?: CallOptions): Answer<Response> {
    return this.#transport.raw('application/pdf', at`/api/v1/billing/summaries/${month}`, options)
  }
}
