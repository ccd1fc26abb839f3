// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { CampaignId } from './billing-transactions.ts'
import type { Delivery } from './deliveries.ts'
import type { SegmentId } from './segments.ts'
import type {
  AttachmentId,
  Channel,
  ContactId,
  ConversationId,
  DeliveryStatus,
  ListId,
  MessageDirection,
  MessageId,
  TemplateId,
  Time,
} from './shared.ts'

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

export type CallDirection = 'inbound' | 'outbound' | (string & {})

export type CallStatus = 'ringing' | 'completed' | 'missed' | (string & {})

export interface Campaign {
  id: CampaignId
  name: string
  channel: Channel
  status: CampaignStatus
  pause_reasons: CampaignPauseReason[]
  template_id: TemplateId | null
  template_version: number | null
  subject: string | null
  text: string | null
  html: string | null
  list_ids: ListId[]
  segment_ids: SegmentId[]
  exclude_list_ids: ListId[]
  /**
   * What fills each variable of the template: a text, or `{attribute, fallback}` with an attribute of the contact
   * (`display_name`, `email`, `phone_number` or one of its own).
   */
  variables: Record<string, unknown>
  /** Unix seconds. */
  scheduled_at: number | null
  max_per_minute: number | null
  /** Nothing is sent from `from` to `to`, in India's time. */
  quiet_hours: {
    from: string
    to: string
  } | null
  /** Rupees, two to six decimals. */
  reserved: string
  currency: string
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  started_at: number | null
  /** Unix seconds. */
  ended_at: number | null
}

export interface CampaignChange {
  name?: string | undefined
  channel?: Channel | undefined
  template_id?: TemplateId | null | undefined
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  /** Everyone on these lists, once. */
  list_ids?: ListId[] | undefined
  /** Everyone in these segments, once. */
  segment_ids?: SegmentId[] | undefined
  /** Nobody on these lists. */
  exclude_list_ids?: ListId[] | undefined
  /**
   * What fills each variable of the template: a text, or `{attribute, fallback}` with an attribute of the contact
   * (`display_name`, `email`, `phone_number` or one of its own).
   */
  variables?: Record<string, string | {
    attribute: string
    fallback: string
  }> | undefined
  scheduled_at?: Time | null | undefined
  max_per_minute?: number | null | undefined
  /** Nothing is sent from `from` to `to`, in India's time. */
  quiet_hours?: {
    from: string
    to: string
  } | null | undefined
}

export interface CampaignEstimate {
  /** Contacts that receive it, each once and each address once. */
  recipients: number
  /** Contacts of its audience that do not receive it, by reason. */
  unreachable: {
    reason: CampaignSkipReason
    count: number
  }[]
  /** The month's numbers that it takes. */
  units: number
  /** Rupees, two to six decimals. */
  total: string
  currency: string
  /** Rupees, two to six decimals. */
  balance: string
  /** Rupees, two to six decimals. */
  available_credits: string
  /** What is missing to start it. */
  shortfall: string
  /** Unix seconds. */
  finishes_at: number | null
  tiers: {
    tier: number
    /** The first of the month's numbers that it prices. */
    from: number
    to: number
    count: number
    /** Rupees, two to six decimals. */
    price: string
    /** Rupees, two to six decimals. */
    amount: string
  }[]
}

export interface CampaignPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Campaign[]
}

export type CampaignPauseReason =
  | 'user'
  | 'insufficient_balance'
  | 'template'
  | 'account'
  | 'complaints'
  | 'bounces'
  | 'restored'
  | 'failed'
  | (string & {})

