// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export type DomainRecordPurpose = 'proof' | 'dkim' | 'spf' | 'dmarc' | (string & {})

export type DomainRecordState = 'unchecked' | 'found' | 'missing' | 'wrong' | (string & {})

export interface NewSenderDomain {
  /** What stands behind the @ of the sender, such as `asha.example`. */
  name: string
}

export interface SenderDomain {
  id: SenderDomainId
  name: string
  status: SenderDomainStatus
  /** The selector of the key that signs mail now; null while none does. */
  signs_with: string | null
  /** As whom mail leaves through the installation's server, once the domain signs. */
  sender: string | null
  /** What stands before the @ of what is received for. */
  receives: string[]
  /** What belongs into the DNS of the domain. */
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
   * As whom the organization's mail leaves through the installation's server, an address of this domain: `Asha Textiles
   * <hello@asha.example>`. Of one domain: the others lose theirs.
   */
  sender?: string | null | undefined
  /**
   * What stands before the @ of the addresses that this installation receives for, as `support`; `*` for all. Empty:
   * none. `postmaster` goes with any.
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
  /** Whether mail is signed only once it is there. The others are advice. */
  required: boolean
  /** What was there when the domain was last verified. */
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
   * Makes a key that signs the mail of the domain (DKIM), and answers with the records that belong into its DNS. Set
   * them, then verify the domain: it is proven once its proof is there, and its mail is signed once the key is.
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
   * Set what a sender domain is for.
   *
   * As whom mail leaves through the installation's server, once the domain is proven and signs; and which of its
   * addresses are received for, once it is proven and its MX leads here. What is not given stays.
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
   * Its mail is not signed any more, and its keys are gone. Another organization may prove the domain.
   *
   * Permission: `channels.manage`.
   *
   * `DELETE /v1/sender_domains/{id}`
   */
  delete(id: SenderDomainId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/sender_domains/${id}`, options)
  }

  /**
   * Make another key for a sender domain's mail.
   *
   * The new key signs once its record is in the DNS and the domain was verified again; until then the one before does.
   * Leave the record of that one for a week longer: mail that it signed may still be on its way.
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
   * Looks its records up in the DNS and says of each what is there. A proof that is not there any more unproves the
   * domain. 409 where another organization has proven it.
   *
   * Permission: `channels.manage`.
   *
   * `POST /v1/sender_domains/{id}/verify`
   */
  verify(id: SenderDomainId, options?: CallOptions): Answer<SenderDomain> {
    return this.#transport.post(at`/v1/sender_domains/${id}/verify`, undefined, options)
  }
}
