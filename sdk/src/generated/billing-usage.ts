// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { UsageKind } from './billing-summaries.ts'
import type { CampaignId, Channel, OrganizationId, PeriodEnd, Time, UserId } from './shared.ts'

export interface UsageGroup {
  /** ID of the row, for `starting_after` and `ending_before`. */
  id: string
  /** Calendar month in India, as YYYY-MM. */
  month?: string | undefined
  /** Day in India, as YYYY-MM-DD. */
  day?: string | undefined
  organization?: OrganizationId | undefined
  channel?: Channel | undefined
  kind?: UsageKind | undefined
  campaign?: CampaignId | null | undefined
  list?: string | null | undefined
  user?: UserId | null | undefined
  /** Number of messages accepted, one per recipient, on the day they were accepted. */
  messages: number
  /** Messages that were sent or will be sent, so their charge was not reversed. */
  sent: number
  /** Messages confirmed as delivered. */
  delivered: number
  /** Messages that failed or were not delivered. */
  failed: number
  /** Charges less reversals, in rupees, each on the day it was recorded. */
  amount: string
}

export interface UsagePage {
  /** Time in Unix seconds. */
  from: number
  /** End of the period (exclusive), in Unix seconds. */
  to: number
  currency: string
  /** Total of all rows, including those on other pages. */
  total: {
    /** Number of messages accepted, one per recipient, on the day they were accepted. */
    messages: number
    /** Messages that were sent or will be sent, so their charge was not reversed. */
    sent: number
    /** Messages confirmed as delivered. */
    delivered: number
    /** Messages that failed or were not delivered. */
    failed: number
    /** Charges less reversals, in rupees, each on the day it was recorded. */
    amount: string
  }
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: UsageGroup[]
}

export interface RetrieveUsageQuery extends PageQuery {
  /** First day of the period, in India. Default: the first day of the month of `to`. */
  from?: Time | undefined
  /** Last day of the period, in India. Default: today. */
  to?: PeriodEnd | undefined
  /**
   * Comma-separated list of dimensions: `month`, `day`, `organization`, `channel`, `kind`, `campaign`, `list`, `user`.
   * `organization` is only for operators.
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
   * Retrieve usage.
   *
   * Messages and charges of a period, grouped by channel, message type, campaign, contact list, day, month or user,
   * newest days first. `total` covers all rows. Days and months follow India time; a `from` or `to` that is not
   * midnight in India returns 422. Messages count on the day they were accepted. Charges and reversals count on the day
   * they were recorded, so a later reversal reduces the amount of its own day.
   *
   * Permission: `usage.view`.
   *
   * `GET /api/v1/billing/usage`
   */
  list(options?: RetrieveUsageQuery & CallOptions): List<UsageGroup, UsagePage> {
    return this.#transport.list('/api/v1/billing/usage', options)
  }
}