export interface CampaignReport {
  id: CampaignId
  name: string
  channel: Channel
  status: CampaignStatus
  pause_reasons: CampaignPauseReason[]
  template_id: TemplateId | null
  template_version: number | null
  subject: string | null
  text: string | null
  html: string | null
  list_ids: ListId[]
  segment_ids: SegmentId[]
  exclude_list_ids: ListId[]
  /**
   * What fills each variable of the template: a text, or `{attribute, fallback}` with an attribute of the contact
   * (`display_name`, `email`, `phone_number` or one of its own).
   */
  variables: Record<string, unknown>
  /** Unix seconds. */
  scheduled_at: number | null
  max_per_minute: number | null
  /** Nothing is sent from `from` to `to`, in India's time. */
  quiet_hours: {
    from: string
    to: string
  } | null
  /** Rupees, two to six decimals. */
  reserved: string
  currency: string
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  started_at: number | null
  /** Unix seconds. */
  ended_at: number | null
  counts: {
    /** Contacts of its audience that receive it. */
    recipients: number
    /** Recipients that are not charged yet. */
    waiting: number
    /** Contacts of its audience that do not receive it. */
    skipped: number
    /** Charged, and not sent yet. */
    queued: number
    /** Sent, and nothing is known of it yet. */
    sent: number
    /** Delivered, and not read as far as is known. */
    delivered: number
    /** Read. */
    read: number
    /** Never sent; the money came back. */
    failed: number
    /** Sent, and not delivered. */
    undelivered: number
    /** Withdrawn before it was sent; the money came back. */
    cancelled: number
    /** Answered by the contact. */
    replied: number
  }
  /** What was charged, less what came back. */
  cost: string
}

export type CampaignSkipReason =
  | 'recipient_unreachable'
  | 'recipient_unsubscribed'
  | 'recipient_suppressed'
  | 'consent_missing'
  | 'duplicate_address'
  | 'content_invalid'
  | 'content_refused'
  | 'contact_deleted'
  | (string & {})

export interface CampaignStart {
  /** Starts with what is available when that is too little. */
  partial?: boolean | undefined
  /** Refused with 409 when it would cost more. */
  max_total?: string | null | undefined
}

export type CampaignStatus = 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | (string & {})

export interface CampaignTest {
  contact_id: ContactId
}

export interface DeliveryError {
  code: string
  detail: string
}

export type DeliveryId = string

export interface DeliveryPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Delivery[]
}

export interface EarlierText {
  text: string | null
  /** By the provider's clock; null for the text that it had first. */
  written_at: number | null
}

export type Forwarded = 'once' | 'often' | (string & {})

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
  /** Unix seconds. */
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
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
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

export interface NewCampaign {
  name: string
  channel: Channel
  template_id?: TemplateId | null | undefined
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  /** Everyone on these lists, once. */
  list_ids: ListId[]
  /** Everyone in these segments, once. */
  segment_ids?: SegmentId[] | undefined
  /** Nobody on these lists. */
  exclude_list_ids?: ListId[] | undefined
  /**
   * What fills each variable of the template: a text, or `{attribute, fallback}` with an attribute of the contact
   * (`display_name`, `email`, `phone_number` or one of its own).
   */
  variables?: Record<string, string | {
    attribute: string
    fallback: string
  }> | undefined
  scheduled_at?: Time | null | undefined
  max_per_minute?: number | null | undefined
  /** Nothing is sent from `from` to `to`, in India's time. */
  quiet_hours?: {
    from: string
    to: string
  } | null | undefined
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

export interface Reaction {
  reactor_id: string
  emoji: string
  /** Unix seconds. */
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

export interface Unreachable {
  contact_id: ContactId
  /** The code of the refusal that a message to this contact alone would get. */
  reason: string
}

export interface ListCampaignDeliveriesQuery extends PageQuery {
  status?: DeliveryStatus | undefined
  list_id?: ListId | undefined
}

/** `samvad.campaigns.deliveries` */
export class CampaignsDeliveriesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List a campaign's deliveries.
   *
   * Those that were queued last first.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns/{id}/deliveries`
   */
  list(id: CampaignId, options?: ListCampaignDeliveriesQuery & CallOptions): List<Delivery> {
    return this.#transport.list(at`/v1/campaigns/${id}/deliveries`, options)
  }
}

export interface ListCampaignsQuery extends PageQuery {
  status?: CampaignStatus | undefined
}

/** `samvad.campaigns` */
export class CampaignsApi {
  readonly #transport: Transport
  readonly deliveries: CampaignsDeliveriesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.deliveries = new CampaignsDeliveriesApi(transport)
  }

  /**
   * List campaigns.
   *
   * Newest created first.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns`
   */
  list(options?: ListCampaignsQuery & CallOptions): List<Campaign> {
    return this.#transport.list('/v1/campaigns', options)
  }

