// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AttachmentId } from './attachments.ts'
import type { SmsEncoding } from './billing-prices.ts'
import type { Delivery, DeliveryError, DeliveryStatus } from './deliveries.ts'
import type { Channel, ContactId, ConversationId, MessageId, PriceKind, Problem, TemplateId, Time } from './shared.ts'

export interface AcceptedBatchItem {
  /** HTTP status of the item, as if it had been sent alone. */
  status: 201
  message: Message
}

/** The message that this message quotes on the messaging app. Null if it quotes none. */
export interface AnsweredMessage {
  message_id: MessageId | null
  /**
   * `available`: see `message_id`; the message may be in another user's conversation. `deleted`: the message was
   * deleted. `unknown`: the message was never stored here.
   */
  state: AnsweredState
}

export type AnsweredState = 'available' | 'deleted' | 'unknown' | (string & {})

/** A call on the messaging app. A message that represents a call has no text. */
export interface AppCall {
  /** `inbound`: the contact called. `outbound`: the contact was called. */
  direction: CallDirection
  /** `ringing`: the end of the call has not been reported yet. `missed`: the call was not answered. */
  status: CallStatus
  /** Duration of an answered call in seconds. Null otherwise. */
  duration_seconds: number | null
}

export type BatchItem = AcceptedBatchItem | RefusedBatchItem

export interface BatchOutcome {
  /** One result per item, in the order of the request. */
  data: BatchItem[]
}

export type CallDirection = 'inbound' | 'outbound' | (string & {})

export type CallStatus = 'ringing' | 'completed' | 'missed' | (string & {})

export interface EarlierText {
  text: string | null
  /** When this version was written according to the provider, in Unix seconds. Null for the original text. */
  written_at: number | null
}

export type Forwarded = 'once' | 'often' | (string & {})

export type HtmlForm = 'raw' | 'sanitised' | (string & {})

export interface Message {
  id: MessageId
  conversation_id: ConversationId
  direction: MessageDirection
  channel: Channel
  /** ID of the user or contact who wrote the message. */
  sender: string
  subject: string | null
  text: string | null
  /** HTML as received or written, not sanitized. Before you display it, retrieve the message with `html=sanitised`. */
  html: string | null
  /**
   * For inbound email, the earlier messages that it quotes; `text` contains only the new text. Null if it quotes
   * nothing, and for outbound messages.
   */
  quoted_text: string | null
  /**
   * Whether the message was sent automatically: an out-of-office reply, a mailing list, a report. Do not reply to it
   * automatically.
   */
  automatic: boolean
  /**
   * For inbound email, whether SPF, DKIM or DMARC authenticated the sender. If false, the sender address may be forged.
   * Null where the provider guarantees the sender, and for outbound messages.
   */
  authenticated: boolean | null
  /**
   * For inbound email, the Reply-To address if it differs from the sender. Further email in the conversation is sent to
   * it, unless `authenticated` is false or the address is suppressed.
   */
  reply_to: string | null
  in_reply_to: AnsweredMessage | null
  /**
   * Whether the contact forwarded the message: `once`, or `often` if it was forwarded many times. Null if not
   * forwarded.
   */
  forwarded: Forwarded | null
  product: ReferredProduct | null
  order: Order | null
  referral: Referral | null
  template_id: TemplateId | null
  /** Version of the template that the message was created from. */
  template_version: number | null
  variables: Record<string, string> | null
  attachments: MessageAttachment[]
  /**
   * Files of an inbound message that are not stored (yet). Once a file is stored, it moves to `attachments` and
   * `message.updated` is published.
   */
  missing_attachments: MissingAttachment[]
  reactions: Reaction[]
  /**
   * Status of the delivery; for several recipients, of the delivery that is least advanced. Null for inbound messages.
   */
  status: DeliveryStatus | null
  /** Current price in rupees: all charges less all reversals and price corrections. Null for inbound messages. */
  price: string | null
  error: DeliveryError | null
  /** Time in Unix seconds. */
  read_at: number | null
  /**
   * When the contact last edited the message, in Unix seconds. `text` is the edited text. Null if it was not edited.
   */
  edited_at: number | null
  /** Texts before the edits, oldest first; at most the latest 100. */
  earlier_texts: EarlierText[]
  /**
   * When the contact deleted the message for everyone, in Unix seconds. Its content is kept: show it only on request.
   * Null if not deleted.
   */
  withdrawn_at: number | null
  call: AppCall | null
  /** Scheduled time of sending, in Unix seconds. Null if it was not scheduled. */
  send_at: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number | null
  /**
   * In the response to sending to a group: the members that the message is not sent to. Null for a single contact, and
   * whenever the message is retrieved later.
   */
  unreachable: Unreachable[] | null
}

