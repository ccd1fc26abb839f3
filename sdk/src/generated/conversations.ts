// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AppCall } from './campaigns.ts'
import type {
  Channel,
  ContactId,
  ConversationId,
  DeliveryStatus,
  GroupId,
  MessageDirection,
  MessageId,
  TemplateId,
  Time,
  UserId,
} from './shared.ts'

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
  /** The user that the conversation is assigned to. */
  user_id: UserId
}

export type ConversationCounterpart = 'contact' | 'group' | (string & {})

export interface ConversationCounts {
  /** Conversations with unread messages that are not archived, including muted ones. */
  unread: number
  /** Muted conversations among `unread`. */
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

/** Counts over everyone's conversations. Null without the permission `conversations.view_all`. */
export interface EverybodysCounts {
  /** Conversations with unread messages that are not archived, including muted ones. */
  unread: number
  /** Muted conversations among `unread`. */
  unread_muted: number
  pinned: number
  muted: number
  archived: number
}

/** Only with `expand=inbox`. */
export interface Inbox {
  contact: InboxContact | null
  group: InboxGroup | null
  user: InboxUser
  last_message: LastMessage | null
  /** Number of unread inbound messages. 100 means 100 or more. */
  unread_count: number
  /** When the last inbound message was received, in Unix seconds. Null if there is none. */
  last_inbound_at: number | null
  /**
   * When the 24-hour session on the messaging app closes, in Unix seconds. Until then, messages without a template can
   * be sent. Null if it is closed.
   */
  app_window_ends_at: number | null
  /**
   * Channels on which the contact has an address, is subscribed and is not suppressed. Null for a group, and without
   * the permission `contacts.view`.
   */
  channels: Channel[] | null
}

export interface InboxContact {
  id: ContactId
  /** Null if not set, or without the permission `contacts.view`. */
  display_name: string | null
}

export interface InboxCounts {
  /** A count that equals this value means that many or more. */
  counted_to: number
  mine: ConversationCounts
  everybody: EverybodysCounts | null
}

export interface InboxGroup {
  id: GroupId
  /** Null without the permission `groups.view`. */
  name: string | null
  /** Number of members. */
  size: number
}

export interface InboxUser {
  id: UserId
  display_name: string
}

/** The newest message of the conversation. Null if there is none, or without the permission `messages.view`. */
export interface LastMessage {
  id: MessageId
  direction: MessageDirection
  channel: Channel
  /** The user or contact who wrote it. */
  sender: string
  template_id: TemplateId | null
  subject: string | null
  /** The first 160 characters of the text, on one line. Empty if there is no text. */
  preview: string
  has_attachments: boolean
  status: DeliveryStatus | null
  /** When a user read the inbound message, in Unix seconds. Null if it is unread or outbound. */
  read_at: number | null
  /** Time in Unix seconds. */
  send_at: number | null
  /**
   * When the contact deleted the message for everyone, in Unix seconds. `preview` is then empty. Null if not deleted.
   */
  withdrawn_at: number | null
  call: AppCall | null
  /** When the message was accepted or received, in Unix seconds. */
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
  /** The user that the conversation is assigned to. */
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
  /** The user that the conversation is assigned to. */
  user_id: UserId
  /** Number of inbound messages that are still unread. 100 means 100 or more. */
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
   * Only your own conversations. Marks the inbound messages up to `message_id`, or all, as read, and sets
   * `last_opened_at` to now. At most 10,000 messages per request, oldest first; `unread_count` returns how many are
   * left. Safe to repeat.
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
   * Counts your own unread, pinned, muted and archived conversations, and with `conversations.view_all` everyone's.
   * Each count stops at `counted_to`.
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
  /** Only conversations with (or without) unread inbound messages. Requires `sort=last_active`. */
  unread?: boolean | undefined
  /** Only conversations with a contact, or only with a group. Requires `sort=last_active`. */
  with?: ConversationCounterpart | undefined
  /**
   * Only conversations whose last inbound message came on this channel. Requires `unread=true` and `sort=last_active`.
   */
  channel?: Channel | undefined
  /**
   * ID of a user, or `all`. By default your own conversations. Anything else requires the permission
   * `conversations.view_all`.
   */
  user_id?: string | undefined
  /** `inbox` adds names, the last message and the number of unread messages to each conversation. */
  expand?: ConversationPart[] | undefined
}

export interface RetrieveConversationQuery {
  /** `inbox` adds names, the last message and the number of unread messages to each conversation. */
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
   * Returns your own conversations, newest first, or with `sort=last_active` the most recently active first.
   * `user_id=ID` returns another user's conversations and `user_id=all` everyone's; both require the permission
   * `conversations.view_all`. `expand=inbox` adds what an inbox shows with each conversation.
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
   * Returns 201 with a new conversation, or 200 with the one that you already have with the contact or group.
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
   * Returns one of your own conversations, or with the permission `conversations.view_all` anyone's. Does not mark it
   * as opened or read.
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
   * Only your own conversations. Fields that are omitted stay unchanged. A time in `archived_at` archives the
   * conversation, null unarchives it. `pinned_message_id` pins a message, null unpins it.
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
   * Permanently deletes the conversation and all its messages. Messages that were not sent are cancelled and their
   * charges reversed; if there are many, this continues in the background. To keep the messages, archive the
   * conversation instead.
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
   * Assign a conversation to another user.
   *
   * Assigns one of your own conversations, or with the permission `conversations.view_all` any conversation. The
   * assignee must be a member who can view conversations. If the assignee already has a conversation with the contact
   * or group, this conversation is merged into theirs and its ID is no longer valid.
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
