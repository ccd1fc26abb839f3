// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface BillingProfile {
  legal_name: string
  gstin: string | null
  address_lines: string[]
  state_code: string | null
  email: string | null
  /** E.164; payment gateways ask for it. */
  phone: string | null
  /** Unix seconds. */
  updated_at: number | null
}

export type StateCode =
  | '01'
  | '02'
  | '03'
  | '04'
  | '05'
  | '06'
  | '07'
  | '08'
  | '09'
  | '10'
  | '11'
  | '12'
  | '13'
  | '14'
  | '15'
  | '16'
  | '17'
  | '18'
  | '19'
  | '20'
  | '21'
  | '22'
  | '23'
  | '24'
  | '26'
  | '27'
  | '29'
  | '30'
  | '31'
  | '32'
  | '33'
  | '34'
  | '35'
  | '36'
  | '37'
  | '38'
  | '97'
  | (string & {})

export interface UpdateBillingProfileRequest {
  legal_name?: string | undefined
  /** In capital or small letters, with or without spaces and hyphens; says the state too. */
  gstin?: string | null | undefined
  address_lines?: string[] | undefined
  state_code?: StateCode | undefined
  email?: string | null | undefined
  /** With its country code: +91 98123 45678. Kept as E.164. */
  phone?: string | null | undefined
}

/** `samvad.billing.profile` */
export class BillingProfileApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the billing profile.
   *
   * Who invoices are made out to. Until one is set, the name of the organization.
   *
   * Permission: `billing.manage`.
   *
   * `GET /api/v1/billing/profile`
   */
  retrieve(options?: CallOptions): Answer<BillingProfile> {
    return this.#transport.get('/api/v1/billing/profile', options)
  }

  /**
   * Change the billing profile.
   *
   * Changes what is given and leaves the rest, for the invoices to come: CGST and SGST are due when `state_code` is the
   * supplier's, else IGST. A GSTIN is checked, and must belong to the state.
   *
   * Permission: `billing.manage`.
   *
   * `PUT /api/v1/billing/profile`
   */
  update(body: UpdateBillingProfileRequest, options?: CallOptions): Answer<BillingProfile> {
    return this.#transport.put('/api/v1/billing/profile', body, options)
  }
}