export interface MessageAttachment {
  id: AttachmentId
  /** File name without a path. */
  filename: string
  /** Media type, detected from the content. */
  content_type: string
  /** Size in bytes. */
  size: number
  /**
   * Link that serves the file to anyone who has it. Valid for at least 24 hours; retrieve the attachment for a new
   * link. Null in events, because they are stored for longer than a link is valid: use `GET /v1/attachments/{id}`.
   */
  url: string | null
}

export type MessageDirection = 'outbound' | 'inbound' | (string & {})

export interface MessageEstimate {
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  total: string
  currency: 'INR'
  /**
   * When the message would be sent, in Unix seconds: as requested, or later if the account's quiet hours postpone it.
   * Null for now.
   */
  send_at: number | null
  deliveries: {
    contact_id: ContactId
    kind: PriceKind
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    price: string
    /** How many units it counts towards the tiers of the month. */
    units: number
  }[]
  /** Contacts that the message would not be sent to, and why. */
  unreachable: Unreachable[]
  sms: SmsSize | null
}

export interface MessagePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Message[]
}

export type MessageRemovalState = 'queued' | (string & {})

export interface MissingAttachment {
  filename: string | null
  /** Media type as the provider reported it. */
  content_type: string | null
  /**
   * `pending`: still being downloaded from the provider, for about 15 hours. `unavailable`: the download failed and is
   * not retried.
   */
  state: MissingAttachmentState
  /**
   * Why the file is unavailable: `not_fetched` (the provider did not return it), `too_large`, `too_many`, `no_room`
   * (the organization's storage is full) or `empty`. Null while it is pending.
   */
  reason: MissingAttachmentReason | null
  /** How many files this entry stands for. More than 1 only in the last entry of a message with more than 100 files. */
  count: number
}

export type MissingAttachmentReason = 'too_large' | 'too_many' | 'no_room' | 'empty' | 'not_fetched' | (string & {})

export type MissingAttachmentState = 'pending' | 'unavailable' | (string & {})

export interface NewMessage {
  conversation_id: ConversationId
  channel: Channel
  /** Subject, one line. For an email in an existing thread it defaults to "Re:" and the subject of the thread. */
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  /** Template to send, instead of `subject`, `text` and `html`. */
  template_id?: TemplateId | null | undefined
  /** Variable name → value. */
  variables?: Record<string, string> | null | undefined
  /**
   * Language to send, if there is a template with the same name and channel in it; otherwise `template_id` itself is
   * used.
   */
  language?: string | null | undefined
  /** When to send the message, at most 35 days ahead, in Unix seconds or ISO 8601. By default now. */
  send_at?: Time | null | undefined
  /** IDs of files uploaded within the last 24 hours that are not used by another message. */
  attachments?: AttachmentId[] | null | undefined
}

/** The order that the contact placed from a catalog. `text` contains a summary. */
export interface Order {
  catalog_id: string | null
  items: {
    product_retailer_id: string
    quantity: number | null
    /** Unit price from the contact's catalog, as a decimal string. */
    price: string | null
    /** ISO 4217 currency code of the price. */
    currency: string | null
  }[]
}

export interface ReactToMessageRequest {
  /** A single emoji. */
  emoji: string
}

export interface Reaction {
  /** ID of the user or contact who reacted. */
  reactor_id: string
  emoji: string
  /** Time in Unix seconds. */
  created_at: number
  error: DeliveryError | null
}

/** The ad or post from which the contact started the chat. */
export interface Referral {
  /** Type of the source, as reported by WhatsApp: `ad` or `post`. */
  source_type: string | null
  source_id: string | null
  source_url: string | null
  headline: string | null
  body: string | null
  media_type: string | null
  image_url: string | null
  video_url: string | null
  thumbnail_url: string | null
  /** Click ID for Meta's Conversions API. Null for ads in WhatsApp status. */
  ctwa_clid: string | null
  /** Greeting that the ad showed. */
  welcome_message: string | null
}

