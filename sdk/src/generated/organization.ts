// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { OrganizationId } from './shared.ts'

export interface Organization {
  id: OrganizationId
  name: string
  /**
   * When a month first reached 100,000 emails or 50,000 app messages, the volume for enterprise pricing, in Unix
   * seconds. Null before that.
   */
  enterprise_eligible_since: number | null
  /**
   * When the operator suspended the organization, in Unix seconds; null if it is not suspended. While suspended,
   * sending and recharging return `organization_suspended`, queued messages wait, and reading still works.
   */
  suspended_at: number | null
  /** The operator's reason for the suspension. Null if not suspended. */
  suspension_reason: string | null
  /** Time in Unix seconds. */
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
   * Retrieve the current organization.
   *
   * Permission: `organization.view`.
   *
   * `GET /v1/organization`
   */
  retrieve(options?: CallOptions): Answer<Organization> {
    return this.#transport.get('/v1/organization', options)
  }

  /**
   * Update the current organization.
   *
   * Permission: `organization.manage`.
   *
   * `PUT /v1/organization`
   */
  update(body: UpdateOwnOrganizationRequest, options?: CallOptions): Answer<Organization> {
    return this.#transport.put('/v1/organization', body, options)
  }
}
