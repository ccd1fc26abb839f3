// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Message, SmsSize, Unreachable } from './campaigns.ts'
import type { Delivery } from './deliveries.ts'
import type {
  AttachmentId,
  Channel,
  ContactId,
  ConversationId,
  MessageId,
  PriceKind,
  Problem,
  TemplateId,
  Time,
} from './shared.ts'

export interface AcceptedBatchItem {
  /** HTTP status of the item, as if it had been sent alone. */
  status: 201
  message: Message
}

export type BatchItem = AcceptedBatchItem | RefusedBatchItem

export interface BatchOutcome {
  /** One result per item, in the order of the request. */
  data: BatchItem[]
}

export type HtmlForm = 'raw' | 'sanitised' | (string & {})

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

export type NewInteractive = NewInteractiveButtons | NewInteractiveList

export interface NewInteractiveButton {
  /** Returned in `button_reply` when the button is pressed. Default: the title. */
  id?: string | null | undefined
  /** Label, different for each button. */
  title: string
}

export interface NewInteractiveButtons {
  type: 'buttons'
  /** Title above the text. Not together with an attachment, which takes its place. */
  header?: string | null | undefined
  /** Small text below the message. */
  footer?: string | null | undefined
  buttons: NewInteractiveButton[]
}

export interface NewInteractiveList {
  type: 'list'
  /** Title above the text. Not together with an attachment, which takes its place. */
  header?: string | null | undefined
  /** Small text below the message. */
  footer?: string | null | undefined
  /** Label of the button that opens the list. */
  button: string
  /** At most 10 rows in all sections together. */
  sections: NewInteractiveSection[]
}

export interface NewInteractiveRow {
  /** Returned in `button_reply` when the row is chosen. Default: the title. */
  id?: string | null | undefined
  title: string
  /** Text below the title. */
  description?: string | null | undefined
}

export interface NewInteractiveSection {
  /** Required when there are several sections. */
  title?: string | null | undefined
  rows: NewInteractiveRow[]
}

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
  /**
   * Buttons or a list below `text`, which has at most 1,024 characters, within the 24-hour session of the messaging
   * app. One image, video or document in `attachments` becomes the header of a message with buttons.
   */
  interactive?: NewInteractive | null | undefined
  /** Message of the conversation that this message quotes, on the messaging app. */
  reply_to_message_id?: MessageId | null | undefined
  /** IDs of files uploaded within the last 24 hours that are not used by another message. */
  attachments?: AttachmentId[] | null | undefined
}

export interface ReactToMessageRequest {
  /** A single emoji. */
  emoji: string
}

export interface RefusedBatchItem {
  /** HTTP status of the error. */
  status: number
  error: Problem
}

export interface SendMessagesRequest {
  messages: NewMessage[]
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