/** The catalog product that the contact asks about. */
export interface ReferredProduct {
  catalog_id: string | null
  product_retailer_id: string
}

export interface RefusedBatchItem {
  /** HTTP status of the error. */
  status: number
  error: Problem
}

export interface SendMessagesRequest {
  messages: NewMessage[]
}

/** Length of an SMS. Null on other channels. */
export interface SmsSize {
  encoding: SmsEncoding
  /** Number of segments. */
  segments: number
  /** Number of characters that still fit into the last segment, in its encoding. */
  characters_left: number
  /**
   * The first 10 characters outside the GSM alphabet. They make the SMS use UCS-2, with 70 instead of 160 characters
   * per segment.
   */
  outside_gsm: string[]
}

export interface Unreachable {
  contact_id: ContactId
  /** Error code that a message to this contact alone would be refused with. */
  reason: string
}

export interface UpdateMessageRequest {
  /** Subject, one line. */
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  /** When to send the message, at most 35 days ahead, in Unix seconds or ISO 8601. By default now. */
  send_at?: Time | null | undefined
}

/** `samvad.messages.deliveries` */
export class MessagesDeliveriesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the deliveries of a message.
   *
   * Returns one delivery per recipient. Each delivery is sent and charged separately.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/messages/{id}/deliveries`
   */
  list(id: MessageId, options?: PageQuery & CallOptions): List<Delivery> {
    return this.#transport.list(at`/v1/messages/${id}/deliveries`, options)
  }
}

/** `samvad.messages.original` */
export class MessagesOriginalApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Download the original of a received email as `message/rfc822`.
   *
   * Returns the email as received, with all headers, as a file. 404 if there is none: for outbound messages, for other
   * channels, for email that a provider delivers as parsed fields, and for email larger than 25 MB.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/messages/{id}/original`
   */
  retrieveFile(id: MessageId, options?: CallOptions): Answer<Response> {
    return this.#transport.raw('message/rfc822', at`/v1/messages/${id}/original`, options)
  }
}

export interface RetrieveMessagePictureQuery {
  /** Value of `data-picture` in the sanitized HTML. */
  index: number
}

