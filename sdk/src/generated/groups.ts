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
  /** The members. */
  contacts?: ContactId[] | undefined
  archived_at?: Time | null | undefined
}

export interface Group {
  id: GroupId
  name: string
  description: string | null
  avatar_url: string | null
  /** The members. */
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
  /** The members. */
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
   * As contacts, newest created first.
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
   * Answers the group. Who is a member already stays one.
   *
   * Permission: `groups.manage`.
   *
   * `POST /v1/groups/{id}/contacts`
   */
  add(id: GroupId, body: AddGroupContactsRequest, options?: CallOptions): Answer<Group> {
    return this.#transport.post(at`/v1/groups/${id}/contacts`, body, options)
  }

  /**
   * Take a member out of a group.
   *
   * The contact itself stays.
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
   * Newest created first.
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
   * `conversation_id` is the acting user's own conversation with the group.
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
   * Changes what is given and leaves the rest. `contacts`, when given, are the members from now on. `archived_at`
   * archives, null restores.
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
   * Permanent: the group and its conversations with every user are gone for good, with all their messages; its contacts
   * stay. Messages still waiting are cancelled and their charges reversed; where there are very many, little by little,
   * while it is gone already. Archiving the group or the conversation is the gentle alternative.
   *
   * Permission: `groups.manage`.
   *
   * `DELETE /v1/groups/{id}`
   */
  delete(id: GroupId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/groups/${id}`, options)
  }
}
