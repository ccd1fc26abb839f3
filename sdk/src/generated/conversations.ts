// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { ContactId, ConversationId, GroupId, MessageId, Time, UserId } from './shared.ts'

export interface AssignConversationRequest {
  user_id: UserId
}

export interface Conversation {
  id: ConversationId
  contact_id: ContactId | null
  group_id: GroupId | null
  pinned_message_id: MessageId | null
  is_pinned: boolean
  is_muted: boolean
  /** Unix seconds. */
  last_active_at: number | null
  /** Unix seconds. */
  last_opened_at: number | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  archived_at: number | null
  user_id: UserId
}

export type ConversationOrder = 'created' | 'last_active' | (string & {})

export interface ConversationPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Conversation[]
}

export interface CreateConversationRequest {
  contact_id?: ContactId | null | undefined
  group_id?: GroupId | null | undefined
}

export interface UpdateConversationRequest {
  pinned_message_id?: MessageId | null | undefined
  is_pinned?: boolean | undefined
  is_muted?: boolean | undefined
  archived_at?: Time | null | undefined
}

export interface ListConversationsQuery extends PageQuery {
  muted?: boolean | undefined
  archived?: boolean | undefined
  pinned?: boolean | undefined
  group_id?: GroupId | undefined
  sort?: ConversationOrder | undefined
  /** `all`, or the id of a user; another than you takes `conversations.view_all`. */
  user_id?: string | undefined
}

/** `samvad.conversations` */
export class ConversationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List conversations.
   *
   * Your own, newest created first; `sort=last_active` gives the order of an inbox. `user_id=ID` lists another user's
   * and `user_id=all` everybody's: both need the permission `conversations.view_all`.
   *
   * Permission: `conversations.view`.
   *
   * Also answers under `/external/conversations`.
   *
   * `GET /v1/conversations`
   */
  list(options?: ListConversationsQuery & CallOptions): List<Conversation> {
    return this.#transport.list('/v1/conversations', options)
  }

  /**
   * Create a conversation.
   *
   * Answers 201 with a new one, or 200 with the one that this user has with the contact or group already.
   *
   * Permission: `conversations.manage`.
   *
   * Also answers under `/external/conversations`.
   *
   * `POST /v1/conversations`
   */
  create(body: CreateConversationRequest, options?: CallOptions): Answer<Conversation> {
    return this.#transport.post('/v1/conversations', body, options)
  }

  /**
   * Retrieve a conversation.
   *
   * Your own; with the permission `conversations.view_all` any user's. Changes nothing: opening is an operation of its
   * own.
   *
   * Permission: `conversations.view`.
   *
   * Also answers under `/external/conversations/{id}`.
   *
   * `GET /v1/conversations/{id}`
   */
  retrieve(id: ConversationId, options?: CallOptions): Answer<Conversation> {
    return this.#transport.get(at`/v1/conversations/${id}`, options)
  }

  /**
   * Update a conversation.
   *
   * Only your own. Changes what is given and leaves the rest. `archived_at` archives, null restores;
   * `pinned_message_id` pins, null unpins.
   *
   * Permission: `conversations.manage`.
   *
   * Also answers under `/external/conversations/{id}`.
   *
   * `PUT /v1/conversations/{id}`
   */
  update(id: ConversationId, body: UpdateConversationRequest, options?: CallOptions): Answer<Conversation> {
    return this.#transport.put(at`/v1/conversations/${id}`, body, options)
  }

  /**
   * Delete a conversation.
   *
   * Permanent: the conversation and all its messages are gone for good. Messages still waiting are cancelled and their
   * charges reversed; where there are very many, little by little, while it is gone already. Archiving is the gentle
   * alternative.
   *
   * Permission: `conversations.manage`.
   *
   * Also answers under `/external/conversations/{id}`.
   *
   * `DELETE /v1/conversations/{id}`
   */
  delete(id: ConversationId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/conversations/${id}`, options)
  }

  /**
   * Hand a conversation over to another user.
   *
   * Of those that you see: your own, and with `conversations.view_all` any. The user must be a member who may see
   * conversations. Where they have one with the contact or group already, the two become one: theirs, with all
   * messages, and this one's id is gone.
   *
   * Permission: `conversations.assign`.
   *
   * Also answers under `/external/conversations/{id}/assign`.
   *
   * `POST /v1/conversations/{id}/assign`
   */
  assign(id: ConversationId, body: AssignConversationRequest, options?: CallOptions): Answer<Conversation> {
    return this.#transport.post(at`/v1/conversations/${id}/assign`, body, options)
  }

  /**
   * Open a conversation.
   *
   * Sets `last_opened_at` to now.
   *
   * Permission: `conversations.view`.
   *
   * Also answers under `/external/conversations/{id}/open`.
   *
   * `POST /v1/conversations/{id}/open`
   */
  open(id: ConversationId, options?: CallOptions): Answer<Conversation> {
    return this.#transport.post(at`/v1/conversations/${id}/open`, undefined, options)
  }
}
