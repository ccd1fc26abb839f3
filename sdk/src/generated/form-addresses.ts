// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { ListedForm } from './organizations.ts'
import type { OrganizationId } from './shared.ts'

export interface FormAddress {
  organization_id: OrganizationId
  organization_name: string
  /** Whether the organization has priority support, which is part of the premium plan. */
  is_priority: boolean
  form: ListedForm
}

/** `samvad.formAddresses` */
export class FormAddressesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the form behind an address.
   *
   * Whose form a page below `/f/` belongs to, by the last part of its address.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/form_addresses/{slug}`
   */
  retrieve(slug: string, options?: CallOptions): Answer<FormAddress> {
    return this.#transport.get(at`/v1/form_addresses/${slug}`, options)
  }
}
