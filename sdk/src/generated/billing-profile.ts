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
  /** Phone number in E.164 format. Payment gateways require it. */
  phone: string | null
  /** Time in Unix seconds. */
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
  /**
   * GSTIN, in upper or lower case, with or without spaces and hyphens. It also sets `state_code` if that is omitted.
   */
  gstin?: string | null | undefined
  address_lines?: string[] | undefined
  state_code?: StateCode | undefined
  email?: string | null | undefined
  /** Phone number with country code, such as +91 98123 45678. Stored in E.164 format. */
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
   * The business details on invoices. Until a legal name is set, it is the name of the organization.
   *
   * Permission: `billing.manage`.
   *
   * `GET /api/v1/billing/profile`
   */
  retrieve(options?: CallOptions): Answer<BillingProfile> {
    return this.#transport.get('/api/v1/billing/profile', options)
  }

  /**
   * Update the billing profile.
   *
   * Only the fields in the request change, and only for future invoices. CGST and SGST apply if `state_code` is the
   * supplier's state, otherwise IGST. A GSTIN must be valid and belong to `state_code`.
   *
   * Permission: `billing.manage`.
   *
   * `PUT /api/v1/billing/profile`
   */
  update(body: UpdateBillingProfileRequest, options?: CallOptions): Answer<BillingProfile> {
    return this.#transport.put('/api/v1/billing/profile', body, options)
  }
}
