// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, PriceKind } from './shared.ts'

/** What a month came to. Made once when the month is over; it never changes. */
export interface MonthlySummary {
  id: SummId
  /** In India. */
  month: string
  organization_name: string
  /** Unix seconds. */
  from: number
  /** Unix seconds; not part of the month. */
  to: number
  currency: string
  total: {
    /** One for each recipient. */
    messages: number
    /** Of these, those whose charge was not given back; null in a summary that was made before this was counted. */
    sent: number | null
    /** Of these, those that were known to have arrived when the summary was made. */
    delivered: number
    /** Of these, those that failed or did not arrive. */
    failed: number
    /** What was charged less what was given back, in rupees. */
    amount: string
  }
  previous: {
    /** The month before. */
    month: string
    messages: number
    /** Rupees, two to six decimals. */
    amount: string
  }
  /** Of the amount, against the month before. */
  change: {
    /** Rupees, two to six decimals. */
    amount: string
    /** With one decimal; null when nothing was spent before. */
    percent: number | null
  }
  wallet: {
    /** Rupees, two to six decimals. */
    recharged: string
    /** Rupees, two to six decimals. */
    credited: string
    /** Refunds to where the money came from. */
    paid_out: string
    /** At the end of the month. */
    balance: string
  }
  by_channel: {
    channel: Channel
    /** One for each recipient. */
    messages: number
    /** Of these, those whose charge was not given back; null in a summary that was made before this was counted. */
    sent: number | null
    /** Of these, those that were known to have arrived when the summary was made. */
    delivered: number
    /** Of these, those that failed or did not arrive. */
    failed: number
    /** What was charged less what was given back, in rupees. */
    amount: string
    /** Rupees, two to six decimals. */
    previous_amount: string
  }[]
  by_kind: {
    channel: Channel
    kind: UsageKind
    /** One for each recipient. */
    messages: number
    /** Of these, those whose charge was not given back; null in a summary that was made before this was counted. */
    sent: number | null
    /** Of these, those that were known to have arrived when the summary was made. */
    delivered: number
    /** Of these, those that failed or did not arrive. */
    failed: number
    /** What was charged less what was given back, in rupees. */
    amount: string
  }[]
  /** Every day of the month. */
  by_day: {
    day: string
    messages: number
    /** Rupees, two to six decimals. */
    amount: string
  }[]
  /** How to spend less, the most first. */
  tips: {
    code: TipCode
    kind: PriceKind | null
    /** What could have been spent less, or kept. */
    amount: string
    text: string
    /** The values in the text. Null if the summary was made before they were stored. */
    params: Record<string, unknown> | null
  }[]
  /** Unix seconds. */
  created_at: number
}

export interface MonthlySummaryPage {
  /** Whether more exist beyond this page. */
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
   * List the monthly summaries.
   *
   * Newest first. One for each month that is over in India and had usage or money in it.
   *
   * Permission: `usage.view`.
   *
   * `GET /api/v1/billing/summaries`
   */
  list(options?: PageQuery & CallOptions): List<MonthlySummary> {
    return this.#transport.list('/api/v1/billing/summaries', options)
  }

  /**
   * Get a month's summary.
   *
   * What a month came to, as `YYYY-MM`: spending, its breakdown by channel, kind and day, the trend against the month
   * before, and how to spend less. It is made a few minutes after the month is over in India, once, and never changes.
   * With `Accept: application/pdf` one page to look at.
   *
   * Permission: `usage.view`.
   *
   * `GET /api/v1/billing/summaries/{month}`
   */
  retrieve(month: string, options?: CallOptions): Answer<MonthlySummary> {
    return this.#transport.get(at`/api/v1/billing/summaries/${month}`, options)
  }

  /**
   * Get a month's summary as `application/pdf`.
   *
   * What a month came to, as `YYYY-MM`: spending, its breakdown by channel, kind and day, the trend against the month
   * before, and how to spend less. It is made a few minutes after the month is over in India, once, and never changes.
   * With `Accept: application/pdf` one page to look at.
   *
   * Permission: `usage.view`.
   *
   * `GET /api/v1/billing/summaries/{month}`
   */
  retrievePdf(month: string, options?: CallOptions): Answer<Response> {
    return this.#transport.raw('application/pdf', at`/api/v1/billing/summaries/${month}`, options)
  }
}
