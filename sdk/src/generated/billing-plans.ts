// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PlanlId } from './plan-lists.ts'

export type PlanName = 'free' | 'premium' | (string & {})

export interface Plans {
  plan_list_id: PlanlId
  currency: string
  /** Time in Unix seconds. */
  effective_from: number
  /** GST, in percent. */
  tax_percent: number
  plans: {
    plan: PlanName
    /** Price of a month in rupees, without tax. */
    price: string
    /** GST on it, in rupees. */
    tax: string
    /** What is paid for a month, in rupees. */
    total: string
    taxes: {
      name: string
      rate: string
      /** Amount in rupees, as a decimal string with two to six decimal places. */
      amount: string
    }[]
    features: PremiumFeature[]
  }[]
  /**
   * The next published price of premium. It applies to payments that are requested from then on, never within a period
   * that is paid for.
   */
  upcoming: {
    /** Time in Unix seconds. */
    effective_from: number
    /** Price of a month in rupees, without tax. */
    price: string
    /** GST on it, in rupees. */
    tax: string
    /** What is paid for a month, in rupees. */
    total: string
  } | null
}

export type PremiumFeature =
  | 'custom_domains'
  | 'no_branding'
  | 'advanced_analytics'
  | 'priority_support'
  | (string & {})

/** `samvad.billing.plans` */
export class BillingPlansApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the plans and their prices.
   *
   * What a month of each plan costs the organization, with GST by its place of supply, and the next published price if
   * there is one.
   *
   * Permission: `organization.view`.
   *
   * `GET /api/v1/billing/plans`
   */
  retrieve(options?: CallOptions): Answer<Plans> {
    return this.#transport.get('/api/v1/billing/plans', options)
  }
}
