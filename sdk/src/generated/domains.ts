// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { FormId } from './shared.ts'

export type DomainRecordState = 'unchecked' | 'found' | 'missing' | 'wrong' | (string & {})

export interface FormDomain {
  id: FormDomainId
  /** As it stands in the DNS: ASCII, in small letters. */
  name: string
  /** The same name in its own script. */
  display_name: string
  /**
   * `pending`: not verified. `proof_missing`: verified, but its record is missing; it stays verified until
   * `proof_missing_until`.
   */
  status: FormDomainStatus
  url: string
  form_id: FormId | null
  record: FormDomainRecord
  /** Time in Unix seconds. */
  verified_at: number | null
  /** Time in Unix seconds. */
  checked_at: number | null
  /** Time in Unix seconds. */
  proof_missing_since: number | null
  /** When the domain is no longer verified unless its record is back. */
  proof_missing_until: number | null
  /** Time in Unix seconds. */
  created_at: number
  /**
   * What visitors of the domain get: the forms, a redirect to the same page under the address of this installation
   * (without the premium plan), or nothing (not verified).
   */
  serving: FormDomainServing
}

export interface FormDomainChange {
  /** The form that opens at the address without a path. Null: that address has no page. */
  form_id?: FormId | null | undefined
}

export type FormDomainId = string

export interface FormDomainPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FormDomain[]
}

export interface FormDomainRecord {
  type: 'TXT' | (string & {})
  name: string
  value: string
  /** State of the record at the last check. `wrong`: a proof with a different value. */
  state: DomainRecordState
}

export type FormDomainServing = 'forms' | 'redirect' | 'nothing' | (string & {})

export type FormDomainStatus = 'pending' | 'verified' | 'proof_missing' | (string & {})

export interface NewFormDomain {
  /** Host name that the forms get, such as `forms.asha.example`, in any script. */
  name: string
  form_id?: FormId | null | undefined
}

/** `samvad.domains` */
export class DomainsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List form domains.
   *
   * Newest created first.
   *
   * Permission: `forms.view`.
   *
   * `GET /v1/domains`
   */
  list(options?: PageQuery & CallOptions): List<FormDomain> {
    return this.#transport.list('/v1/domains', options)
  }

  /**
   * Add a form domain.
   *
   * Needs the premium plan. Publish the returned TXT record, point the name at the proxy of this installation, and
   * verify the domain. Forms use it once it is verified and chosen by their `domain_id`.
   *
   * Permission: `domains.manage`.
   *
   * `POST /v1/domains`
   */
  create(body: NewFormDomain, options?: CallOptions): Answer<FormDomain> {
    return this.#transport.post('/v1/domains', body, options)
  }

  /**
   * Retrieve a form domain.
   *
   * Permission: `forms.view`.
   *
   * `GET /v1/domains/{id}`
   */
  retrieve(id: FormDomainId, options?: CallOptions): Answer<FormDomain> {
    return this.#transport.get(at`/v1/domains/${id}`, options)
  }

  /**
   * Update a form domain.
   *
   * Chooses the form that opens at the address without a path. Fields that are omitted stay unchanged.
   *
   * Permission: `domains.manage`.
   *
   * `PUT /v1/domains/{id}`
   */
  update(id: FormDomainId, body: FormDomainChange, options?: CallOptions): Answer<FormDomain> {
    return this.#transport.put(at`/v1/domains/${id}`, body, options)
  }

  /**
   * Delete a form domain.
   *
   * It serves nothing within 5 seconds, and its forms have their address under this installation again. Another
   * organization can then verify the name.
   *
   * Permission: `domains.manage`.
   *
   * `DELETE /v1/domains/{id}`
   */
  delete(id: FormDomainId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/domains/${id}`, options)
  }

  /**
   * Verify a form domain.
   *
   * Looks up its TXT record and returns the domain with the state of the record. It is checked again every 6 hours: if
   * the record is missing for 72 hours, the domain is no longer verified. 409 if another organization has verified the
   * name and its record is still there.
   *
   * Permission: `domains.manage`.
   *
   * `POST /v1/domains/{id}/verify`
   */
  verify(id: FormDomainId, options?: CallOptions): Answer<FormDomain> {
    return this.#transport.post(at`/v1/domains/${id}/verify`, undefined, options)
  }
}
