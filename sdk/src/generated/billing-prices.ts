// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PriceListId } from './price-lists.ts'
import type { Channel, PriceKind } from './shared.ts'

export interface PriceEstimate {
  channel: Channel
  kind: PriceKind
  price_list_id: PriceListId
  mode: PriceMode
  /** The calendar month of Asia/Kolkata, YYYY-MM. */
  month: string
  /** The channel's count of the month so far, in units. */
  already_sent: number
  count: number
  /** Of each SMS; null on channels without segments. */
  segments: number | null
  /**
   * Of a `text`: `gsm` has 160 characters in a segment and 153 in each of several; one character outside that alphabet
   * makes it `ucs2`, with 70 and 67.
   */
  encoding: SmsEncoding | null
  /** What is counted and priced. */
  unit: SmsUnit
  currency: string
  lines: {
    tier: number
    /** The first of the month's numbers in this line. */
    from: number
    to: number
    count: number
    /** Rupees, two to six decimals. */
    price: string
    /** Rupees, two to six decimals. */
    amount: string
  }[]
  /** Rupees, two to six decimals. */
  total: string
  /** What re-rating the month would bring back, under volume prices. */
  credit: {
    /** The tier that the month would reach. */
    tier: number
    /** Rupees, two to six decimals. */
    price: string
    /** Rupees, two to six decimals. */
    amount: string
  } | null
}

export interface PriceList {
  id: PriceListId
  name: string
  currency: string
  /** Unix seconds. */
  effective_from: number
  /** What the count of SMS counts, and what a price is for. */
  sms_unit: SmsUnit
  prices: {
    email: Prices
    app_session: Prices
    app_template: Prices
    sms: Prices
  }
}

export type PriceMode = 'graduated' | 'volume' | (string & {})

export interface Prices {
  /** Volume: when the count crosses into a cheaper tier, the month is re-rated, as one credit. */
  mode: PriceMode
  tiers: {
    /** The first message of the month that the tier holds, by the channel's count. */
    from: number
    /** The last one; null for no end. */
    up_to: number | null
    /** Rupees, two to six decimals. */
    price: string
  }[]
}

export type SmsEncoding = 'gsm' | 'ucs2' | (string & {})

export type SmsUnit = 'message' | 'segment' | (string & {})

export interface EstimatePriceQuery {
  channel: Channel
  /** Messages to be sent. */
  count: number
  /** Needed where a channel has several: an app message is `app_session` or `app_template`. */
  kind?: PriceKind | undefined
  /**
   * Of each SMS.
   *
   * Default: 1
   */
  segments?: number | undefined
  /** Of each SMS, instead of `segments`: they are counted as they are when it is sent. */
  text?: string | undefined
}

/** `samvad.billing.prices` */
export class BillingPricesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the price list in force.
   *
   * Message number n of a calendar month of Asia/Kolkata costs what the tier that holds n says. An app message is a
   * session message or a template message; both count together. Where the mode is `volume`, crossing into a cheaper
   * tier re-rates the month, as one credit.
   *
   * Permission: `organization.view`.
   *
   * `GET /api/v1/billing/prices`
   */
  retrieve(options?: CallOptions): Answer<PriceList> {
    return this.#transport.get('/api/v1/billing/prices', options)
  }

  /**
   * Estimate what messages would cost.
   *
   * Returns what `count` messages would cost if they were sent now, tier by tier, after the messages already sent in
   * the calendar month. If the price list has volume prices and the messages reach a cheaper tier, `credit` is the
   * resulting credit for the month.
   *
   * Permission: `organization.view`.
   *
   * `GET /api/v1/billing/prices/estimate`
   */
  estimate(options: EstimatePriceQuery & CallOptions): Answer<PriceEstimate> {
    return this.#transport.get('/api/v1/billing/prices/estimate', options)
  }
}