  /**
   * Create a campaign.
   *
   * A draft: one message to everyone on its lists, each contact and each address once. It says what a template says, or
   * on the channel email its own subject and text, with variables filled from each contact.
   *
   * Permission: `campaigns.manage`.
   *
   * `POST /v1/campaigns`
   */
  create(body: NewCampaign, options?: CallOptions): Answer<Campaign> {
    return this.#transport.post('/v1/campaigns', body, options)
  }

  /**
   * Retrieve a campaign.
   *
   * With the counts of its recipients and deliveries, and what it costs so far.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns/{id}`
   */
  retrieve(id: CampaignId, options?: CallOptions): Answer<CampaignReport> {
    return this.#transport.get(at`/v1/campaigns/${id}`, options)
  }

  /**
   * Update a campaign.
   *
   * Only a draft: changes what is given and leaves the rest.
   *
   * Permission: `campaigns.manage`.
   *
   * `PUT /v1/campaigns/{id}`
   */
  update(id: CampaignId, body: CampaignChange, options?: CallOptions): Answer<Campaign> {
    return this.#transport.put(at`/v1/campaigns/${id}`, body, options)
  }

  /**
   * Delete a campaign.
   *
   * Only a draft. What was started is part of billing, and can be cancelled.
   *
   * Permission: `campaigns.manage`.
   *
   * `DELETE /v1/campaigns/{id}`
   */
  delete(id: CampaignId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/campaigns/${id}`, options)
  }

  /**
   * Cancel a campaign.
   *
   * Releases what is reserved at once, and refunds what was charged and not sent yet, in pieces.
   *
   * Permission: `campaigns.send`.
   *
   * `POST /v1/campaigns/{id}/cancel`
   */
  cancel(id: CampaignId, options?: CallOptions): Answer<Campaign> {
    return this.#transport.post(at`/v1/campaigns/${id}/cancel`, undefined, options)
  }

  /**
   * Estimate a campaign.
   *
   * Whom it would reach now and what that would cost, tier by tier from the month's count. Nothing is reserved, charged
   * or written.
   *
   * Permission: `campaigns.view`.
   *
   * `POST /v1/campaigns/{id}/estimate`
   */
  estimate(id: CampaignId, options?: CallOptions): Answer<CampaignEstimate> {
    return this.#transport.post(at`/v1/campaigns/${id}/estimate`, undefined, options)
  }

  /**
   * Pause a campaign.
   *
   * Nothing more is sent within 2 seconds. What is reserved stays reserved.
   *
   * Permission: `campaigns.send`.
   *
   * `POST /v1/campaigns/{id}/pause`
   */
  pause(id: CampaignId, options?: CallOptions): Answer<Campaign> {
    return this.#transport.post(at`/v1/campaigns/${id}/pause`, undefined, options)
  }

  /**
   * Resume a campaign.
   *
   * Whatever it was paused for.
   *
   * Permission: `campaigns.send`.
   *
   * `POST /v1/campaigns/{id}/resume`
   */
  resume(id: CampaignId, options?: CallOptions): Answer<Campaign> {
    return this.#transport.post(at`/v1/campaigns/${id}/resume`, undefined, options)
  }

  /**
   * Start a campaign.
   *
   * Reserves what it will cost, and keeps its content, its prices and its audience as they are. With `scheduled_at` in
   * the future it does so then. 402 when the balance does not cover it, unless `partial` is set; 409 when it would cost
   * more than `max_total`.
   *
   * Permission: `campaigns.send`.
   *
   * `POST /v1/campaigns/{id}/start`
   */
  start(id: CampaignId, body: CampaignStart, options?: CallOptions): Answer<Campaign> {
    return this.#transport.post(at`/v1/campaigns/${id}/start`, body, options)
  }

  /**
   * Send a test of a campaign.
   *
   * To one contact, as a message of yours in your conversation with them, charged as any message.
   *
   * Permission: `campaigns.send`.
   *
   * `POST /v1/campaigns/{id}/test`
   */
  test(id: CampaignId, body: CampaignTest, options?: CallOptions): Answer<Message> {
    return this.#transport.post(at`/v1/campaigns/${id}/test`, body, options)
  }
}
