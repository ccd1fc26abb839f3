// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Contact } from './contacts.ts'
import type { ContactId, ListId } from './shared.ts'

export interface ContactList {
  id: ListId
  name: string
  description: string | null
  /** Its members. */
  contact_count: number
  /** Time in Unix seconds. */
  created_at: number
}

export interface ContactListPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: ContactList[]
}

export interface ListChange {
  name?: string | undefined
  description?: string | null | undefined
}

export interface ListMembers {
  contact_ids: ContactId[]
}

export interface NewList {
  name: string
  description?: string | null | undefined
}

/** `samvad.lists.members` */
export class ListsMembersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the members of a contact list.
   *
   * As contacts, newest created first.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/lists/{id}/members`
   */
  list(id: ListId, options?: PageQuery & CallOptions): List<Contact> {
    return this.#transport.list(at`/v1/lists/${id}/members`, options)
  }

  /**
   * Add contacts to a list.
   *
   * Up to 1,000 at once. Answers the list. Who is a member already stays one.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/lists/{id}/members`
   */
  add(id: ListId, body: ListMembers, options?: CallOptions): Answer<ContactList> {
    return this.#transport.post(at`/v1/lists/${id}/members`, body, options)
  }

  /**
   * Take contacts out of a list.
   *
   * Up to 1,000 at once. Answers the list. The contacts themselves stay; who is no member is passed over.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/lists/{id}/members`
   */
  remove(id: ListId, body: ListMembers, options?: CallOptions): Answer<ContactList> {
    return this.#transport.deleteWith(at`/v1/lists/${id}/members`, body, options)
  }
}

export interface ListListsQuery extends PageQuery {
  contact_id?: ContactId | undefined
}

/** `samvad.lists` */
export class ListsApi {
  readonly #transport: Transport
  readonly members: ListsMembersApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.members = new ListsMembersApi(transport)
  }

  /**
   * List contact lists.
   *
   * Newest created first; `contact_id` gives those that this contact is on.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/lists`
   */
  list(options?: ListListsQuery & CallOptions): List<ContactList> {
    return this.#transport.list('/v1/lists', options)
  }

  /**
   * Create a contact list.
   *
   * For campaigns and imports, of any size; a group is who one message reaches, and has at most 1,000.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/lists`
   */
  create(body: NewList, options?: CallOptions): Answer<ContactList> {
    return this.#transport.post('/v1/lists', body, options)
  }

  /**
   * Retrieve a contact list.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/lists/{id}`
   */
  retrieve(id: ListId, options?: CallOptions): Answer<ContactList> {
    return this.#transport.get(at`/v1/lists/${id}`, options)
  }

  /**
   * Update a contact list.
   *
   * Changes what is given and leaves the rest.
   *
   * Permission: `contacts.manage`.
   *
   * `PUT /v1/lists/{id}`
   */
  update(id: ListId, body: ListChange, options?: CallOptions): Answer<ContactList> {
    return this.#transport.put(at`/v1/lists/${id}`, body, options)
  }

  /**
   * Delete a contact list.
   *
   * Permanent. The contacts stay.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/lists/{id}`
   */
  delete(id: ListId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/lists/${id}`, options)
  }
}
