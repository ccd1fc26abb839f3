// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { OrganizationId, Time } from './shared.ts'

export interface NewPlanList {
  name: string
  /** Organization that the custom plan list applies to. Null: the default plan list. */
  organization_id?: OrganizationId | null | undefined
  effective_from?: Time | null | undefined
  /**
   * Price of a month of premium, without tax. Amount in rupees, as a decimal string with at most two decimal places.
   */
  premium_price: string
  /**
   * GST, in percent.
   *
   * Default: 18
   */
  tax_percent?: number | undefined
}

export type PlanlId = string

export interface PublishedPlanList {
  id: PlanlId
  name: string
  currency: string
  /** Time in Unix seconds. */
  effective_from: number
  /** Price of a month of premium in rupees, without tax. */
  premium_price: string
  /** GST, in percent. */
  tax_percent: number
  /** The organization that the custom plan list applies to; null for the default plan list. */
  organization_id: OrganizationId | null
  /** Time in Unix seconds. */
  published_at: number
}

export interface PublishedPlanListPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: PublishedPlanList[]
}

export interface ListPlanListsQuery extends PageQuery {
  organization_id?: OrganizationId | null | undefined
}

/** `samvad.planLists` */
export class PlanListsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Publish a plan list.
   *
   * Publishes the default price of premium or, with `organization_id`, a custom price for that organization. It applies
   * to every payment that is requested from `effective_from` (default: now) on; a period that is paid for keeps its
   * price. A published plan list cannot be changed or deleted. To correct a mistake, publish another one with the same
   * or a later `effective_from`.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/plan_lists`
   */
  publish(body: NewPlanList, options?: CallOptions): Answer<PublishedPlanList> {
    return this.#transport.post('/v1/plan_lists', body, options)
  }

  /**
   * List plan lists.
   *
   * All plan lists of the installation: in force, upcoming and replaced, most recently published first.
   * `organization_id` returns only the custom plan lists of that organization; an empty value returns only default plan
   * lists.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/plan_lists`
   */
  list(options?: ListPlanListsQuery & CallOptions): List<PublishedPlanList> {
    return this.#transport.list('/v1/plan_lists', options)
  }

  /**
   * Retrieve a plan list.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/plan_lists/{id}`
   */
  retrieve(id: PlanlId, options?: CallOptions): Answer<PublishedPlanList> {
    return this.#transport.get(at`/v1/plan_lists/${id}`, options)
  }
}
