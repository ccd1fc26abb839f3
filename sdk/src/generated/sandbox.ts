// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type {
  AnsweredMessage,
  DeliveryId,
  Interactive,
  Message,
  MessageAttachment,
  MessageHeader,
} from './campaigns.ts'
import type { Delivery } from './deliveries.ts'
import type { AttachmentId, Channel, ContactId, DeliveryStatus, MessageId, TemplateButton } from './shared.ts'

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
  /** ID of the sandbox message that was received (`sbx_`), or of the message that the contact wrote (`msg_`). */
  id: string
  channel: Channel
  /** Whether the recipient received or wrote the message. */
  side: DeviceSide
  from: string | null
  subject: string | null
  text: string | null
  /** The text in pieces, as the app shows its marks: `*bold*`, `_italic_`, `~struck~`, code. */
  marked: {
    text: string
    marks: TextMark[]
  }[]
  has_html: boolean
  message_id: MessageId | null
  delivery_id: DeliveryId | null
  status: DeliveryStatus | null
  header: MessageHeader | null
  /** Footer of a template message. Null without one. */
  footer: string | null
  /** Buttons of a template message. */
  buttons: TemplateButton[]
  attachments: MessageAttachment[]
  /**
   * Emoji with which the other side reacted: the contact to a received message, a user to a written one. Null if there
   * is none.
   */
  reaction: string | null
  in_reply_to: AnsweredMessage | null
  /** Buttons or the list below the text of a message sent on the messaging app. Null without them. */
  interactive: Interactive | null
  /** Time in Unix seconds. */
  at: number
}

export type DeviceSide = 'received' | 'written' | (string & {})

export interface NewSandboxButtonPress {
  delivery_id: DeliveryId
  /** Position of the button in `buttons`, from 0. Only a `quick_reply` sends something. */
  index: number
}

export interface NewSandboxMessage {
  channel: Channel
  from: string
  subject?: string | null | undefined
  text?: string | null | undefined
  attachments?: AttachmentId[] | null | undefined
  /** Message that the contact quotes, on the messaging app. Required with `button_id`. */
  reply_to_message_id?: MessageId | null | undefined
  /**
   * Button or list row of the message in `reply_to_message_id` that the contact presses, by its ID. Instead of `text`
   * and `attachments`.
   */
  button_id?: string | null | undefined
}

export interface NewSandboxReaction {
  channel: Channel
  from: string
  message_id?: MessageId | null | undefined
  provider_id?: string | null | undefined
  /** A single emoji. */
  emoji: string | null
}

export interface NewSandboxReceipt {
  delivery_id: DeliveryId
  status: ReportedStatus
  /** Error code in the provider's format, or the feedback type of a complaint. */
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
  /** Address of the recipient. */
  address: string
  subject: string | null
  text: string | null
  html: string | null
  /** The content as transmitted. */
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

export type TextMark = 'bold' | 'italic' | 'struck' | 'mono' | (string & {})

/** `samvad.sandbox.buttonPresses` */
export class SandboxButtonPressesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Press a button as a contact.
   *
   * Presses a quick reply of a template message that arrived on the app. The sandbox provider reports it as Meta does,
   * by a signed webhook with the payload and the text of the button and the message that it belongs to. Returns the
   * message of the contact. The other types of buttons send nothing.
   *
   * Permission: `sandbox.use`.
   *
   * `POST /v1/sandbox/button_presses`
   */
  create(body: NewSandboxButtonPress, options?: CallOptions): Answer<Message> {
    return this.#transport.post('/v1/sandbox/button_presses', body, options)
  }
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
   * Retrieve a sandbox device.
   *
   * Returns the messages that a recipient received on each channel in the sandbox, their status, and the messages
   * written as that recipient: the latest 50 of each, oldest first. Give any address of the recipient; the other
   * addresses of a known contact are found. For the HTML of an email, retrieve the sandbox message.
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
   * List sandbox messages.
   *
   * Returns the messages that the organization sent to the sandbox, newest first. 404 if no sandbox is on.
   *
   * Permission: `sandbox.use`.
   *
   * `GET /v1/sandbox/messages`
   */
  list(options?: ListSandboxMessagesQuery & CallOptions): List<SandboxMessage> {
    return this.#transport.list('/v1/sandbox/messages', options)
  }

