// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { DomainRecordState } from './domains.ts'

export type DomainRecordPurpose = 'proof' | 'dkim' | 'spf' | 'dmarc' | (string & {})

export interface NewSenderDomain {
  /** Domain of the sender address, such as `asha.example`. */
  name: string
}

export interface SenderDomain {
  id: SenderDomainId
  name: string
  status: SenderDomainStatus
  /** Selector of the DKIM key that signs email now. Null if email is not signed. */
  signs_with: string | null
  /**
   * From address for email sent through the installation's mail server. Used once the domain signs. Null if not set.
   */
  sender: string | null
  /** Local parts (before the @) of the addresses that receive email; `*` means all. */
  receives: string[]
  /** DNS records to publish for the domain. */
  records: SenderDomainRecord[]
  /** Time in Unix seconds. */
  verified_at: number | null
  /** Time in Unix seconds. */
  checked_at: number | null
  /** Time in Unix seconds. */
  created_at: number
}

export interface SenderDomainChange {
  /**
   * From address for email sent through the installation's mail server, an address of this domain: `Asha Textiles
   * <hello@asha.example>`. Only one domain of an organization has a sender: setting it clears the others.
   */
  sender?: string | null | undefined
  /**
   * Local parts (before the @) of the addresses that receive email, such as `support`. `*` means all; an empty list
   * means none. `postmaster` is included with any.
   */
  receives?: string[] | undefined
}

export type SenderDomainId = string

export interface SenderDomainPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: SenderDomain[]
}

export interface SenderDomainRecord {
  purpose: DomainRecordPurpose
  type: 'TXT' | (string & {})
  name: string
  value: string
  /** Whether email is signed only once this record is published. Other records are recommendations. */
  required: boolean
  /**
   * State of the record when the domain was last verified. `unchecked`: not verified yet. `wrong`: a different value,
   * or several records.
   */
  state: DomainRecordState
}

export type SenderDomainStatus = 'pending' | 'verified' | (string & {})

/** `samvad.senderDomains` */
export class SenderDomainsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List sender domains.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/sender_domains`
   */
  list(options?: PageQuery & CallOptions): List<SenderDomain> {
    return this.#transport.list('/v1/sender_domains', options)
  }

  /**
   * Add a sender domain.
   *
   * Generates a DKIM key and returns the DNS records to publish. Publish them, then verify the domain. The domain is
   * verified once its ownership record is found, and email is signed once its DKIM record is found.
   *
   * Permission: `channels.manage`.
   *
   * `POST /v1/sender_domains`
   */
  create(body: NewSenderDomain, options?: CallOptions): Answer<SenderDomain> {
    return this.#transport.post('/v1/sender_domains', body, options)
  }

  /**
   * Retrieve a sender domain.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/sender_domains/{id}`
   */
  retrieve(id: SenderDomainId, options?: CallOptions): Answer<SenderDomain> {
    return this.#transport.get(at`/v1/sender_domains/${id}`, options)
  }

  /**
   * Update a sender domain.
   *
   * Sets the sender of email sent through the installation's mail server (used once the domain is verified and signs),
   * and the addresses that receive email (used once the domain is verified and its MX record points to this
   * installation). Fields that are omitted stay unchanged.
   *
   * Permission: `channels.manage`.
   *
   * `PUT /v1/sender_domains/{id}`
   */
  update(id: SenderDomainId, body: SenderDomainChange, options?: CallOptions): Answer<SenderDomain> {
    return this.#transport.put(at`/v1/sender_domains/${id}`, body, options)
  }

  /**
   * Remove a sender domain.
   *
   * Email from the domain is no longer signed, and its keys are deleted. Another organization can then verify the
   * domain.
   *
   * Permission: `channels.manage`.
   *
   * `DELETE /v1/sender_domains/{id}`
   */
  delete(id: SenderDomainId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/sender_domains/${id}`, options)
  }

  /**
   * Rotate the DKIM key of a sender domain.
   *
   * Generates a new DKIM key. It signs once its DNS record is published and the domain is verified again; until then
   * the previous key signs. Keep the previous record for another week, because email signed with it may still be in
   * transit.
   *
   * Permission: `channels.manage`.
   *
   * `POST /v1/sender_domains/{id}/rotate_key`
   */
  rotateKey(id: SenderDomainId, options?: CallOptions): Answer<SenderDomain> {
    return this.#transport.post(at`/v1/sender_domains/${id}/rotate_key`, undefined, options)
  }

  /**
   * Verify a sender domain.
   *
   * Looks up the domain's DNS records and returns the state of each. If the ownership record is gone, the domain is no
   * longer verified. 409 if another organization has verified the domain.
   *
   * Permission: `channels.manage`.
   *
   * `POST /v1/sender_domains/{id}/verify`
   */
  verify(id: SenderDomainId, options?: CallOptions): Answer<SenderDomain> {
    return this.#transport.post(at`/v1/sender_domains/${id}/verify`, undefined, options)
  }
}
