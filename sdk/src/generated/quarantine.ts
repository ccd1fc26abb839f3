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
   * `arrival`: what a provider handed in and could not be processed. `quarantined`: what somebody wrote to a shared
   * account, to whom no organization had written from it.
   */
  kind: WaitingKind
  organization_id: OrganizationId | null
  organization_name: string | null
  channel: Channel
  /** Whose account it was received by; null where that is not stored with it. */
  account: AccountOwner | null
  /**
   * How it was handed in: `mail` (SMTP), `mail_webhook`, `cloud_api` (Meta), `smpp`, `sms_http`; with `_part` or
   * `_shared` by a shared account.
   */
  source: string
  /** Of a mail by SMTP the client, of a webhook of mail its provider. */
  handed_in_by: string | null
  /** Who wrote, or whom a report is about; null where nobody can be read. */
  from: string | null
  /** The address or number that it came to. */
  to: string | null
  subject: string | null
  /** What it says; in the list its beginning. Where `is_readable` is false, the content as it was received. */
  text: string | null
  /** Whether `text` was read from the content. */
  is_readable: boolean
  /** Bytes, as stored. */
  size: number
  /** Why it waits, of an `arrival`. */
  error: string | null
  /** How often it was tried. */
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
   * `arrival`: what a provider handed in and could not be processed. `quarantined`: what somebody wrote to a shared
   * account, to whom no organization had written from it.
   */
  kind: WaitingKind
  organization_id: OrganizationId | null
  organization_name: string | null
  channel: Channel
  /** Whose account it was received by; null where that is not stored with it. */
  account: AccountOwner | null
  /**
   * How it was handed in: `mail` (SMTP), `mail_webhook`, `cloud_api` (Meta), `smpp`, `sms_http`; with `_part` or
   * `_shared` by a shared account.
   */
  source: string
  /** Of a mail by SMTP the client, of a webhook of mail its provider. */
  handed_in_by: string | null
  /** Who wrote, or whom a report is about; null where nobody can be read. */
  from: string | null
  /** The address or number that it came to. */
  to: string | null
  subject: string | null
  /** What it says; in the list its beginning. Where `is_readable` is false, the content as it was received. */
  text: string | null
  /** Whether `text` was read from the content. */
  is_readable: boolean
  /** Bytes, as stored. */
  size: number
  /** Why it waits, of an `arrival`. */
  error: string | null
  /** How often it was tried. */
  attempts: number
  /** Time in Unix seconds. */
  received_at: number
  /** Time in Unix seconds. */
  waiting_since: number
  /** The first 16 KB of the content as it was received. */
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
   * List what was received and waits for the operator.
   *
   * Inbound events that could not be processed (`arrival`; kept until they are released or discarded), and what came in
   * through a shared account from somebody to whom no organization had written from it (`quarantined`; kept for 30
   * days). Newest first. Of each the first 128 KB are read. Reading it is an entry of the audit log
   * (`quarantine.listed`) of each organization whose items are listed.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/quarantine`
   */
  list(options?: ListQuarantineQuery & CallOptions): List<Quarantined> {
    return this.#transport.list('/v1/quarantine', options)
  }

  /**
   * Retrieve a waiting item with its whole text.
   *
   * With the beginning of the content as it was received (`raw`). At most 4 MB of it are read. Reading it is an entry
   * of the audit log (`quarantine.read`).
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
   * Its content is deleted for good. The audit log keeps who discarded it, when, what it was without its content, and
   * the `reason`.
   *
   * Permission: `installation.operate`.
   *
   * `DELETE /v1/quarantine/{id}`
   */
  discard(id: string, body?: Discarding, options?: CallOptions): Answer<void> {
    return this.#transport.deleteWith(at`/v1/quarantine/${id}`, body, options)
  }

  /**
   * Give a message in quarantine to an organization.
   *
   * It comes in there as if it had come for that organization at first. 409 for an `arrival`: it was received for an
   * account already.
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
   * It is processed again now, as if it had just been received. What fails again waits again. 409 for a message in
   * quarantine, which is assigned instead.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/quarantine/{id}/release`
   */
  release(id: string, options?: CallOptions): Answer<void> {
    return this.#transport.post(at`/v1/quarantine/${id}/release`, undefined, options)
  }
}
