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
  organization_id?: OrganizationId | null | undefined
  effective_from?: Time | null | undefined
  /**
   * What the count of SMS counts, and what a price is for.
   *
   * Default: "message"
   */
  sms_unit?: SmsUnit | undefined
  prices: {
    email: {
      /**
       * Volume: when the count crosses into a cheaper tier, the month is re-rated, as one credit.
       *
       * Default: "graduated"
       */
      mode?: PriceMode | undefined
      tiers: {
        /** The last message of the month that it holds; null in the last tier. */
        up_to?: number | null | undefined
        /** Rupees as a decimal string with at most six decimals. */
        price: string
      }[]
    }
    app_session: {
      /**
       * Volume: when the count crosses into a cheaper tier, the month is re-rated, as one credit.
       *
       * Default: "graduated"
       */
      mode?: PriceMode | undefined
      tiers: {
        /** The last message of the month that it holds; null in the last tier. */
        up_to?: number | null | undefined
        /** Rupees as a decimal string with at most six decimals. */
        price: string
      }[]
    }
    app_template: {
      /**
       * Volume: when the count crosses into a cheaper tier, the month is re-rated, as one credit.
       *
       * Default: "graduated"
       */
      mode?: PriceMode | undefined
      tiers: {
        /** The last message of the month that it holds; null in the last tier. */
        up_to?: number | null | undefined
        /** Rupees as a decimal string with at most six decimals. */
        price: string
      }[]
    }
    sms: {
      /**
       * Volume: when the count crosses into a cheaper tier, the month is re-rated, as one credit.
       *
       * Default: "graduated"
       */
      mode?: PriceMode | undefined
      tiers: {
        /** The last message of the month that it holds; null in the last tier. */
        up_to?: number | null | undefined
        /** Rupees as a decimal string with at most six decimals. */
        price: string
      }[]
    }
  }
}

export type PriceListId = string

export interface PublishedPriceListPage {
  /** Whether more exist beyond this page. */
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
   * For everybody, or with `organization_id` as that organization's own, which holds in place of the default list. It
   * takes effect at `effective_from`, by default now, and holds in every process within 5 seconds. It is never changed
   * or removed: a mistake is corrected by another list with the same or a later `effective_from`.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/price_lists`
   */
  publish(body: NewPriceList, options?: CallOptions): Answer<PublishedPriceList> {
    return this.#transport.post('/v1/price_lists', body, options)
  }

  /**
   * List the price lists of the installation.
   *
   * In force, to come and replaced, the last published first. An empty `organization_id` asks for the default lists.
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
