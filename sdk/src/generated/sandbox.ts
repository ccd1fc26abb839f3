// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AttachmentId } from './attachments.ts'
import type { Delivery, DeliveryId, DeliveryStatus } from './deliveries.ts'
import type { Message, MessageAttachment } from './messages.ts'
import type { Channel, ContactId, MessageId } from './shared.ts'

export interface Device {
  contact_id: ContactId | null
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  channels: Channel[]
  entries: DeviceEntry[]
}

export interface DeviceEntry {
  /** Of what arrived (`sbx_`), or of the message that the contact wrote (`msg_`). */
  id: string
  channel: Channel
  side: DeviceSide
  from: string | null
  subject: string | null
  text: string | null
  has_html: boolean
  message_id: MessageId | null
  delivery_id: DeliveryId | null
  status: DeliveryStatus | null
  attachments: MessageAttachment[]
  /** The emoji by which the other side reacted: the contact to what arrived, a user to what was written. */
  reaction: string | null
  /** Time in Unix seconds. */
  at: number
}

export type DeviceSide = 'received' | 'written' | (string & {})

export interface NewSandboxMessage {
  channel: Channel
  from: string
  subject?: string | null | undefined
  text?: string | null | undefined
  attachments?: AttachmentId[] | null | undefined
}

export interface NewSandboxReaction {
  channel: Channel
  from: string
  message_id?: MessageId | null | undefined
  provider_id?: string | null | undefined
  /** One emoji. */
  emoji: string | null
}

export interface NewSandboxReceipt {
  delivery_id: DeliveryId
  status: ReportedStatus
  code?: string | null | undefined
}

export interface NewSandboxSettings {
  channel: Channel
  receipts?: SandboxReceipts | undefined
  fail_next?: string | null | undefined
}

export type ReportedStatus = 'delivered' | 'read' | 'failed' | 'undelivered' | (string & {})

export interface SandboxMessage {
  id: SandboxMessageId
  channel: Channel
  from: string
  /** Whom it was for. */
  address: string
  subject: string | null
  text: string | null
  html: string | null
  /** As it came over the line. */
  raw: string
  /** Time in Unix seconds. */
  received_at: number
  delivery_id: DeliveryId | null
}

export type SandboxMessageId = string

export interface SandboxMessagePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: SandboxMessage[]
}

export type SandboxReceipts = 'automatic' | 'manual' | (string & {})

export interface SandboxSettings {
  channel: Channel
  receipts: SandboxReceipts
  fail_next: string | null
}

export interface SandboxSettingsPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: SandboxSettings[]
}

export interface RetrieveSandboxDeviceQuery {
  email?: string | undefined
  phone_number?: string | undefined
  app_id?: string | undefined
}

/** `samvad.sandbox.device` */
export class SandboxDeviceApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Look at somebody's phone and mailbox.
   *
   * What arrived for them on each channel that the sandbox carries, what became of it, and what they wrote: the newest
   * 50 of each, the oldest first. By any address of theirs; of a contact the others are found. The HTML of a mail is
   * retrieved with the message.
   *
   * Permission: `sandbox.use`.
   *
   * `GET /v1/sandbox/device`
   */
  retrieve(options?: RetrieveSandboxDeviceQuery & CallOptions): Answer<Device> {
    return this.#transport.get('/v1/sandbox/device', options)
  }
}

export interface ListSandboxMessagesQuery extends PageQuery {
  channel?: Channel | undefined
  address?: string | undefined
}

/** `samvad.sandbox.messages` */
export class SandboxMessagesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List what arrived at the sandbox.
   *
   * Newest first; only what the organization sent. 404 while the sandbox is off.
   *
   * Permission: `sandbox.use`.
   *
   * `GET /v1/sandbox/messages`
   */
  list(options?: ListSandboxMessagesQuery & CallOptions): List<SandboxMessage> {
    return this.#transport.list('/v1/sandbox/messages', options)
  }

  /**
   * Write as a contact.
   *
   * It goes the way of what people write: a mail by SMTP, an SMS by SMPP, of the app a signed webhook; the answer waits
   * until it was received, and shows it. The message goes to the contact's conversation that was active last, else to a
   * new one. A stranger becomes a contact. `attachments` are files that were uploaded before with POST /v1/attachments,
   * on email and app; they go with it, and the message has its own. `text` may be left out beside them. 503 when nobody
   * came to it within 10 seconds: it is kept, and received later. 404 while the sandbox is off.
   *
   * Permission: `sandbox.use`.
   *
   * `POST /v1/sandbox/messages`
   */
  create(body: NewSandboxMessage, options?: CallOptions): Answer<Message> {
    return this.#transport.post('/v1/sandbox/messages', body, options)
  }

  /**
   * Retrieve what arrived at the sandbox.
   *
   * Permission: `sandbox.use`.
   *
   * `GET /v1/sandbox/messages/{id}`
   */
  retrieve(id: SandboxMessageId, options?: CallOptions): Answer<SandboxMessage> {
    return this.#transport.get(at`/v1/sandbox/messages/${id}`, options)
  }
}

