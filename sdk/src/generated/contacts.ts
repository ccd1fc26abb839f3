// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, ContactId, ConversationId, GroupId, ListId, PeriodEnd, Time, UserId } from './shared.ts'

export interface Consent {
  id: ConsentId
  contact_id: ContactId
  channel: Channel
  status: ConsentStatus
  /**
   * `api`: recorded by a user. `keyword`: the contact wrote STOP or START. `link`: a link in a message. `import`: an
   * imported file. `provider`: reported by the provider. `form`: agreed to in a form; `text` is the exact sentence.
   */
  source: ConsentSource
  /** Whether the consent covers all messages on the channel, or only marketing. */
  scope: ConsentScope
  /** What the contact wrote, or a note of the user who recorded it. Null if there is none. */
  text: string | null
  /** Row of the imported file. Null if the consent does not come from an import. */
  import_row: number | null
  user_id: UserId | null
  /** Time in Unix seconds. */
  created_at: number
}

export type ConsentId = string

export interface ConsentPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Consent[]
}

export type ConsentScope = 'all' | 'marketing' | (string & {})

export type ConsentSource = 'api' | 'keyword' | 'link' | 'import' | 'provider' | 'form' | (string & {})

export type ConsentStatus = 'granted' | 'revoked' | (string & {})

export interface Contact {
  id: ContactId
  display_name: string | null
  email: string | null
  /** Phone number in E.164 format. */
  phone_number: string | null
  /** The user ID on the messaging app. */
  app_id: string | null
  avatar_url: string | null
  /** Custom fields by name. Values are strings, numbers, booleans or null. */
  attributes: Record<string, string | number | boolean | null>
  owner_id: UserId
  /**
   * Channel → time at which the contact unsubscribed from it, in Unix seconds. Channels to which the contact is
   * subscribed are missing.
   */
  unsubscribed: Record<string, number>
  /** Channel → reason why the contact's address on it is on the suppression list. Other channels are missing. */
  suppressed: Record<string, string>
  /**
   * When the contact stopped marketing messages in WhatsApp, in Unix seconds. Marketing templates to this contact are
   * refused. Null if they are allowed.
   */
  marketing_stopped_at: number | null
  /** Time in Unix seconds. */
  last_active_at: number | null
  conversation_id: ConversationId | null
  /** Time in Unix seconds. */
  created_at: number
}

export type ContactField = 'display_name' | 'email' | 'phone_number' | 'app_id' | 'avatar_url' | (string & {})

export interface ContactMerge {
  from: ContactId
  /** Fields whose value is taken from `from` where both contacts have one. */
  take?: ContactField[] | undefined
}

export interface ContactPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Contact[]
}

export interface CreateConsentRequest {
  channel: Channel
  status: ConsentStatus
  text?: string | null | undefined
}

export interface CreateContactRequest {
  display_name?: string | null | undefined
  email?: string | null | undefined
  phone_number?: string | null | undefined
  app_id?: string | null | undefined
  avatar_url?: string | null | undefined
  /** Custom fields by name. Values are strings, numbers, booleans or null. */
  attributes?: Record<string, string | number | boolean | null> | null | undefined
  owner_id?: UserId | undefined
  unsubscribed?: {
    email?: Time | null | undefined
    app?: Time | null | undefined
    sms?: Time | null | undefined
  } | undefined
}

export interface UpdateContactRequest {
  display_name?: string | null | undefined
  email?: string | null | undefined
  phone_number?: string | null | undefined
  app_id?: string | null | undefined
  avatar_url?: string | null | undefined
  /** Custom fields by name. Values are strings, numbers, booleans or null. */
  attributes?: Record<string, string | number | boolean | null> | null | undefined
  owner_id?: UserId | undefined
  unsubscribed?: {
    email?: Time | null | undefined
    app?: Time | null | undefined
    sms?: Time | null | undefined
  } | undefined
}

/** `samvad.contacts.consents` */
export class ContactsConsentsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the consents of a contact.
   *
   * Returns the contact's opt-ins and opt-outs per channel, newest first: recorded by a user, by a link in a message,
   * by a keyword such as STOP, by an import or by the provider. `unsubscribed` of the contact follows from them.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/contacts/{id}/consents`
   */
  list(id: ContactId, options?: PageQuery & CallOptions): List<Consent> {
    return this.#transport.list(at`/v1/contacts/${id}/consents`, options)
  }

  /**
   * Record a consent.
   *
   * `revoked` unsubscribes the contact from the channel, `granted` subscribes it again. `text` states how consent was
   * given or revoked. A record is never changed.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/contacts/{id}/consents`
   */
  create(id: ContactId, body: CreateConsentRequest, options?: CallOptions): Answer<Consent> {
    return this.#transport.post(at`/v1/contacts/${id}/consents`, body, options)
  }
}

export interface ListContactsQuery extends PageQuery {
  email?: string | undefined
  phone_number?: string | undefined
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

/** `samvad.contacts` */
export class ContactsApi {
  readonly #transport: Transport
  readonly consents: ContactsConsentsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.consents = new ContactsConsentsApi(transport)
  }

  /**
   * List contacts.
   *
   * Returns contacts, newest first. `email` and `phone_number` match the exact address.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/contacts`
   */
  list(options?: ListContactsQuery & CallOptions): List<Contact> {
    return this.#transport.list('/v1/contacts', options)
  }

  /**
   * Create a contact.
   *
   * At least one of `display_name`, `email`, `phone_number` and `app_id` is required. You become the owner, unless
   * `owner_id` names another user.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/contacts`
   */
  create(body: CreateContactRequest, options?: CallOptions): Answer<Contact> {
    return this.#transport.post('/v1/contacts', body, options)
  }

  /**
   * Retrieve a contact.
   *
   * `conversation_id` is your own conversation with the contact, or null.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/contacts/{id}`
   */
  retrieve(id: ContactId, options?: CallOptions): Answer<Contact> {
    return this.#transport.get(at`/v1/contacts/${id}`, options)
  }

  /**
   * Update a contact.
   *
   * Fields that are omitted stay unchanged. `attributes` is replaced as a whole. `unsubscribed` is changed per channel:
   * a time unsubscribes, null subscribes again.
   *
   * Permission: `contacts.manage`.
   *
   * `PUT /v1/contacts/{id}`
   */
  update(id: ContactId, body: UpdateContactRequest, options?: CallOptions): Answer<Contact> {
    return this.#transport.put(at`/v1/contacts/${id}`, body, options)
  }

  /**
   * Delete a contact.
   *
   * Permanently deletes the contact, its group and list memberships, and all users' conversations with it, including
   * all messages. Messages that were not sent are cancelled and their charges reversed; if there are many, this
   * continues in the background. To keep the messages, archive the conversation instead.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/contacts/{id}`
   */
  delete(id: ContactId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/contacts/${id}`, options)
  }

  /**
   * Merge another contact into this one.
   *
   * Merges the contact `from` into this contact. This cannot be undone: `from` is deleted, and its conversations,
   * messages, consents, groups and lists move to this contact. Where both have a value, this contact's is kept, unless
   * `take` lists the field; values that only `from` has are copied. An address that is unsubscribed on either contact
   * stays unsubscribed. Older messages are moved in the background.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/contacts/{id}/merge`
   */
  merge(id: ContactId, body: ContactMerge, options?: CallOptions): Answer<Contact> {
    return this.#transport.post(at`/v1/contacts/${id}/merge`, body, options)
  }
}
