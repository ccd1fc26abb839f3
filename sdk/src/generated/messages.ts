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
  /** As if it had been sent by itself. */
  status: 201
  message: Message
}

/** The message that it answers, where a message of the app quotes one. */
export interface AnsweredMessage {
  message_id: MessageId | null
  /**
   * `available`: `message_id` names it; it may be in a conversation of somebody else. `deleted`: it was deleted.
   * `unknown`: it was never stored here.
   */
  state: AnsweredState
}

export type AnsweredState = 'available' | 'deleted' | 'unknown' | (string & {})

/** A call in the app, which a message without any text stands for. */
export interface AppCall {
  /** `inbound`: the contact called. */
  direction: CallDirection
  /** `ringing`: how it ended has not been reported. `missed`: nobody answered. */
  status: CallStatus
  /** Of one that was answered. */
  duration_seconds: number | null
}

export type BatchItem = AcceptedBatchItem | RefusedBatchItem

export interface BatchOutcome {
  /** An outcome for each item, in their order. */
  data: BatchItem[]
}

export type CallDirection = 'inbound' | 'outbound' | (string & {})

export type CallStatus = 'ringing' | 'completed' | 'missed' | (string & {})

export interface EarlierText {
  text: string | null
  /** By the provider's clock; null for the text that it had first. */
  written_at: number | null
}

export type Forwarded = 'once' | 'often' | (string & {})

export type HtmlForm = 'raw' | 'sanitised' | (string & {})

export interface Message {
  id: MessageId
  conversation_id: ConversationId
  direction: MessageDirection
  channel: Channel
  /** The user or contact who wrote it. */
  sender: string
  subject: string | null
  text: string | null
  /** As it was written, by anybody: ask for it sanitised (`?html=sanitised` of one message) before a page shows it. */
  html: string | null
  /**
   * What a received mail quotes below its new words, which `text` has. Null where it quotes nothing, and of what was
   * sent.
   */
  quoted_text: string | null
  /** Whether a program wrote it: an out-of-office answer, a list, a report. Answer none by a program. */
  automatic: boolean
  /**
   * Of a mail that came in, whether it proved who wrote it (SPF, DKIM, DMARC): false, anybody may have. Null where
   * nobody can claim to be another.
   */
  authenticated: boolean | null
  /**
   * Of a mail that came in, the other address at which its writer wants answers: the next mails in the conversation go
   * there, unless `authenticated` is false or the address is suppressed.
   */
  reply_to: string | null
  in_reply_to: AnsweredMessage | null
  /** Whether the contact forwarded it from another chat; `often`: it was forwarded many times. */
  forwarded: Forwarded | null
  product: ReferredProduct | null
  order: Order | null
  referral: Referral | null
  template_id: TemplateId | null
  /** The version of the template that it was made from. */
  template_version: number | null
  variables: Record<string, string> | null
  attachments: MessageAttachment[]
  /**
   * Files that a contact sent and that are not here (yet): one that arrives goes over to `attachments`, which
   * `message.updated` tells.
   */
  missing_attachments: MissingAttachment[]
  reactions: Reaction[]
  status: DeliveryStatus | null
  /** What it costs by now: what was charged less what was given back. */
  price: string | null
  error: DeliveryError | null
  /** Time in Unix seconds. */
  read_at: number | null
  /** When the contact who wrote it edited it last. `text` is what it says since then. */
  edited_at: number | null
  /** What it said before it was edited, the oldest first; the newest 100 of them. */
  earlier_texts: EarlierText[]
  /**
   * When the contact who wrote it withdrew it (deleted it for everybody). Its content is kept; show it only to who
   * asks.
   */
  withdrawn_at: number | null
  call: AppCall | null
  /** When it is to leave, where somebody said. */
  send_at: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number | null
  /**
   * In the answer to a send to a group: its members whom the message does not reach. Null for a single contact, and
   * whenever the message is read later.
   */
  unreachable: Unreachable[] | null
}

export interface MessageAttachment {
  id: AttachmentId
  /** A name without a path. */
  filename: string
  /** By what is in the file. */
  content_type: string
  /** Bytes. */
  size: number
  /**
   * A link that serves the file to whoever has it, for a day at least; ask again for a new one. Null in an event, which
   * is kept for longer: GET /v1/attachments/{id} gives one.
   */
  url: string | null
}

export type MessageDirection = 'outbound' | 'inbound' | (string & {})

export interface MessageEstimate {
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  total: string
  currency: 'INR'
  /** When it would leave: as asked, or later where its account lets it wait; null for at once. */
  send_at: number | null
  deliveries: {
    contact_id: ContactId
    kind: PriceKind
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    price: string
    /** How many of the month's numbers it takes. */
    units: number
  }[]
  /** Whom it does not reach, and why. */
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
  /** As the provider said. */
  content_type: string | null
  /** `pending`: it is still being fetched, for about 15 hours. `unavailable`: it is not tried again. */
  state: MissingAttachmentState
  /**
   * Why it is unavailable: `not_fetched` (its provider did not give it), `too_large`, `too_many`, `no_room` (the
   * storage of the organization is full), `empty`. Null while it is pending.
   */
  reason: MissingAttachmentReason | null
}

export type MissingAttachmentReason = 'too_large' | 'too_many' | 'no_room' | 'empty' | 'not_fetched' | (string & {})

export type MissingAttachmentState = 'pending' | 'unavailable' | (string & {})

export interface NewMessage {
  conversation_id: ConversationId
  channel: Channel
  /** One line. A mail in a thread without it leaves with "Re:" and the subject of the thread. */
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  /** What it is made from, instead of subject, text and html. */
  template_id?: TemplateId | null | undefined
  /** The values of the variables of the template, by name. */
  variables?: Record<string, string> | null | undefined
  /** Of the templates with the same name and channel the one in this language, where there is one. */
  language?: string | null | undefined
  /** When it leaves, at most 35 days ahead: Unix seconds, or ISO 8601. Left out, now. */
  send_at?: Time | null | undefined
  /** Files that were uploaded within a day, and went with no other message. */
  attachments?: AttachmentId[] | null | undefined
}

