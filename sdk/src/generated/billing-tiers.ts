// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PriceMode, SmsUnit } from './billing-prices.ts'
import type { PriceListId } from './price-lists.ts'
import type { Channel, PriceKind } from './shared.ts'

export interface Tiers {
  /** Calendar month in India (Asia/Kolkata), as YYYY-MM. */
  month: string
  price_list_id: PriceListId
  currency: string
  kinds: {
    kind: PriceKind
    channel: Channel
    mode: PriceMode
    /** Unit of counts and prices. */
    unit: SmsUnit
    /** Units that the channel has counted this month so far. */
    count: number
    /** Tier of the next message, starting at 1. */
    tier: number
    /** Number of tiers. */
    tier_count: number
    /** Price of the next message or segment, in rupees. */
    price: string
    /** The next tier; null in the last tier. */
    next_tier: {
      tier: number
      /** Number of the first unit of the month in this tier. */
      from: number
      /** Amount in rupees, as a decimal string with two to six decimal places. */
      price: string
      /** Units left until this tier is reached. */
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
   * Retrieve price tier progress.
   *
   * For each message type: the count of the current calendar month in India, the tier and price of the next message,
   * and the distance to the next tier.
   *
   * Permission: `organization.view`.
   *
   * `GET /api/v1/billing/tiers`
   */
  retrieve(options?: CallOptions): Answer<Tiers> {
    return this.#transport.get('/api/v1/billing/tiers', options)
  }
}
