// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PriceMode, SmsUnit } from './billing-prices.ts'
import type { PublishedPriceList } from './organizations.ts'
import type { OrganizationId, Time } from './shared.ts'

export interface NewPriceList {
  name: string
  /** Organization that the custom price list applies to. Null: the default price list. */
  organization_id?: OrganizationId | null | undefined
  effective_from?: Time | null | undefined
  /**
   * Whether SMS are counted and priced per message or per segment.
   *
   * Default: "message"
   */
  sms_unit?: SmsUnit | undefined
  prices: {
    email: {
      /**
       * How tiers are priced. `graduated`: each message costs the price of its tier. `volume`: when the month reaches a
       * cheaper tier, its price applies to the whole month, and the difference is credited.
       *
       * Default: "graduated"
       */
      mode?: PriceMode | undefined
      tiers: {
        /** Number of the last message of the month in this tier. Null in the last tier, which has no upper limit. */
        up_to?: number | null | undefined
        /** Amount in rupees, as a decimal string with at most six decimal places. */
        price: string
      }[]
    }
    app_session: {
      /**
       * How tiers are priced. `graduated`: each message costs the price of its tier. `volume`: when the month reaches a
       * cheaper tier, its price applies to the whole month, and the difference is credited.
       *
       * Default: "graduated"
       */
      mode?: PriceMode | undefined
      tiers: {
        /** Number of the last message of the month in this tier. Null in the last tier, which has no upper limit. */
        up_to?: number | null | undefined
        /** Amount in rupees, as a decimal string with at most six decimal places. */
        price: string
      }[]
    }
    app_template: {
      /**
       * How tiers are priced. `graduated`: each message costs the price of its tier. `volume`: when the month reaches a
       * cheaper tier, its price applies to the whole month, and the difference is credited.
       *
       * Default: "graduated"
       */
      mode?: PriceMode | undefined
      tiers: {
        /** Number of the last message of the month in this tier. Null in the last tier, which has no upper limit. */
        up_to?: number | null | undefined
        /** Amount in rupees, as a decimal string with at most six decimal places. */
        price: string
      }[]
    }
    sms: {
      /**
       * How tiers are priced. `graduated`: each message costs the price of its tier. `volume`: when the month reaches a
       * cheaper tier, its price applies to the whole month, and the difference is credited.
       *
       * Default: "graduated"
       */
      mode?: PriceMode | undefined
      tiers: {
        /** Number of the last message of the month in this tier. Null in the last tier, which has no upper limit. */
        up_to?: number | null | undefined
        /** Amount in rupees, as a decimal string with at most six decimal places. */
        price: string
      }[]
    }
  }
}

export type PriceListId = string

export interface PublishedPriceListPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: PublishedPriceList[]
}

export interface ListPriceListsQuery extends PageQuery {
  organization_id?: OrganizationId | null | undefined
}

/** `samvad.priceLists` */
export class PriceListsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Publish a price list.
   *
   * Publishes the default price list or, with `organization_id`, a custom price list that applies to that organization
   * instead. It takes effect at `effective_from` (default: now), in all processes within 5 seconds. A published price
   * list cannot be changed or deleted. To correct a mistake, publish another one with the same or a later
   * `effective_from`.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/price_lists`
   */
  publish(body: NewPriceList, options?: CallOptions): Answer<PublishedPriceList> {
    return this.#transport.post('/v1/price_lists', body, options)
  }

  /**
   * List price lists.
   *
   * All price lists of the installation: in force, upcoming and replaced, most recently published first.
   * `organization_id` returns only the custom price lists of that organization; an empty value returns only default
   * price lists.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/price_lists`
   */
  list(options?: ListPriceListsQuery & CallOptions): List<PublishedPriceList> {
    return this.#transport.list('/v1/price_lists', options)
  }

  /**
   * Retrieve a price list.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/price_lists/{id}`
   */
  retrieve(id: PriceListId, options?: CallOptions): Answer<PublishedPriceList> {
    return this.#transport.get(at`/v1/price_lists/${id}`, options)
  }
}
