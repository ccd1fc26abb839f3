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
  /** Number of contacts in the list. */
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
   * Returns the members as contacts, newest first.
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
   * Adds up to 1,000 contacts and returns the list. Contacts that are already members stay members.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/lists/{id}/members`
   */
  add(id: ListId, body: ListMembers, options?: CallOptions): Answer<ContactList> {
    return this.#transport.post(at`/v1/lists/${id}/members`, body, options)
  }

  /**
   * Remove contacts from a list.
   *
   * Removes up to 1,000 contacts from the list and returns the list. The contacts themselves are not deleted; contacts
   * that are not members are ignored.
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
   * Returns contact lists, newest first. `contact_id` returns only the lists that contain this contact.
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
   * A contact list is for campaigns and imports and can have any number of contacts. A group is the recipient of one
   * conversation and has at most 1,000 members.
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
   * Fields that are omitted stay unchanged.
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
   * Permanently deletes the list. Its contacts are kept. Returns 409 while a segment refers to the list.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/lists/{id}`
   */
  delete(id: ListId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/lists/${id}`, options)
  }
}
