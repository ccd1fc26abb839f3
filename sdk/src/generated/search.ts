// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { InvoiceKind } from './billing-invoices.ts'
import type { TransactionKind, TransactionStatus } from './billing-transactions.ts'
import type { MessageDirection } from './messages.ts'
import type {
  Channel,
  ContactId,
  ConversationId,
  GroupId,
  InvoiceId,
  ListId,
  MessageId,
  PeriodEnd,
  TemplateId,
  Time,
  TransactionId,
  UserId,
} from './shared.ts'
import type { TemplateStatus } from './templates.ts'
import type { UserKind } from './users.ts'
import type { WebhookEndpointId, WebhookEndpointStatus } from './webhook-endpoints.ts'

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
  /** Time in Unix seconds. */
  created_at: number
  /** Your own with them. */
  conversation_id: ConversationId | null
  /** Field → where the words stand in it; fields without are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundContactPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundContact[]
}

export interface FoundConversation {
  id: ConversationId
  user_id: UserId
  contact: NamedContact | null
  group: NamedGroup | null
  /** Time in Unix seconds. */
  last_active_at: number | null
  /** Time in Unix seconds. */
  archived_at: number | null
  /** Where the words stand, in their order. */
  matches: TextRange[]
}

export interface FoundConversationPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundConversation[]
}

/** Type → its rows. A type that the token may not see, or that was not asked for, is missing. */
export interface FoundEverything {
  contacts?: FoundContactPage | undefined
  groups?: FoundGroupPage | undefined
  conversations?: FoundConversationPage | undefined
  messages?: FoundMessagePage | undefined
  templates?: FoundTemplatePage | undefined
  lists?: FoundListPage | undefined
  invoices?: FoundInvoicePage | undefined
  transactions?: FoundTransactionPage | undefined
  members?: FoundMemberPage | undefined
  webhook_endpoints?: FoundWebhookEndpointPage | undefined
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
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundGroup[]
}

export interface FoundInvoice {
  id: InvoiceId
  number: string
  kind: InvoiceKind
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  total: string
  /** Time in Unix seconds. */
  issued_at: number
}

export interface FoundInvoicePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundInvoice[]
}

export interface FoundList {
  id: ListId
  name: string
  description: string | null
  /** Its members. */
  contact_count: number
  /** Field → where the words stand in it; fields without are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundListPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundList[]
}

export interface FoundMember {
  id: UserId
  kind: UserKind
  display_name: string
  /** Null of a service user. */
  email: string | null
  /** Field → where the words stand in it; fields without are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundMemberPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundMember[]
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
  /** Time in Unix seconds. */
  created_at: number
}

export interface FoundMessagePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundMessage[]
}

export interface FoundTemplate {
  id: TemplateId
  name: string
  channel: Channel
  language: string
  status: TemplateStatus
  /** Field → where the words stand in it; fields without are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundTemplatePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundTemplate[]
}

export interface FoundTransaction {
  id: TransactionId
  kind: TransactionKind
  status: TransactionStatus
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  amount: string
  description: string
  /** Time in Unix seconds. */
  created_at: number
}

export interface FoundTransactionPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundTransaction[]
}

export interface FoundWebhookEndpoint {
  id: WebhookEndpointId
  url: string
  description: string | null
  status: WebhookEndpointStatus
  /** Field → where the words stand in it; fields without are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundWebhookEndpointPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundWebhookEndpoint[]
}

export interface NamedContact {
  id: ContactId
  display_name: string | null
}

export interface NamedGroup {
  id: GroupId
  name: string
}

export type SearchType =
  | 'contacts'
  | 'groups'
  | 'conversations'
  | 'messages'
  | 'templates'
  | 'lists'
  | 'invoices'
  | 'transactions'
  | 'members'
  | 'webhook_endpoints'
  | (string & {})

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

export interface SearchEverythingQuery extends PageQuery {
  /**
   * Words, as in the searches of one type. Invoices are also found by the beginning or the end of their number and by
   * their total; recharges, refunds and credits by their amount (`1180`, `₹1,180.00`); any transaction by its id.
   */
  q: string
  /** Only this type. Without it, every type that the token may see. */
  type?: SearchType | undefined
}

/** `samvad.search` */
export class SearchApi {
  readonly #transport: Transport
  readonly contacts: SearchContactsApi
  readonly conversations: SearchConversationsApi
  readonly groups: SearchGroupsApi
  readonly messages: SearchMessagesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.contacts = new SearchContactsApi(transport)
    this.conversations = new SearchConversationsApi(transport)
    this.groups = new SearchGroupsApi(transport)
    this.messages = new SearchMessagesApi(transport)
  }

  /**
   * Search everything that you may see.
   *
   * A page for each type that the token may see: contacts, groups and lists with `contacts.view`, conversations with
   * `conversations.view`, messages with `messages.view`, templates with `templates.view`, invoices with
   * `invoices.download`, transactions with `balance.view`, members with `users.view`, webhook endpoints with
   * `webhooks.manage`. With `type` only that one, which can be paged; 403 without its permission. 503 when it takes too
   * long: add a word, or name a type.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/search`
   */
  everything(options: SearchEverythingQuery & CallOptions): Answer<FoundEverything> {
    return this.#transport.get('/v1/search', options)
  }
}
