// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { OrganizationId } from './shared.ts'

export interface Organization {
  id: OrganizationId
  name: string
  /**
   * Unix seconds of when a month first reached 100,000 emails or 50,000 app messages, from which enterprise pricing
   * applies.
   */
  enterprise_eligible_since: number | null
  /**
   * Unix seconds of when the operator suspended it: sending and recharging are refused with `organization_suspended`,
   * queued messages wait, reading goes on. Null while it is not.
   */
  suspended_at: number | null
  /** What the operator said why. */
  suspension_reason: string | null
  /** Unix seconds. */
  created_at: number
}

export interface UpdateOwnOrganizationRequest {
  name?: string | undefined
}

/** `samvad.organization` */
export class OrganizationApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the token's organization.
   *
   * Permission: `organization.view`.
   *
   * `GET /v1/organization`
   */
  retrieve(options?: CallOptions): Answer<Organization> {
    return this.#transport.get('/v1/organization', options)
  }

  /**
   * Update the token's organization.
   *
   * Permission: `organization.manage`.
   *
   * `PUT /v1/organization`
   */
  update(body: UpdateOwnOrganizationRequest, options?: CallOptions): Answer<Organization> {
    return this.#transport.put('/v1/organization', body, options)
  }
}