/** `samvad.messages.picture` */
export class MessagesPictureApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Download an external image of an email as `application/octet-stream`.
   *
   * Downloads an image that the email links to (`data-picture` in `?html=sanitised`) through the server and returns it.
   * The remote host does not see your IP address; the image is not stored. PNG, JPEG, GIF, WebP and AVIF (detected from
   * the content) of up to 5 MB, from public addresses only, within 10 seconds. The sender may notice that the email was
   * opened. 404 with the reason if there is no such image or it cannot be downloaded. At most 200 per minute and user.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/messages/{id}/picture`
   */
  retrieveFile(
    id: MessageId,
    options: Omit<RetrieveMessagePictureQuery, keyof PageQuery> & CallOptions,
  ): Answer<Response> {
    return this.#transport.raw('application/octet-stream', at`/v1/messages/${id}/picture`, options)
  }
}

export interface ListMessagesQuery extends PageQuery {
  conversation_id: ConversationId
}

export interface RetrieveMessageQuery {
  /**
   * `raw` (default): the HTML as received or written. `sanitised`: the HTML without scripts, forms and external
   * requests, safe to display; inline images of the email have `data-attachment`, the ID of their attachment.
   */
  html?: HtmlForm | undefined
}

export interface DeleteMessageQuery {
  only?: MessageRemovalState | undefined
}

export interface RemoveReactionQuery {
  /** A single emoji. */
  emoji: string
}

/** `samvad.messages` */
export class MessagesApi {
  readonly #transport: Transport
  readonly deliveries: MessagesDeliveriesApi
  readonly original: MessagesOriginalApi
  readonly picture: MessagesPictureApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.deliveries = new MessagesDeliveriesApi(transport)
    this.original = new MessagesOriginalApi(transport)
    this.picture = new MessagesPictureApi(transport)
  }

  /**
   * Send a message.
   *
   * Sends a message to the contact of the conversation, or to every member of its group who can be reached;
   * `unreachable` lists the others. An accepted message is charged immediately; 402 if the balance does not cover it.
   * With `template_id`, the content comes from the template, filled with `variables`. With `send_at`, the message is
   * charged now and sent then; deleting it before reverses the charge.
   *
   * Permission: `messages.send`.
   *
   * `POST /v1/messages`
   */
  send(body: NewMessage, options?: CallOptions): Answer<Message> {
    return this.#transport.post('/v1/messages', body, options)
  }

  /**
   * List the messages of a conversation.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/messages`
   */
  list(options: ListMessagesQuery & CallOptions): List<Message> {
    return this.#transport.list('/v1/messages', options)
  }

  /**
   * Retrieve a message.
   *
   * Permission: `messages.view`.
   *
   * `GET /v1/messages/{id}`
   */
  retrieve(id: MessageId, options?: RetrieveMessageQuery & CallOptions): Answer<Message> {
    return this.#transport.get(at`/v1/messages/${id}`, options)
  }

  /**
   * Edit a message that has not been sent.
   *
   * 409 as soon as one of its deliveries is being sent. `send_at` reschedules the message; null sends it now. The
   * content of a message from a template cannot be changed.
   *
   * Permission: `messages.manage`.
   *
   * `PUT /v1/messages/{id}`
   */
  update(id: MessageId, body: UpdateMessageRequest, options?: CallOptions): Answer<Message> {
    return this.#transport.put(at`/v1/messages/${id}`, body, options)
  }

  /**
   * Delete a message.
   *
   * Permanently deletes a message. Deliveries that were not sent are cancelled and their charges reversed. A pinned
   * message is unpinned. With `only=queued`, a message that was sent in the meantime is not deleted, and the request is
   * refused with 409.
   *
   * Permission: `messages.manage`.
   *
   * `DELETE /v1/messages/{id}`
   */
  delete(id: MessageId, options?: DeleteMessageQuery & CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/messages/${id}`, options)
  }

  /**
   * React to a message.
   *
   * On an inbound message of the messaging app, the reaction is sent to the contact, free of charge, within 24 hours of
   * the contact's last message. The app shows only the latest of several reactions. `error` of the reaction states why
   * it could not be sent. On outbound messages and on other channels, the reaction is stored but not sent.
   *
   * Permission: `messages.send`.
   *
   * `POST /v1/messages/{id}/reactions`
   */
  react(id: MessageId, body: ReactToMessageRequest, options?: CallOptions): Answer<Message> {
    return this.#transport.post(at`/v1/messages/${id}/reactions`, body, options)
  }

  /**
   * Remove a reaction.
   *
   * If the reaction was sent to the contact, it is also removed there, while the 24-hour session is open.
   *
   * Permission: `messages.send`.
   *
   * `DELETE /v1/messages/{id}/reactions`
   */
  removeReaction(id: MessageId, options: RemoveReactionQuery & CallOptions): Answer<Message> {
    return this.#transport.delete(at`/v1/messages/${id}/reactions`, options)
  }

  /**
   * Mark a received message as read.
   *
   * Permission: `messages.view`.
   *
   * `POST /v1/messages/{id}/read`
   */
  markRead(id: MessageId, options?: CallOptions): Answer<Message> {
    return this.#transport.post(at`/v1/messages/${id}/read`, undefined, options)
  }

  /**
   * Mark a received message as unread.
   *
   * Permission: `messages.view`.
   *
   * `DELETE /v1/messages/{id}/read`
   */
  markUnread(id: MessageId, options?: CallOptions): Answer<Message> {
    return this.#transport.delete(at`/v1/messages/${id}/read`, options)
  }

  /**
   * Send up to 1,000 messages.
   *
   * Sends each message separately and returns a result per item. Messages are accepted in order for as long as the
   * balance covers them. A batch can have at most 10,000 recipients in total; items beyond that are refused
   * (`too_many_recipients`).
   *
   * Permission: `messages.send`.
   *
   * `POST /v1/messages/batch`
   */
  sendBatch(body: SendMessagesRequest, options?: CallOptions): Answer<BatchOutcome> {
    return this.#transport.post('/v1/messages/batch', body, options)
  }

  /**
   * Estimate what a message would cost.
   *
   * Takes the same body as sending a message. Returns the price of each delivery if it were sent now, and the contacts
   * that it would not be sent to, with the reason. A message that would be refused for another reason is refused here
   * too. Nothing is sent or charged, and the balance is not checked.
   *
   * Permission: `messages.send`.
   *
   * `POST /v1/messages/estimate`
   */
  estimate(body: NewMessage, options?: CallOptions): Answer<MessageEstimate> {
    return this.#transport.post('/v1/messages/estimate', body, options)
  }
}
