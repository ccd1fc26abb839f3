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
  source: ConsentSource
  /** What it is about: all messages on the channel, or marketing alone. */
  scope: ConsentScope
  /** In whose words: what the contact wrote, or whoever notes it. */
  text: string | null
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

export type ConsentSource = 'api' | 'keyword' | 'link' | 'import' | 'provider' | (string & {})

export type ConsentStatus = 'granted' | 'revoked' | (string & {})

export interface Contact {
  id: ContactId
  display_name: string | null
  email: string | null
  /** E.164. */
  phone_number: string | null
  /** The messaging app's own id of the user. */
  app_id: string | null
  avatar_url: string | null
  /** Your own fields: text, numbers, booleans or null by name. */
  attributes: Record<string, string | number | boolean | null>
  owner_id: UserId
  /** Channel → when the contact unsubscribed from it, in Unix seconds. */
  unsubscribed: Record<string, number>
  /** Channel → why nothing is sent to the address on it: what the suppression list says. */
  suppressed: Record<string, string>
  /**
   * Since when the contact gets no marketing in the app, as they chose in WhatsApp: templates of that category are
   * refused.
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
  /** Of what both have, the fields that are to be those of `from`. */
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
  /** Your own fields: text, numbers, booleans or null by name. */
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
  /** Your own fields: text, numbers, booleans or null by name. */
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
   * List what a contact said of being written to.
   *
   * Newest first, channel by channel as it came: noted by somebody, by a link in a message, or by a word such as STOP.
   * `unsubscribed` of the contact is what follows from it.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/contacts/{id}/consents`
   */
  list(id: ContactId, options?: PageQuery & CallOptions): List<Consent> {
    return this.#transport.list(at`/v1/contacts/${id}/consents`, options)
  }

  /**
   * Note what a contact said of being written to.
   *
   * `revoked` unsubscribes the contact from the channel, `granted` subscribes it again; `text` says how it was said.
   * Nothing of the log is ever changed.
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
   * Newest created first; `email` and `phone_number` find exactly that address.
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
   * At least one of `display_name`, `email`, `phone_number` and `app_id`. The owner is the acting user unless
   * `owner_id` names another one.
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
   * `conversation_id` is the acting user's own conversation with the contact.
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
   * Changes what is given and leaves the rest. `attributes` are replaced as a whole. `unsubscribed` is changed channel
   * by channel: a time unsubscribes, null subscribes again.
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
   * Permanent: the contact, its place in every group, and its conversations with every user are gone for good, with all
   * their messages. Messages still waiting are cancelled and their charges reversed; where there are very many, little
   * by little, while it is gone already. Archiving the conversation is the gentle alternative.
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
   * Permanent and not to be undone: `from` is gone, and its conversations, messages, consents, groups and lists are of
   * this contact. What both have stays as it is here, unless `take` names it; what only `from` has comes over. Whoever
   * unsubscribed by either has unsubscribed. Older messages follow little by little.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/contacts/{id}/merge`
   */
  merge(id: ContactId, body: ContactMerge, options?: CallOptions): Answer<Contact> {
    return this.#transport.post(at`/v1/contacts/${id}/merge`, body, options)
  }
}
