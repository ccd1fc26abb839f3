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
  reason: SuppressionReason
  /** What the provider, or whoever wrote it down, said. */
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
  /** Who put it on the list; null where a provider said it. */
  user_id: UserId | null
  /** Unix seconds. */
  created_at: number
}

export interface SuppressionPage {
  /** Whether more exist beyond this page. */
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
   * Newest first; `address` finds exactly that one, `reason` those for which it is why.
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
   * Nothing is sent to it on the channel any more, whichever contact has it: such a message is refused before it is
   * charged, and one that waits is given back. 200 with what is on the list where it is there already.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/suppressions`
   */
  create(body: CreateSuppressionRequest, options?: CallOptions): Answer<Suppression> {
    return this.#transport.post('/v1/suppressions', body, options)
  }

  /**
   * Take an address off the list.
   *
   * Messages may be sent to it again. Whether a contact is unsubscribed is told by the contact.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/suppressions/{id}`
   */
  delete(id: SuppId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/suppressions/${id}`, options)
  }
}
