// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { DeliveryStatus } from './deliveries.ts'
import type { AppCall, MessageDirection } from './messages.ts'
import type { Channel, ContactId, ConversationId, GroupId, MessageId, TemplateId, Time, UserId } from './shared.ts'

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
  /** Time in Unix seconds. */
  last_active_at: number | null
  /** Time in Unix seconds. */
  last_opened_at: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  archived_at: number | null
  user_id: UserId
}

export type ConversationCounterpart = 'contact' | 'group' | (string & {})

export interface ConversationCounts {
  /** With something unread, not archived; those that are muted among them. */
  unread: number
  /** Of those that were counted as unread, the muted ones. */
  unread_muted: number
  pinned: number
  muted: number
  archived: number
}

export type ConversationOrder = 'created' | 'last_active' | (string & {})

export interface ConversationPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: ListedConversation[]
}

export type ConversationPart = 'inbox' | (string & {})

export interface CreateConversationRequest {
  contact_id?: ContactId | null | undefined
  group_id?: GroupId | null | undefined
}

/** Of everybody's; null without `conversations.view_all`. */
export interface EverybodysCounts {
  /** With something unread, not archived; those that are muted among them. */
  unread: number
  /** Of those that were counted as unread, the muted ones. */
  unread_muted: number
  pinned: number
  muted: number
  archived: number
}

/** Where `expand=inbox` asks for it. */
export interface Inbox {
  contact: InboxContact | null
  group: InboxGroup | null
  user: InboxUser
  last_message: LastMessage | null
  /** Messages of contacts that nobody has read: 100 means so many or more. */
  unread_count: number
  /** When a contact wrote last in it. */
  last_inbound_at: number | null
  /** Until when the contact can be written to on the channel app without a template; null where that is over. */
  app_window_ends_at: number | null
  /**
   * On which the contact has an address, has not unsubscribed and is not suppressed. Null with a group, and without
   * `contacts.view`.
   */
  channels: Channel[] | null
}

export interface InboxContact {
  id: ContactId
  /** Null too without `contacts.view`. */
  display_name: string | null
}

export interface InboxCounts {
  /** A count of so many means so many or more. */
  counted_to: number
  mine: ConversationCounts
  everybody: EverybodysCounts | null
}

export interface InboxGroup {
  id: GroupId
  /** Null without `groups.view`. */
  name: string | null
  /** How many members it has. */
  size: number
}

export interface InboxUser {
  id: UserId
  display_name: string
}

/** The newest of its messages; null where there is none, or without `messages.view`. */
export interface LastMessage {
  id: MessageId
  direction: MessageDirection
  channel: Channel
  /** The user or contact who wrote it. */
  sender: string
  template_id: TemplateId | null
  subject: string | null
  /** The beginning of what it says, 160 characters on one line; empty where it says nothing. */
  preview: string
  has_attachments: boolean
  status: DeliveryStatus | null
  /** When what a contact wrote was read by a user. */
  read_at: number | null
  /** Time in Unix seconds. */
  send_at: number | null
  /** When the contact who wrote it withdrew it: then `preview` is empty. */
  withdrawn_at: number | null
  call: AppCall | null
  /** When it was accepted, or came in: Unix seconds. */
  created_at: number
}

export interface ListedConversation {
  id: ConversationId
  contact_id: ContactId | null
  group_id: GroupId | null
  pinned_message_id: MessageId | null
  is_pinned: boolean
  is_muted: boolean
  /** Time in Unix seconds. */
  last_active_at: number | null
  /** Time in Unix seconds. */
  last_opened_at: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  archived_at: number | null
  user_id: UserId
  inbox?: Inbox | undefined
}

export interface MarkConversationReadRequest {
  message_id?: MessageId | null | undefined
}

export interface ReadConversation {
  id: ConversationId
  contact_id: ContactId | null
  group_id: GroupId | null
  pinned_message_id: MessageId | null
  is_pinned: boolean
  is_muted: boolean
  /** Time in Unix seconds. */
  last_active_at: number | null
  /** Time in Unix seconds. */
  last_opened_at: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  archived_at: number | null
  user_id: UserId
  /** What is left: 100 means so many or more. */
  unread_count: number
}

