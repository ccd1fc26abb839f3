// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, UserId } from './shared.ts'

export interface CreateSuppressionRequest {
  channel: Channel
  address: string
  reason?: SuppressionReason | undefined
  detail?: string | null | undefined
}

export type SuppId = string

export interface Suppression {
  id: SuppId
  channel: Channel
  address: string
  /** `manual`: added by a user. The others are reported by providers. */
  reason: SuppressionReason
  /** What the provider reported, or a note of the user who added it. Null if there is none. */
  detail: string | null
  /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
  details: {
    /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
  /** The user who added the address. Null if a provider reported it. */
  user_id: UserId | null
  /** Time in Unix seconds. */
  created_at: number
}

export interface SuppressionPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Suppression[]
}

export type SuppressionReason = 'bounced' | 'complained' | 'unsubscribed' | 'manual' | (string & {})

export interface ListSuppressionsQuery extends PageQuery {
  channel?: Channel | undefined
  address?: string | undefined
  reason?: SuppressionReason | undefined
}

/** `samvad.suppressions` */
export class SuppressionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List suppressed addresses.
   *
   * Returns suppressed addresses, newest first. `address` matches the exact address.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/suppressions`
   */
  list(options?: ListSuppressionsQuery & CallOptions): List<Suppression> {
    return this.#transport.list('/v1/suppressions', options)
  }

  /**
   * Suppress an address.
   *
   * Adds an address to the suppression list. Messages to it on this channel are refused without a charge, whichever
   * contact has the address; messages that are already waiting are cancelled and their charges reversed. If the address
   * is already on the list, returns the existing entry with status 200.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/suppressions`
   */
  create(body: CreateSuppressionRequest, options?: CallOptions): Answer<Suppression> {
    return this.#transport.post('/v1/suppressions', body, options)
  }

  /**
   * Remove an address from the suppression list.
   *
   * Messages can be sent to the address again. This does not change whether a contact is unsubscribed: see
   * `unsubscribed` of the contact.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/suppressions/{id}`
   */
  delete(id: SuppId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/suppressions/${id}`, options)
  }
}