  /**
   * Send a message as a contact.
   *
   * Sends an inbound message through the real interface: an email over SMTP, an SMS over SMPP, an app message as a
   * signed webhook. The response waits until the message is received and returns it. It is added to the contact's most
   * recently active conversation, or to a new one. An unknown sender becomes a contact. `attachments` are files
   * uploaded with `POST /v1/attachments` (email and app); the message gets copies. `text` is optional if there are
   * attachments. 503 if receiving takes more than 10 seconds: the message is stored and received later. 404 if the
   * channel's sandbox is off.
   *
   * Permission: `sandbox.use`.
   *
   * `POST /v1/sandbox/messages`
   */
  create(body: NewSandboxMessage, options?: CallOptions): Answer<Message> {
    return this.#transport.post('/v1/sandbox/messages', body, options)
  }

  /**
   * Retrieve a sandbox message.
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
   * Reacts with one emoji to a message that the contact received or wrote, given by `message_id` or `provider_id`; null
   * removes the reaction. App only, by a signed webhook. The response waits until the webhook is accepted. 409 while
   * the message has no provider ID.
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
   * Send a delivery receipt.
   *
   * Makes the sandbox provider report a status through the real interface: for email a delivery status notification to
   * the return path, for SMS a `deliver_sm`, for the app a signed webhook. Statuses: `delivered`, `read` (app),
   * `undelivered`, `failed` (app and sms; the charge is reversed). With an error code in the provider's format, the
   * code determines the status: an email with `5.1.1` suppresses its address, an SMS with `UNDELIV` becomes
   * `undelivered`. For a complaint about a delivered email, `code` is the feedback type, such as `abuse`. The response
   * waits until the receipt is processed; 503 if that takes more than 10 seconds: the receipt is stored and processed
   * later. Safe to repeat; 409 if the delivery can no longer get this status, was not sent, or did not go through the
   * sandbox.
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
   * List sandbox settings.
   *
   * Returns the settings of each channel whose sandbox is on. 404 if no sandbox is on.
   *
   * Permission: `sandbox.use`.
   *
   * `GET /v1/sandbox/settings`
   */
  list(options?: CallOptions): List<SandboxSettings> {
    return this.#transport.whole('/v1/sandbox/settings', options)
  }

  /**
   * Update the sandbox settings of a channel.
   *
   * `receipts`: whether the sandbox provider sends delivery receipts by itself (`automatic`, the default) or you send
   * them (`manual`). An email becomes `delivered` by a delivery status notification. `fail_next` makes the next message
   * on the channel fail, and only that one: `rejected`; an error code of the provider, such as `131047` on app,
   * `ESME_RTHROTTLED` or `UNDELIV` on sms, `550 5.1.1` on email; `timeout`: the provider accepts the message but never
   * responds; null: it is accepted normally. Fields that are omitted stay unchanged. 404 if the channel's sandbox is
   * off.
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
  readonly buttonPresses: SandboxButtonPressesApi
  readonly device: SandboxDeviceApi
  readonly messages: SandboxMessagesApi
  readonly reactions: SandboxReactionsApi
  readonly receipts: SandboxReceiptsApi
  readonly settings: SandboxSettingsApi

  constructor(transport: Transport) {
    this.buttonPresses = new SandboxButtonPressesApi(transport)
    this.device = new SandboxDeviceApi(transport)
    this.messages = new SandboxMessagesApi(transport)
    this.reactions = new SandboxReactionsApi(transport)
    this.receipts = new SandboxReceiptsApi(transport)
    this.settings = new SandboxSettingsApi(transport)
  }
}