export interface UpdateConversationRequest {
  pinned_message_id?: MessageId | null | undefined
  is_pinned?: boolean | undefined
  is_muted?: boolean | undefined
  archived_at?: Time | null | undefined
}

/** `samvad.conversations.read` */
export class ConversationsReadApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Mark a conversation as read.
   *
   * Only your own. Marks what its contacts wrote as read, up to `message_id` or all of it, and opens it:
   * `last_opened_at` is now. Said again it changes nothing else. At most 10,000 messages at once, the oldest first;
   * `unread_count` of the answer says what is left.
   *
   * Permission: `conversations.view`.
   *
   * Also available at `/external/conversations/{id}/read`.
   *
   * `POST /v1/conversations/{id}/read`
   */
  mark(id: ConversationId, body: MarkConversationReadRequest, options?: CallOptions): Answer<ReadConversation> {
    return this.#transport.post(at`/v1/conversations/${id}/read`, body, options)
  }
}

/** `samvad.conversations.counts` */
export class ConversationsCountsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Count conversations.
   *
   * How many of your own are unread, pinned, muted and archived, and with `conversations.view_all` how many of
   * everybody's; each up to `counted_to`.
   *
   * Permission: `conversations.view`.
   *
   * Also available at `/external/conversations/counts`.
   *
   * `GET /v1/conversations/counts`
   */
  count(options?: CallOptions): Answer<InboxCounts> {
    return this.#transport.get('/v1/conversations/counts', options)
  }
}

export interface ListConversationsQuery extends PageQuery {
  muted?: boolean | undefined
  archived?: boolean | undefined
  pinned?: boolean | undefined
  group_id?: GroupId | undefined
  sort?: ConversationOrder | undefined
  /** Whether anything that the contact wrote is unread. With `sort=last_active`. */
  unread?: boolean | undefined
  /** With a contact, or with a group. With `sort=last_active`. */
  with?: ConversationCounterpart | undefined
  /** On which the contact wrote last. With `unread=true` and `sort=last_active`. */
  channel?: Channel | undefined
  /** `all`, or the id of a user; another than you takes `conversations.view_all`. */
  user_id?: string | undefined
  /** `inbox` shows what an inbox shows beside each: names, the last message, what is unread. */
  expand?: ConversationPart[] | undefined
}

export interface RetrieveConversationQuery {
  /** `inbox` shows what an inbox shows beside each: names, the last message, what is unread. */
  expand?: ConversationPart[] | undefined
}

/** `samvad.conversations` */
export class ConversationsApi {
  readonly #transport: Transport
  readonly read: ConversationsReadApi
  readonly counts: ConversationsCountsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.read = new ConversationsReadApi(transport)
    this.counts = new ConversationsCountsApi(transport)
  }

  /**
   * List conversations.
   *
   * Your own, newest created first; `sort=last_active` gives the order of an inbox. `user_id=ID` lists another user's
   * and `user_id=all` everybody's: both need the permission `conversations.view_all`. With `expand=inbox` each shows
   * what an inbox shows beside it.
   *
   * Permission: `conversations.view`.
   *
   * Also available at `/external/conversations`.
   *
   * `GET /v1/conversations`
   */
  list(options?: ListConversationsQuery & CallOptions): List<ListedConversation> {
    return this.#transport.list('/v1/conversations', options)
  }

  /**
   * Create a conversation.
   *
   * Answers 201 with a new one, or 200 with the one that this user has with the contact or group already.
   *
   * Permission: `conversations.manage`.
   *
   * Also available at `/external/conversations`.
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
   * Also available at `/external/conversations/{id}`.
   *
   * `GET /v1/conversations/{id}`
   */
  retrieve(id: ConversationId, options?: RetrieveConversationQuery & CallOptions): Answer<ListedConversation> {
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
   * Also available at `/external/conversations/{id}`.
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
   * Also available at `/external/conversations/{id}`.
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
   * Also available at `/external/conversations/{id}/assign`.
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
   * Also available at `/external/conversations/{id}/open`.
   *
   * `POST /v1/conversations/{id}/open`
   */
  open(id: ConversationId, options?: CallOptions): Answer<Conversation> {
    return this.#transport.post(at`/v1/conversations/${id}/open`, undefined, options)
  }
}
