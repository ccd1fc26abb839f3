// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PriceMode, SmsUnit } from './billing-prices.ts'
import type { PriceListId } from './price-lists.ts'
import type { Channel, PriceKind } from './shared.ts'

export interface Tiers {
  /** The calendar month of Asia/Kolkata, YYYY-MM. */
  month: string
  price_list_id: PriceListId
  currency: string
  kinds: {
    kind: PriceKind
    channel: Channel
    mode: PriceMode
    /** What is counted and priced. */
    unit: SmsUnit
    /** The channel's count of the month so far, in units. */
    count: number
    /** Of the next message; 1 for the first. */
    tier: number
    /** How many tiers there are. */
    tier_count: number
    /** Of the next message, or its first segment, in rupees. */
    price: string
    /** Null in the last tier. */
    next_tier: {
      tier: number
      /** The first of the month's numbers in it. */
      from: number
      /** Rupees, two to six decimals. */
      price: string
      /** Units that are left before it. */
      remaining: number
    } | null
  }[]
}

/** `samvad.billing.tiers` */
export class BillingTiersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * See where the month stands in the price tiers.
   *
   * For each kind of message: how many the calendar month has seen, in which tier the next one is, at what price, and
   * how far the next tier is.
   *
   * Permission: `organization.view`.
   *
   * `GET /api/v1/billing/tiers`
   */
  retrieve(options?: CallOptions): Answer<Tiers> {
    return this.#transport.get('/api/v1/billing/tiers', options)
  }
}
