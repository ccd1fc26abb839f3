// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { MessageDirection } from './messages.ts'
import type {
  Channel,
  ContactId,
  ConversationId,
  GroupId,
  ListId,
  MessageId,
  PeriodEnd,
  Time,
  UserId,
} from './shared.ts'

export interface FoundContact {
  id: ContactId
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  avatar_url: string | null
  owner_id: UserId
  /** Channel → when the contact unsubscribed from it, in Unix seconds. */
  unsubscribed: Record<string, number>
  /** Channel → why nothing is sent to the address on it: what the suppression list says. */
  suppressed: Record<string, string>
  /** Unix seconds. */
  created_at: number
  /** Your own with them. */
  conversation_id: ConversationId | null
  /** Field → where the words stand in it; fields without are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundContactPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: FoundContact[]
}

export interface FoundConversation {
  id: ConversationId
  user_id: UserId
  contact: NamedContact | null
  group: NamedGroup | null
  /** Unix seconds. */
  last_active_at: number | null
  /** Unix seconds. */
  archived_at: number | null
  /** Where the words stand, in their order. */
  matches: TextRange[]
}

export interface FoundConversationPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: FoundConversation[]
}

export interface FoundGroup {
  id: GroupId
  name: string
  description: string | null
  avatar_url: string | null
  /** Field → where the words stand in it; fields without are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundGroupPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: FoundGroup[]
}

export interface FoundMessage {
  id: MessageId
  conversation_id: ConversationId
  user_id: UserId
  contact: NamedContact | null
  group: NamedGroup | null
  direction: MessageDirection
  channel: Channel
  snippet: Snippet
  /** Unix seconds. */
  created_at: number
}

export interface FoundMessagePage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: FoundMessage[]
}

export interface NamedContact {
  id: ContactId
  display_name: string | null
}

export interface NamedGroup {
  id: GroupId
  name: string
}

export interface Snippet {
  field: SnippetField
  /** Plain text around the first match, at most 160 characters. No HTML. */
  text: string
  /** Where the words stand, in their order. */
  matches: TextRange[]
}

export type SnippetField = 'text' | 'subject' | (string & {})

/** Places in a text, counted in UTF-16 code units as JavaScript does. */
export interface TextRange {
  start: number
  /** Not part of it. */
  end: number
}

export interface SearchContactsQuery extends PageQuery {
  /**
   * Words that are all in it, without regard to case and accents; of the last one the beginning is enough, unless a
   * space follows.
   */
  q: string
  owner_id?: UserId | undefined
  group_id?: GroupId | undefined
  list_id?: ListId | undefined
  /** Those with an address on it; in the app a phone number is one. */
  channel?: Channel | undefined
  /** Whether an address is suppressed on `channel`, where that is given, else on any. */
  suppressed?: boolean | undefined
  /** Whether they unsubscribed on `channel`, where that is given, else on any. */
  unsubscribed?: boolean | undefined
  /** Created then or later. */
  from?: Time | undefined
  /** Created before. */
  to?: PeriodEnd | undefined
}

/** `samvad.search.contacts` */
export class SearchContactsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Find contacts by name or address.
   *
   * By parts of the name and of the email address, and by any three or more digits of the number; narrowed as the list
   * of contacts is.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/search/contacts`
   */
  search(options: SearchContactsQuery & CallOptions): List<FoundContact> {
    return this.#transport.list('/v1/search/contacts', options)
  }
}

export interface SearchConversationsQuery extends PageQuery {
  /**
   * Words that are all in it, without regard to case and accents; of the last one the beginning is enough, unless a
   * space follows.
   */
  q: string
}

/** `samvad.search.conversations` */
export class SearchConversationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Find conversations by whom they are with.
   *
   * Those with groups before those with contacts, newest counterpart first; your own, and everybody's with the
   * permission `conversations.view_all`.
   *
   * Permission: `conversations.view`.
   *
   * `GET /v1/search/conversations`
   */
  search(options: SearchConversationsQuery & CallOptions): List<FoundConversation> {
    return this.#transport.list('/v1/search/conversations', options)
  }
}

export interface SearchGroupsQuery extends PageQuery {
  /**
   * Words that are all in it, without regard to case and accents; of the last one the beginning is enough, unless a
   * space follows.
   */
  q: string
}

/** `samvad.search.groups` */
export class SearchGroupsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Find groups by name.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/search/groups`
   */
  search(options: SearchGroupsQuery & CallOptions): List<FoundGroup> {
    return this.#transport.list('/v1/search/groups', options)
  }
}

export interface SearchMessagesQuery extends PageQuery {
  /**
   * Words that are all in it, without regard to case and accents; of the last one the beginning is enough, unless a
   * space follows.
   */
  q: string
}

/** `samvad.search.messages` */
export class SearchMessagesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Find messages by their words.
   *
   * Newest first, of your own conversations; of everybody's with the permission `conversations.view_all`. A message is
   * found within 2 seconds after it was written; what is deleted, at once no longer. What is written without a space
   * (`A-17`, an address) is found by its parts, and by the whole. 503 when it takes too long: add a word.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/search/messages`
   */
  search(options: SearchMessagesQuery & CallOptions): List<FoundMessage> {
    return this.#transport.list('/v1/search/messages', options)
  }
}

/** `samvad.search` */
export class SearchApi {
  readonly contacts: SearchContactsApi
  readonly conversations: SearchConversationsApi
  readonly groups: SearchGroupsApi
  readonly messages: SearchMessagesApi

  constructor(transport: Transport) {
    this.contacts = new SearchContactsApi(transport)
    this.conversations = new SearchConversationsApi(transport)
    this.groups = new SearchGroupsApi(transport)
    this.messages = new SearchMessagesApi(transport)
  }
}
