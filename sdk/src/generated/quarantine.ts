// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, OrganizationId } from './shared.ts'

export type AccountOwner = 'organization' | 'installation' | (string & {})

export interface Assignment {
  organization_id: OrganizationId
}

export interface Discarding {
  reason?: string | null | undefined
}

export interface Quarantined {
  id: QuarantinedId
  /**
   * `arrival`: an inbound event that could not be processed. `quarantined`: a message to a shared account from a sender
   * that no organization has messaged from it.
   */
  kind: WaitingKind
  organization_id: OrganizationId | null
  organization_name: string | null
  /** Whether the organization has priority support, which is part of the premium plan. */
  is_priority: boolean
  channel: Channel
  /**
   * Whether it was received by an organization's own account or by the installation's shared account. Null if unknown.
   */
  account: AccountOwner | null
  /**
   * Interface that received it: `mail` (SMTP), `mail_webhook`, `cloud_api` (Meta), `smpp` or `sms_http`; with the
   * suffix `_part` or `_shared` for a shared account.
   */
  source: string
  /** For email over SMTP the client that connected, for an email webhook its provider. Null for others. */
  handed_in_by: string | null
  /** The sender, or the recipient that a delivery receipt is about. Null if it could not be read. */
  from: string | null
  /** The address or phone number that it was sent to. */
  to: string | null
  subject: string | null
  /** Text of the item; in the list only its beginning. If `is_readable` is false, the content as received. */
  text: string | null
  /** Whether the text could be read from the content. */
  is_readable: boolean
  /** Stored size in bytes. */
  size: number
  /** Why an `arrival` could not be processed. Null for a message in quarantine. */
  error: string | null
  /** Number of attempts to process it. */
  attempts: number
  /** Time in Unix seconds. */
  received_at: number
  /** Time in Unix seconds. */
  waiting_since: number
}

export type QuarantinedId = string

export interface QuarantinedPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Quarantined[]
}

export interface QuarantinedWhole {
  id: QuarantinedId
  /**
   * `arrival`: an inbound event that could not be processed. `quarantined`: a message to a shared account from a sender
   * that no organization has messaged from it.
   */
  kind: WaitingKind
  organization_id: OrganizationId | null
  organization_name: string | null
  /** Whether the organization has priority support, which is part of the premium plan. */
  is_priority: boolean
  channel: Channel
  /**
   * Whether it was received by an organization's own account or by the installation's shared account. Null if unknown.
   */
  account: AccountOwner | null
  /**
   * Interface that received it: `mail` (SMTP), `mail_webhook`, `cloud_api` (Meta), `smpp` or `sms_http`; with the
   * suffix `_part` or `_shared` for a shared account.
   */
  source: string
  /** For email over SMTP the client that connected, for an email webhook its provider. Null for others. */
  handed_in_by: string | null
  /** The sender, or the recipient that a delivery receipt is about. Null if it could not be read. */
  from: string | null
  /** The address or phone number that it was sent to. */
  to: string | null
  subject: string | null
  /** Text of the item; in the list only its beginning. If `is_readable` is false, the content as received. */
  text: string | null
  /** Whether the text could be read from the content. */
  is_readable: boolean
  /** Stored size in bytes. */
  size: number
  /** Why an `arrival` could not be processed. Null for a message in quarantine. */
  error: string | null
  /** Number of attempts to process it. */
  attempts: number
  /** Time in Unix seconds. */
  received_at: number
  /** Time in Unix seconds. */
  waiting_since: number
  /** The first 16 KB of the content as received. */
  raw: string
}

export type WaitingKind = 'arrival' | 'quarantined' | (string & {})

export interface ListQuarantineQuery extends PageQuery {
  kind?: WaitingKind | undefined
  organization_id?: OrganizationId | undefined
}

/** `samvad.quarantine` */
export class QuarantineApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List waiting items.
   *
   * Returns, newest first, inbound events that could not be processed (`arrival`; kept until they are released or
   * discarded) and messages to a shared account from senders that no organization has messaged from it (`quarantined`;
   * kept for 30 days). At most the first 128 KB of each item are read. Listing is recorded in the audit log
   * (`quarantine.listed`) of each organization whose items are returned.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/quarantine`
   */
  list(options?: ListQuarantineQuery & CallOptions): List<Quarantined> {
    return this.#transport.list('/v1/quarantine', options)
  }

  /**
   * Retrieve a waiting item.
   *
   * Returns the item with its full text and the beginning of the content as received (`raw`). At most 4 MB of the
   * content are read. Recorded in the audit log (`quarantine.read`).
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/quarantine/{id}`
   */
  retrieve(id: string, options?: CallOptions): Answer<QuarantinedWhole> {
    return this.#transport.get(at`/v1/quarantine/${id}`, options)
  }

  /**
   * Discard a waiting item.
   *
   * Permanently deletes the content. The audit log keeps who discarded it, when, the item without its content, and the
   * `reason`.
   *
   * Permission: `installation.operate`.
   *
   * `DELETE /v1/quarantine/{id}`
   */
  discard(id: string, body?: Discarding, options?: CallOptions): Answer<void> {
    return this.#transport.deleteWith(at`/v1/quarantine/${id}`, body, options)
  }

  /**
   * Assign a waiting item to an organization.
   *
   * Delivers the message in quarantine to the organization, as if it had been received for it. 409 for an `arrival`,
   * whose account is already known.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/quarantine/{id}/assign`
   */
  assign(id: string, body: Assignment, options?: CallOptions): Answer<void> {
    return this.#transport.post(at`/v1/quarantine/${id}/assign`, body, options)
  }

  /**
   * Release a waiting item.
   *
   * Processes the item again now, as if it had just been received. If it fails again, it stays on the waiting list. 409
   * for a message in quarantine: assign it instead.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/quarantine/{id}/release`
   */
  release(id: string, options?: CallOptions): Answer<void> {
    return this.#transport.post(at`/v1/quarantine/${id}/release`, undefined, options)
  }
}
