// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { InvoiceKind } from './billing-invoices.ts'
import type { TransactionKind, TransactionPurpose, TransactionStatus } from './billing-transactions.ts'
import type { CampaignStatus, SegmentId } from './campaigns.ts'
import type { FormStatus, SubmissionId } from './forms.ts'
import type {
  CampaignId,
  Channel,
  ContactId,
  ConversationId,
  FormId,
  GroupId,
  InvoiceId,
  ListId,
  MessageDirection,
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

export interface FoundCampaign {
  id: CampaignId
  name: string
  channel: Channel
  status: CampaignStatus
  /** Field → ranges of the matches in it. Fields without a match are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundCampaignPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundCampaign[]
}

export interface FoundContact {
  id: ContactId
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  avatar_url: string | null
  owner_id: UserId
  /**
   * Channel → time at which the contact unsubscribed from it, in Unix seconds. Channels to which the contact is
   * subscribed are missing.
   */
  unsubscribed: Record<string, number>
  /** Channel → reason why the contact's address on it is on the suppression list. Other channels are missing. */
  suppressed: Record<string, string>
  /** Time in Unix seconds. */
  created_at: number
  /** Your own conversation with the contact. Null if there is none. */
  conversation_id: ConversationId | null
  /** Field → ranges of the matches in it. Fields without a match are missing. */
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
  /** Ranges of the matches, in order. */
  matches: TextRange[]
}

export interface FoundConversationPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundConversation[]
}

/** Type → results. Types that were not requested or that the token cannot view are missing. */
export interface FoundEverything {
  contacts?: FoundContactPage | undefined
  groups?: FoundGroupPage | undefined
  conversations?: FoundConversationPage | undefined
  messages?: FoundMessagePage | undefined
  templates?: FoundTemplatePage | undefined
  lists?: FoundListPage | undefined
  segments?: FoundSegmentPage | undefined
  campaigns?: FoundCampaignPage | undefined
  forms?: FoundFormPage | undefined
  submissions?: FoundSubmissionPage | undefined
  invoices?: FoundInvoicePage | undefined
  transactions?: FoundTransactionPage | undefined
  members?: FoundMemberPage | undefined
  webhook_endpoints?: FoundWebhookEndpointPage | undefined
}

export interface FoundForm {
  id: FormId
  name: string
  slug: string
  status: FormStatus
  /** Field → ranges of the matches in it. Fields without a match are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundFormPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundForm[]
}

export interface FoundGroup {
  id: GroupId
  name: string
  description: string | null
  avatar_url: string | null
  /** Field → ranges of the matches in it. Fields without a match are missing. */
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
  /** Field → ranges of the matches in it. Fields without a match are missing. */
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
  /** Null for a service user. */
  email: string | null
  /** Field → ranges of the matches in it. Fields without a match are missing. */
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

export interface FoundSegment {
  id: SegmentId
  name: string
  /** Field → ranges of the matches in it. Fields without a match are missing. */
  matches: Record<string, TextRange[]>
}

export interface FoundSegmentPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundSegment[]
}

export interface FoundSubmission {
  id: SubmissionId
  form_id: FormId
  form_name: string
  contact_id: ContactId | null
  snippet: SubmissionSnippet
  /** Time in Unix seconds. */
  submitted_at: number
}

export interface FoundSubmissionPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: FoundSubmission[]
}

export interface FoundTemplate {
  id: TemplateId
  name: string
  channel: Channel
  language: string
  status: TemplateStatus
  /** Field → ranges of the matches in it. Fields without a match are missing. */
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
  purpose: TransactionPurpose
  channel: Channel | null
  /** Number of messages charged, reversed or repriced. Null for other transactions. */
  message_count: number | null
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
  /** Field → ranges of the matches in it. Fields without a match are missing. */
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
  | 'segments'
  | 'campaigns'
  | 'forms'
  | 'submissions'
  | 'invoices'
  | 'transactions'
  | 'members'
  | 'webhook_endpoints'
  | (string & {})

export interface Snippet {
  field: SnippetField
  /** Plain text around the first match, at most 160 characters. Never HTML. */
  text: string
  /** Ranges of the matches, in order. */
  matches: TextRange[]
}

export type SnippetField = 'text' | 'subject' | (string & {})

export interface SubmissionSnippet {
  /** Answers around the first match, at most 160 characters. Never HTML. */
  text: string
  /** Ranges of the matches, in order. */
  matches: TextRange[]
}

/** A range of a text, in UTF-16 code units as in JavaScript. */
export interface TextRange {
  start: number
  /** End position, exclusive. */
  end: number
}

export interface SearchContactsQuery extends PageQuery {
  /**
   * Search terms. All must match, ignoring case and accents. The last one also matches as a prefix, unless it is
   * followed by a space.
   */
  q: string
  owner_id?: UserId | undefined
  group_id?: GroupId | undefined
  list_id?: ListId | undefined
  /** Only contacts with an address on this channel. For the messaging app, a phone number counts. */
  channel?: Channel | undefined
  /** Whether an address is on the suppression list, on `channel` if given, otherwise on any channel. */
  suppressed?: boolean | undefined
  /** Whether the contact has unsubscribed, on `channel` if given, otherwise on any channel. */
  unsubscribed?: boolean | undefined
  /** Only contacts created at this time or later. */
  from?: Time | undefined
  /** Only contacts created before this time. */
  to?: PeriodEnd | undefined
}

/** `samvad.search.contacts` */
export class SearchContactsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Search contacts.
   *
   * Searches parts of the name and email address, and any three or more digits of the phone number. Takes the filters
   * of the list of contacts.
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
   * Search terms. All must match, ignoring case and accents. The last one also matches as a prefix, unless it is
   * followed by a space.
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
   * Search conversations.
   *
   * Searches the names and addresses of contacts and the names of groups in your own conversations, or with the
   * permission `conversations.view_all` in everyone's. Conversations with groups first, then with contacts, the newest
   * contact or group first.
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
   * Search terms. All must match, ignoring case and accents. The last one also matches as a prefix, unless it is
   * followed by a space.
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
   * Search groups.
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
   * Search terms. All must match, ignoring case and accents. The last one also matches as a prefix, unless it is
   * followed by a space.
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
   * Search messages.
   *
   * Searches your own conversations, or with the permission `conversations.view_all` everyone's; newest first. A new
   * message is found within 2 seconds. A deleted message is removed from the results immediately. Text without spaces
   * (`A-17`, an email address) is found by its parts and as a whole. 503 if the search takes too long: add a word.
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
   * Search terms, as in the searches of one type. Invoices also match the beginning or end of their number and their
   * total; recharges, refunds and credits their amount (`1180`, `₹1,180.00`); transactions their ID.
   */
  q: string
  /** Type to search. By default every type that the token can view. */
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
   * Search everything.
   *
   * Returns a page of results per type, for the types that the token can view: contacts, groups, lists and segments
   * with `contacts.view`, campaigns with `campaigns.view`, forms with `forms.view`, conversations with
   * `conversations.view`, messages with `messages.view`, templates with `templates.view`, invoices with
   * `invoices.download`, transactions with `balance.view`, members with `users.view`, webhook endpoints with
   * `webhooks.manage`. `type` restricts the search to one type and allows paging; 403 without its permission. 503 if
   * the search takes too long: add a word, or set `type`.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/search`
   */
  everything(options: SearchEverythingQuery & CallOptions): Answer<FoundEverything> {
    return this.#transport.get('/v1/search', options)
  }
}
