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
  /** Calendar month in India (Asia/Kolkata), as YYYY-MM. */
  month: string
  /** Units that the channel has counted this month so far. */
  already_sent: number
  /** Number of messages. */
  count: number
  /** Segments of each SMS; null for channels without segments. */
  segments: number | null
  /**
   * Encoding of `text`; null without `text`. `gsm`: 160 characters in a single segment, 153 in each of several. `ucs2`,
   * if any character is outside the GSM alphabet: 70 and 67 characters.
   */
  encoding: SmsEncoding | null
  /** Unit of counts and prices. */
  unit: SmsUnit
  currency: string
  lines: {
    tier: number
    /** Number of the first unit of this line in the month. */
    from: number
    /** Number of the last unit of this line in the month. */
    to: number
    /** Units of this line. */
    count: number
    /** Price per unit in rupees. */
    price: string
    /** `count` times `price`, in rupees. */
    amount: string
  }[]
  /** Sum of the lines in rupees, before `credit`. */
  total: string
  /** Credit for reaching a cheaper tier with volume pricing. Null if none is due. */
  credit: {
    /** Tier that the month would reach. */
    tier: number
    /** Price per unit in that tier, in rupees. */
    price: string
    /** Credit to the wallet, in rupees. */
    amount: string
  } | null
}

export interface PriceList {
  id: PriceListId
  name: string
  currency: string
  /** Time in Unix seconds. */
  effective_from: number
  /** Whether SMS are counted and priced per message or per segment. */
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
  /**
   * How tiers are priced. `graduated`: each message costs the price of its tier. `volume`: when the month reaches a
   * cheaper tier, its price applies to the whole month, and the difference is credited.
   */
  mode: PriceMode
  tiers: {
    /** Number of the first message of the month in this tier, as the channel counts messages. */
    from: number
    /** Number of the last message of the month in this tier. Null in the last tier, which has no upper limit. */
    up_to: number | null
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    price: string
  }[]
}

export type SmsEncoding = 'gsm' | 'ucs2' | (string & {})

export type SmsUnit = 'message' | 'segment' | (string & {})

export interface EstimatePriceQuery {
  channel: Channel
  /** Number of messages to send. */
  count: number
  /** Message type. Required for channels with several types: `app_session` or `app_template` for the app channel. */
  kind?: PriceKind | undefined
  /**
   * Number of segments of each SMS.
   *
   * Default: 1
   */
  segments?: number | undefined
  /** Text of each SMS, instead of `segments`. Its segments are counted in the same way as when it is sent. */
  text?: string | undefined
}

/** `samvad.billing.prices` */
export class BillingPricesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the current price list.
   *
   * Tiers count the messages of a calendar month in India: the nth message of the month costs the price of the tier
   * that contains n. Session and template messages of the app channel count together. In the mode `volume`, reaching a
   * cheaper tier applies its price to the whole month, and the difference is credited to the wallet.
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