/** What the contact orders from a catalog; `text` has it in words. */
export interface Order {
  catalog_id: string | null
  items: {
    product_retailer_id: string
    quantity: number | null
    /** Of one, as decimal text, as the catalog of the contact showed it. */
    price: string | null
    /** Of the price: three letters, as of ISO 4217. */
    currency: string | null
  }[]
}

export interface ReactToMessageRequest {
  /** One emoji. */
  emoji: string
}

export interface Reaction {
  reactor_id: string
  emoji: string
  /** Time in Unix seconds. */
  created_at: number
  error: DeliveryError | null
}

/** The ad or post through which the contact came to write. */
export interface Referral {
  /** As WhatsApp says it: `ad` or `post`. */
  source_type: string | null
  source_id: string | null
  source_url: string | null
  headline: string | null
  body: string | null
  media_type: string | null
  image_url: string | null
  video_url: string | null
  thumbnail_url: string | null
  /** The id of the click, for the Conversions API of Meta. Null for ads in the status. */
  ctwa_clid: string | null
  /** The greeting that the ad showed. */
  welcome_message: string | null
}

/** The product of a catalog that the contact asks about. */
export interface ReferredProduct {
  catalog_id: string | null
  product_retailer_id: string
}

export interface RefusedBatchItem {
  /** The status of the refusal. */
  status: number
  error: Problem
}

export interface SendMessagesRequest {
  messages: NewMessage[]
}

/** How long an SMS is; null on other channels. */
export interface SmsSize {
  encoding: SmsEncoding
  /** The parts that its text travels in. */
  segments: number
  /** How many more fit the last part, as its encoding counts them; the next begins another part. */
  characters_left: number
  /** The characters because of which it travels as UCS-2, with 70 instead of 160 a part; the first 10. */
  outside_gsm: string[]
}

export interface Unreachable {
  contact_id: ContactId
  /** The code of the refusal that a message to this contact alone would get. */
  reason: string
}

export interface UpdateMessageRequest {
  /** One line. */
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  /** When it leaves, at most 35 days ahead: Unix seconds, or ISO 8601. Left out, now. */
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
   * One for each recipient: the unit of charge and of dispatch.
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
   * Retrieve the original of a received mail as `message/rfc822`.
   *
   * The mail as it was received, with all its headers, as a file. 404 where there is none: of messages that were sent,
   * of other channels, of mails that a provider delivers as fields or that are larger than 25 MB.
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
  /** Its `data-picture` in the sanitised HTML. */
  index: number
}

/** `samvad.messages.picture` */
export class MessagesPictureApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Fetch a picture that a mail shows from elsewhere as `application/octet-stream`.
   *
   * Of `?html=sanitised`, by its `data-picture`: fetched by the server, which tells the other side nothing of who asks,
   * and kept nowhere. PNG, JPEG, GIF, WebP and AVIF by their bytes, at most 5 MB, within 10 seconds, from public
   * addresses alone. Whoever wrote the mail sees that somebody looked. 404 where there is none or it cannot be had, and
   * why. At most 200 in a minute for a user.
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
   * `sanitised`: its HTML with nothing that runs, is sent or is fetched, for a page that shows it; pictures that came
   * with the mail have `data-attachment`, the id of their attachment. `raw`, as it came, by default.
   */
  html?: HtmlForm | undefined
}

export interface DeleteMessageQuery {
  only?: MessageRemovalState | undefined
}

export interface RemoveReactionQuery {
  /** One emoji. */
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
   * To the contact of the conversation, or to every member of its group who can be reached; `unreachable` says who
   * cannot. Accepted, it is charged and will be tried; 402 when the balance does not cover it. With `template_id` its
   * words are those of the template, with `variables` in them. With `send_at` it is charged now and leaves then;
   * deleted before, it is given back.
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
   * Edit a message that has not left.
   *
   * 409 once any of its deliveries is on its way. `send_at` is when it leaves from now on, null at once. The words of a
   * template stay as they are.
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
   * Permanent. What has not left is cancelled and its charge reversed; a pinned message is unpinned. With `only=queued`
   * a message that was sent in the meantime is refused with 409, and stays.
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
   * To what a contact wrote on the channel app it goes out to them, free of charge, within 24 hours of their last
   * message; of several the latest, as the channel shows one. `error` of the reaction says when it did not. On other
   * channels, and of our own messages, it stays here.
   *
   * Permission: `messages.send`.
   *
   * `POST /v1/messages/{id}/reactions`
   */
  react(id: MessageId, body: ReactToMessageRequest, options?: CallOptions): Answer<Message> {
    return this.#transport.post(at`/v1/messages/${id}/reactions`, body, options)
  }

  /**
   * Take a reaction back.
   *
   * Also from the contact who saw it, while they can be written to.
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
   * Each for itself: accepted in order as far as the balance covers them, with an outcome for every item. All of them
   * together reach at most 10,000 recipients; items from where that is passed are refused (`too_many_recipients`).
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
   * Takes the body of a send and says what each delivery would cost now, and whom it would not reach and why. What
   * would be refused for another reason is refused here too. Nothing is sent, charged or written, and the balance is
   * not looked at.
   *
   * Permission: `messages.send`.
   *
   * `POST /v1/messages/estimate`
   */
  estimate(body: NewMessage, options?: CallOptions): Answer<MessageEstimate> {
    return this.#transport.post('/v1/messages/estimate', body, options)
  }
}
