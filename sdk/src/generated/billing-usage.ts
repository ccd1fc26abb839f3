// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { UsageKind } from './billing-summaries.ts'
import type { CampaignId } from './billing-transactions.ts'
import type { Channel, OrganizationId, PeriodEnd, Time, UserId } from './shared.ts'

export interface UsageGroup {
  /** Names the row, for the next page. */
  id: string
  /** In India, as YYYY-MM. */
  month?: string | undefined
  /** In India, as YYYY-MM-DD. */
  day?: string | undefined
  organization?: OrganizationId | undefined
  channel?: Channel | undefined
  kind?: UsageKind | undefined
  campaign?: CampaignId | null | undefined
  list?: string | null | undefined
  user?: UserId | null | undefined
  /** One for each recipient, by the day on which it was accepted. */
  messages: number
  /** Of these, those that left or still will: their charge was not given back. */
  sent: number
  /** Of these, those that are known to have arrived. */
  delivered: number
  /** Of these, those that failed or did not arrive. */
  failed: number
  /** What was charged less what was given back, in rupees, by the day on which each was booked. */
  amount: string
}

export interface UsagePage {
  /** Unix seconds. */
  from: number
  /** Unix seconds; not part of the period. */
  to: number
  currency: string
  /** Of all rows, of this page and others. */
  total: {
    /** One for each recipient, by the day on which it was accepted. */
    messages: number
    /** Of these, those that left or still will: their charge was not given back. */
    sent: number
    /** Of these, those that are known to have arrived. */
    delivered: number
    /** Of these, those that failed or did not arrive. */
    failed: number
    /** What was charged less what was given back, in rupees, by the day on which each was booked. */
    amount: string
  }
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: UsageGroup[]
}

export interface RetrieveUsageQuery extends PageQuery {
  /** The first day, in India; by default the first of the month of the last one. */
  from?: Time | undefined
  /** The last day, in India; by default today. */
  to?: PeriodEnd | undefined
  /**
   * One or more of `month`, `day`, `organization`, `channel`, `kind`, `campaign`, `list`, `user`, with commas;
   * `organization` for operators.
   *
   * Default: "channel"
   */
  group_by?: string | undefined
}

/** `samvad.billing.usage` */
export class BillingUsageApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get what was used.
   *
   * What was sent and charged on the days of a period, by channel, kind, campaign, list, day, month or user, newest
   * days first; `total` is of everything. Days and months are India's: an instant that is no midnight there is a 422.
   * Amounts are those of the ledger, by the day on which they were booked: what is given back later lowers the day on
   * which it is. Messages count by the day on which they were accepted.
   *
   * Permission: `usage.view`.
   *
   * `GET /api/v1/billing/usage`
   */
  list(options?: RetrieveUsageQuery & CallOptions): List<UsageGroup, UsagePage> {
    return this.#transport.list('/api/v1/billing/usage', options)
  }
}