/** `samvad.sandbox.reactions` */
export class SandboxReactionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * React as a contact.
   *
   * With one emoji, to a message that went to the contact or that they wrote, by its `message_id` or its `provider_id`;
   * null takes the reaction back. On app, by a signed webhook; the answer waits until it was taken. 409 while the
   * provider has no name for the message.
   *
   * Permission: `sandbox.use`.
   *
   * `POST /v1/sandbox/reactions`
   */
  create(body: NewSandboxReaction, options?: CallOptions): Answer<Message> {
    return this.#transport.post('/v1/sandbox/reactions', body, options)
  }
}

/** `samvad.sandbox.receipts` */
export class SandboxReceiptsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Say what became of a message, as its device.
   *
   * The provider reports it in its own words, which go the way of every report: of mail a delivery report to the return
   * path, of SMS a `deliver_sm`, of the app a signed webhook. `delivered`, `read` (app), `undelivered`, `failed` (app,
   * sms: what never left is given back); with a code as the provider writes it, and then what the code means counts: a
   * mail with `5.1.1` suppresses its address, an SMS with `UNDELIV` is `undelivered`. A mail that was `delivered` may
   * be complained of: `code` is the type, such as `abuse`. The answer waits until it was worked on; 503 when nobody
   * came to it within 10 seconds: it is kept, and counts. Saying the same twice changes nothing; 409 when it cannot
   * become that any more, has not left, or did not arrive at the sandbox.
   *
   * Permission: `sandbox.use`.
   *
   * `POST /v1/sandbox/receipts`
   */
  create(body: NewSandboxReceipt, options?: CallOptions): Answer<Delivery> {
    return this.#transport.post('/v1/sandbox/receipts', body, options)
  }
}

/** `samvad.sandbox.settings` */
export class SandboxSettingsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List how the sandbox's providers behave.
   *
   * A line for each channel whose sandbox is on. 404 while none is.
   *
   * Permission: `sandbox.use`.
   *
   * `GET /v1/sandbox/settings`
   */
  list(options?: CallOptions): List<SandboxSettings> {
    return this.#transport.whole('/v1/sandbox/settings', options)
  }

  /**
   * Tell the sandbox's provider of a channel how to behave.
   *
   * `receipts`: whether the provider reports what became of messages by itself (`automatic`, as at first), or you do
   * (`manual`); a mail becomes `delivered` by a delivery report. `fail_next`: what becomes of the next message, and of
   * that one alone: `rejected`; a code of the provider, such as `131047` on app, `ESME_RTHROTTLED` or `UNDELIV` on sms,
   * `550 5.1.1` on email; `timeout`: it is taken, and nobody answers; null: it is taken. What is not given stays. 404
   * while the sandbox of the channel is off.
   *
   * Permission: `sandbox.use`.
   *
   * `PUT /v1/sandbox/settings`
   */
  set(body: NewSandboxSettings, options?: CallOptions): Answer<SandboxSettings> {
    return this.#transport.put('/v1/sandbox/settings', body, options)
  }
}

/** `samvad.sandbox` */
export class SandboxApi {
  readonly device: SandboxDeviceApi
  readonly messages: SandboxMessagesApi
  readonly reactions: SandboxReactionsApi
  readonly receipts: SandboxReceiptsApi
  readonly settings: SandboxSettingsApi

  constructor(transport: Transport) {
    this.device = new SandboxDeviceApi(transport)
    this.messages = new SandboxMessagesApi(transport)
    this.reactions = new SandboxReactionsApi(transport)
    this.receipts = new SandboxReceiptsApi(transport)
    this.settings = new SandboxSettingsApi(transport)
  }
}
