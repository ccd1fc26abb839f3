// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, OrganizationId } from './shared.ts'

export interface Assignment {
  organization_id: OrganizationId
}

export interface Quarantined {
  id: QuarantinedId
  channel: Channel
  /** Who wrote: the address, as the provider told it. */
  from: string
  /** How it begins; null for what is no text. */
  text: string | null
  /** Unix seconds. */
  received_at: number
}

export type QuarantinedId = string

export interface QuarantinedPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Quarantined[]
}

/** `samvad.quarantine` */
export class QuarantineApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List what waits in quarantine.
   *
   * What came in through a shared account from somebody to whom no organization had written from it. It is kept for 30
   * days.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/quarantine`
   */
  list(options?: PageQuery & CallOptions): List<Quarantined> {
    return this.#transport.list('/v1/quarantine', options)
  }

  /**
   * Discard a message in quarantine.
   *
   * Permission: `installation.operate`.
   *
   * `DELETE /v1/quarantine/{id}`
   */
  discard(id: QuarantinedId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/quarantine/${id}`, options)
  }

  /**
   * Give a message in quarantine to an organization.
   *
   * It comes in there as if it had come for that organization at first.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/quarantine/{id}/assign`
   */
  assign(id: QuarantinedId, body: Assignment, options?: CallOptions): Answer<void> {
    return this.#transport.post(at`/v1/quarantine/${id}/assign`, body, options)
  }
}
