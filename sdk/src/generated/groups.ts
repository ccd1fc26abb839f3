// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Contact } from './contacts.ts'
import type { ContactId, ConversationId, GroupId, Time } from './shared.ts'

export interface AddGroupContactsRequest {
  contacts: ContactId[]
}

export interface CreateGroupRequest {
  name: string
  description?: string | null | undefined
  avatar_url?: string | null | undefined
  /** IDs of the contacts that are members. */
  contacts?: ContactId[] | undefined
  archived_at?: Time | null | undefined
}

export interface Group {
  id: GroupId
  name: string
  description: string | null
  avatar_url: string | null
  /** IDs of the contacts that are members. */
  contacts: ContactId[]
  conversation_id: ConversationId | null
  /** Time in Unix seconds. */
  archived_at: number | null
  /** Time in Unix seconds. */
  created_at: number
}

export interface GroupPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Group[]
}

export interface UpdateGroupRequest {
  name?: string | undefined
  description?: string | null | undefined
  avatar_url?: string | null | undefined
  /** IDs of the contacts that are members. */
  contacts?: ContactId[] | undefined
  archived_at?: Time | null | undefined
}

/** `samvad.groups.contacts` */
export class GroupsContactsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the members of a group.
   *
   * Returns the members as contacts, newest first.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/groups/{id}/contacts`
   */
  list(id: GroupId, options?: PageQuery & CallOptions): List<Contact> {
    return this.#transport.list(at`/v1/groups/${id}/contacts`, options)
  }

  /**
   * Add members to a group.
   *
   * Returns the group. Contacts that are already members stay members.
   *
   * Permission: `groups.manage`.
   *
   * `POST /v1/groups/{id}/contacts`
   */
  add(id: GroupId, body: AddGroupContactsRequest, options?: CallOptions): Answer<Group> {
    return this.#transport.post(at`/v1/groups/${id}/contacts`, body, options)
  }

  /**
   * Remove a member from a group.
   *
   * The contact itself is not deleted.
   *
   * Permission: `groups.manage`.
   *
   * `DELETE /v1/groups/{id}/contacts/{contact_id}`
   */
  remove(id: GroupId, contactId: ContactId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/groups/${id}/contacts/${contactId}`, options)
  }
}

export interface ListGroupsQuery extends PageQuery {
  archived?: boolean | undefined
}

/** `samvad.groups` */
export class GroupsApi {
  readonly #transport: Transport
  readonly contacts: GroupsContactsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.contacts = new GroupsContactsApi(transport)
  }

  /**
   * List groups.
   *
   * Returns groups, newest first.
   *
   * Permission: `groups.view`.
   *
   * `GET /v1/groups`
   */
  list(options?: ListGroupsQuery & CallOptions): List<Group> {
    return this.#transport.list('/v1/groups', options)
  }

  /**
   * Create a group.
   *
   * Permission: `groups.manage`.
   *
   * `POST /v1/groups`
   */
  create(body: CreateGroupRequest, options?: CallOptions): Answer<Group> {
    return this.#transport.post('/v1/groups', body, options)
  }

  /**
   * Retrieve a group.
   *
   * `conversation_id` is your own conversation with the group, or null.
   *
   * Permission: `groups.view`.
   *
   * `GET /v1/groups/{id}`
   */
  retrieve(id: GroupId, options?: CallOptions): Answer<Group> {
    return this.#transport.get(at`/v1/groups/${id}`, options)
  }

  /**
   * Update a group.
   *
   * Fields that are omitted stay unchanged. `contacts` replaces all members. A time in `archived_at` archives the
   * group, null unarchives it.
   *
   * Permission: `groups.manage`.
   *
   * `PUT /v1/groups/{id}`
   */
  update(id: GroupId, body: UpdateGroupRequest, options?: CallOptions): Answer<Group> {
    return this.#transport.put(at`/v1/groups/${id}`, body, options)
  }

  /**
   * Delete a group.
   *
   * Permanently deletes the group and all users' conversations with it, including all messages. Its contacts are kept.
   * Messages that were not sent are cancelled and their charges reversed; if there are many, this continues in the
   * background. To keep the messages, archive the group or the conversation instead.
   *
   * Permission: `groups.manage`.
   *
   * `DELETE /v1/groups/{id}`
   */
  delete(id: GroupId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/groups/${id}`, options)
  }
}
