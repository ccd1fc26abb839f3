// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { SmsEncoding } from './billing-prices.ts'
import type {
  AttachmentId,
  CampaignId,
  Channel,
  ContactId,
  ConversationId,
  DeliveryStatus,
  ListId,
  MessageDirection,
  MessageId,
  PriceKind,
  TemplateButton,
  TemplateButtonType,
  TemplateHeaderType,
  TemplateId,
  Time,
  TransactionId,
} from './shared.ts'

/** The message that this message quotes on the messaging app, or whose button was pressed. Null if there is none. */
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

/**
 * The button that the contact pressed, or the row that they chose; `text` contains its title. Null for every other
 * message.
 */
export interface ButtonReply {
  /** `template_button`: a quick reply of a template. `button`, `list`: a button or a row of an interactive message. */
  type: ButtonReplyType
  /** Payload of the quick reply, or ID of the button or row. Null if none was reported. */
  id: string | null
  title: string
  description: string | null
}

export type ButtonReplyType = 'template_button' | 'button' | 'list' | (string & {})

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
   * The value of each variable: a text, or `{attribute, fallback}` with an attribute of the contact (`display_name`,
   * `email`, `phone_number` or a custom attribute).
   */
  variables: Record<string, unknown>
  /** Time in Unix seconds. */
  scheduled_at: number | null
  max_per_minute: number | null
  /** Nothing is sent between `from` and `to`, Indian Standard Time. */
  quiet_hours: {
    /** A time of day, such as 21:00. */
    from: string
    /** A time of day, such as 09:00. */
    to: string
  } | null
  /** Whether opens and clicks are counted. */
  track: boolean
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  reserved: string
  currency: string
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  started_at: number | null
  /** Time in Unix seconds. */
  ended_at: number | null
}

export interface CampaignChange {
  name?: string | undefined
  channel?: Channel | undefined
  template_id?: TemplateId | null | undefined
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  /** Contact lists. Each contact receives it once. To be sent it needs a list or a segment. */
  list_ids?: ListId[] | undefined
  /** Segments. Each contact receives it once. */
  segment_ids?: SegmentId[] | undefined
  /** Contacts on these lists do not receive it. */
  exclude_list_ids?: ListId[] | undefined
  /**
   * The value of each variable: a text, or `{attribute, fallback}` with an attribute of the contact (`display_name`,
   * `email`, `phone_number` or a custom attribute).
   */
  variables?: Record<string, string | {
    attribute: string
    fallback: string
  }> | undefined
  scheduled_at?: Time | null | undefined
  max_per_minute?: number | null | undefined
  /** Nothing is sent between `from` and `to`, Indian Standard Time. */
  quiet_hours?: {
    /** A time of day, such as 21:00. */
    from: string
    /** A time of day, such as 09:00. */
    to: string
  } | null | undefined
  /**
   * Counts opens and clicks: links of the HTML lead through this installation, and an invisible image is added to it.
   * Only on the channel email, with HTML. Off by default.
   */
  track?: boolean | undefined
}

export interface CampaignDays {
  data: {
    /** A day in India (Asia/Kolkata), as YYYY-MM-DD. */
    day: string
    /** Accepted by the provider, whatever became of it later. */
    sent: number
    /** Reported as delivered or read for the first time, whatever became of it later. */
    delivered: number
    /** Reported as read. */
    read: number
    /** Failed before it was sent; the charge was refunded. */
    failed: number
    /** Sent, and reported as not delivered. */
    undelivered: number
    /** Withdrawn before it was sent. */
    cancelled: number
    /** Answered by the contact. */
    replied: number
    /** Recipients who unsubscribed. */
    unsubscribed: number
    /** Recipients who reported it as spam. */
    complained: number
    /** Recipients who opened it for the first time. Null unless the campaign has `track`. */
    opened: number | null
    /** Recipients who followed a link for the first time. Null unless the campaign has `track`. */
    clicked: number | null
    /** What was charged on this day, less what came back of it by now. The days add up to `cost`. */
    amount: string
  }[]
}

export interface CampaignDelivery {
  id: DeliveryId
  message_id: MessageId | null
  contact_id: ContactId | null
  /** Address or phone number of the recipient. Null once the message or contact is deleted. */
  address: string | null
  channel: Channel
  kind: PriceKind
  /**
   * `failed` and `cancelled`: never sent, the charge is reversed. `undelivered`: sent but not delivered, stays charged.
   */
  status: DeliveryStatus
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  price: string
  /** Tier of the price list in which it was charged, from 1. */
  tier: number
  /**
   * How many units it counts towards the tiers of the month: its segments if the price list charges by segment,
   * otherwise 1.
   */
  units: number
  transaction_id: TransactionId
  /** The transaction that reversed the charge. Null if it was not reversed. */
  reversal_id: TransactionId | null
  /** The provider's ID of the message. Null until the provider accepted it. */
  provider_id: string | null
  error: DeliveryError | null
  /** Number of attempts to send it. */
  attempts: number
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  sent_at: number | null
  /** Time in Unix seconds. */
  delivered_at: number | null
  /** Time in Unix seconds. */
  read_at: number | null
  /** Time in Unix seconds. */
  ended_at: number | null
  /** The `number` of its recipient. */
  recipient_number: number
  /** The conversation in which the contact answered it. Null until then. */
  conversation_id: ConversationId | null
}

export interface CampaignDeliveryPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: CampaignDelivery[]
}

export interface CampaignEstimate {
  /** Contacts that would receive it, once per contact and address. */
  recipients: number
  /** Contacts of the audience that would not receive it, by reason. */
  unreachable: {
    reason: CampaignSkipReason
    count: number
  }[]
  /** Units that are charged. They count towards this month's price tiers. */
  units: number
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  total: string
  currency: string
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  balance: string
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  available_credits: string
  /** Credits that are missing to start it. */
  shortfall: string
  /** Time in Unix seconds. */
  finishes_at: number | null
  tiers: {
    tier: number
    /** The first unit of the month that has this price. */
    from: number
    to: number
    count: number
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    price: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    amount: string
  }[]
}

export type CampaignPauseReason =
  | 'user'
  | 'insufficient_balance'
  | 'template'
  | 'account'
  | 'complaints'
  | 'bounces'
  | 'restored'
  | 'max_total'
  | 'failed'
  | (string & {})

export interface CampaignPreview {
  data: {
    /**
     * `first`: the first recipient. `longest`: the recipient with the longest content. `missing`: one for whom
     * fallbacks are used. `chosen`: the contact of the request.
     */
    kind: CampaignPreviewKind
    contact_id: ContactId | null
    display_name: string | null
    address: string | null
    /** Why the contact of the request would not receive it. Null if it would. */
    skip_reason: CampaignSkipReason | null
    variables: Record<string, string>
    /** Variables that are filled with their fallback. */
    fallbacks: string[]
    subject: string | null
    text: string | null
    html: string | null
    header: TemplateHeader | null
    /** App only: a line of at most 60 characters below the text, without variables. Null for none. */
    footer: string | null
    /**
     * App only: at most 10 buttons. `quick_reply` sends its text as an answer and stands apart from the others; `url`
     * (at most 2) opens a page, whose address may end in a variable; `phone_number` (at most 1) calls; `copy_code` (at
     * most 1) copies a code, which may be a variable.
     */
    buttons: TemplateButton[]
    sms: SmsSize | null
    /** What it would cost as the next message of the month. Null if the price list does not sell it. */
    price: string | null
    /** Units that count towards the month's price tiers. */
    units: number | null
  }[]
}

export type CampaignPreviewKind = 'first' | 'longest' | 'missing' | 'chosen' | (string & {})

export interface CampaignPreviewRequest {
  /** Shows what this contact would receive, whether or not it is part of the audience. */
  contact_id?: ContactId | null | undefined
}

export type CampaignReaction = 'opened' | 'clicked' | 'unsubscribed' | 'complained' | 'replied' | (string & {})

export interface CampaignRecipient {
  /** 1-based position in the order of sending. */
  number: number
  contact_id: ContactId | null
  display_name: string | null
  /** Address or phone number to which it is sent. Null of skipped contacts and once a contact is deleted. */
  address: string | null
  list_id: ListId | null
  /**
   * `waiting`: not charged yet. `queued`: charged; its delivery shows what became of it. `skipped`: does not receive
   * it.
   */
  status: CampaignRecipientStatus
  /** Why it is skipped. */
  reason: CampaignSkipReason | null
  delivery_id: DeliveryId | null
}

export interface CampaignRecipientPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: CampaignRecipient[]
}

export type CampaignRecipientStatus = 'waiting' | 'queued' | 'skipped' | (string & {})

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
   * The value of each variable: a text, or `{attribute, fallback}` with an attribute of the contact (`display_name`,
   * `email`, `phone_number` or a custom attribute).
   */
  variables: Record<string, unknown>
  /** Time in Unix seconds. */
  scheduled_at: number | null
  max_per_minute: number | null
  /** Nothing is sent between `from` and `to`, Indian Standard Time. */
  quiet_hours: {
    /** A time of day, such as 21:00. */
    from: string
    /** A time of day, such as 09:00. */
    to: string
  } | null
  /** Whether opens and clicks are counted. */
  track: boolean
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  reserved: string
  currency: string
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  started_at: number | null
  /** Time in Unix seconds. */
  ended_at: number | null
  counts: {
    /** Contacts that receive it. */
    recipients: number
    /** Recipients that were not charged yet. */
    waiting: number
    /** Contacts of the audience that do not receive it. */
    skipped: number
    /** Charged, but not sent yet. */
    queued: number
    /** Sent; no delivery report was received yet. */
    sent: number
    /** Delivered; no read report was received yet. */
    delivered: number
    /** Read. */
    read: number
    /** Never sent; the charge was refunded. */
    failed: number
    /** Sent, but not delivered. */
    undelivered: number
    /** Withdrawn before it was sent; the money came back. */
    cancelled: number
    /** Of `undelivered`, those whose address does not exist. */
    bounced: number
    /** Recipients who unsubscribed within 30 days of this campaign, with no later campaign in between. */
    unsubscribed: number
    /** Recipients who reported it as spam within 30 days of this campaign, with no later campaign in between. */
    complained: number
    /** Answered by the contact. */
    replied: number
  }
  /**
   * Opens and clicks of an email, for 90 days after it was sent. Null unless the campaign has `track`. Opens are an
   * estimate: some mail programs load no images, and some load them unasked.
   */
  engagement: {
    /** Recipients who opened it. */
    opened: number
    /** How often it was opened. */
    opens: number
    /** Recipients who followed a link. */
    clicked: number
    /** How often links were followed. */
    clicks: number
    /** Opens by programs, such as mail scanners. Not part of `opens`. */
    bot_opens: number
    /** Links followed by programs. Not part of `clicks`. */
    bot_clicks: number
  } | null
  /**
   * Quick replies of the template and how many recipients pressed them. WhatsApp reports no presses of other buttons.
   */
  buttons: {
    /** Label of the button. */
    text: string
    type: TemplateButtonType
    /** Recipients who pressed it. */
    count: number
  }[]
  /** Deliveries that were sent in the last minute. */
  rate: number
  /** What was charged, less what came back. */
  cost: string
  /** Contacts of the audience that do not receive it, by reason. */
  skipped: {
    reason: CampaignSkipReason
    count: number
  }[]
  /** Deliveries that failed, were not delivered or were cancelled, by error code. */
  not_delivered: {
    reason: string
    count: number
  }[]
  /** Charges by tier and price, before refunds. */
  charges: {
    /** Tier of the price list, from 1. */
    tier: number
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    price: string
    count: number
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    amount: string
  }[]
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
  | 'list_left'
  | 'excluded'
  | (string & {})

export interface CampaignStart {
  /** Starts even if the available credits do not cover the cost. The campaign pauses when they are used up. */
  partial?: boolean | undefined
  /**
   * The most that the campaign may cost. The start returns 409 if the estimate is higher, and a running campaign pauses
   * before it would cost more.
   */
  max_total?: string | null | undefined
}

export type CampaignStatus = 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | (string & {})

export interface CampaignTest {
  contact_id: ContactId
}

export interface DeliveryError {
  /** Error code, such as `recipient_unreachable`. New codes may be added. */
  code: string
  /** What happened, in English or in the words of the provider. */
  detail: string
  /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
  details: {
    /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
}

export type DeliveryId = string

export interface EarlierText {
  text: string | null
  /** When this version was written according to the provider, in Unix seconds. Null for the original text. */
  written_at: number | null
}

export type Forwarded = 'once' | 'often' | (string & {})

export type Interactive = InteractiveButtons | InteractiveList

export interface InteractiveButton {
  id: string
  title: string
}

export interface InteractiveButtons {
  type: 'buttons'
  header: string | null
  footer: string | null
  buttons: InteractiveButton[]
}

export interface InteractiveList {
  type: 'list'
  header: string | null
  footer: string | null
  button: string
  sections: InteractiveSection[]
}

export interface InteractiveRow {
  id: string
  title: string
  description: string | null
}

export interface InteractiveSection {
  title: string | null
  rows: InteractiveRow[]
}

export interface ListedCampaign {
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
   * The value of each variable: a text, or `{attribute, fallback}` with an attribute of the contact (`display_name`,
   * `email`, `phone_number` or a custom attribute).
   */
  variables: Record<string, unknown>
  /** Time in Unix seconds. */
  scheduled_at: number | null
  max_per_minute: number | null
  /** Nothing is sent between `from` and `to`, Indian Standard Time. */
  quiet_hours: {
    /** A time of day, such as 21:00. */
    from: string
    /** A time of day, such as 09:00. */
    to: string
  } | null
  /** Whether opens and clicks are counted. */
  track: boolean
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  reserved: string
  currency: string
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  started_at: number | null
  /** Time in Unix seconds. */
  ended_at: number | null
  /** Contacts that receive it; 0 before the start. */
  recipients: number
  /** Messages that were sent, whatever became of them later. */
  sent: number
  /** What was charged, less what came back. */
  cost: string
}

export interface ListedCampaignPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: ListedCampaign[]
}

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
  /** Buttons or the list below the text of a message sent on the messaging app. Null without them. */
  interactive: Interactive | null
  button_reply: ButtonReply | null
  /**
   * Whether the contact forwarded the message: `once`, or `often` if it was forwarded many times. Null if not
   * forwarded.
   */
  forwarded: Forwarded | null
  product: ReferredProduct | null
  order: Order | null
  referral: Referral | null
  header: MessageHeader | null
  /** Footer of the template that the message was created from. Null without one. */
  footer: string | null
  /** Buttons of the template that the message was created from, filled. */
  buttons: TemplateButton[]
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

/** Header of the template that the message was created from, filled. Null without one. */
export interface MessageHeader {
  type: TemplateHeaderType
  /** Of `text`: with the values of the variables. */
  text?: string | undefined
  /**
   * Of `image`, `video` and `document`: the first of `attachments`. Null once the template and its file are deleted.
   */
  attachment_id?: AttachmentId | null | undefined
  /** Of `location`: decimal degrees. */
  latitude?: string | undefined
  /** Of `location`: decimal degrees. */
  longitude?: string | undefined
  /** Of `location`. */
  name?: string | undefined
  /** Of `location`. */
  address?: string | undefined
}

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

export interface NewCampaign {
  name: string
  channel: Channel
  template_id?: TemplateId | null | undefined
  subject?: string | null | undefined
  text?: string | null | undefined
  html?: string | null | undefined
  /** Contact lists. Each contact receives it once. To be sent it needs a list or a segment. */
  list_ids?: ListId[] | undefined
  /** Segments. Each contact receives it once. */
  segment_ids?: SegmentId[] | undefined
  /** Contacts on these lists do not receive it. */
  exclude_list_ids?: ListId[] | undefined
  /**
   * The value of each variable: a text, or `{attribute, fallback}` with an attribute of the contact (`display_name`,
   * `email`, `phone_number` or a custom attribute).
   */
  variables?: Record<string, string | {
    attribute: string
    fallback: string
  }> | undefined
  scheduled_at?: Time | null | undefined
  max_per_minute?: number | null | undefined
  /** Nothing is sent between `from` and `to`, Indian Standard Time. */
  quiet_hours?: {
    /** A time of day, such as 21:00. */
    from: string
    /** A time of day, such as 09:00. */
    to: string
  } | null | undefined
  /**
   * Counts opens and clicks: links of the HTML lead through this installation, and an invisible image is added to it.
   * Only on the channel email, with HTML. Off by default.
   */
  track?: boolean | undefined
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

export type SegmentId = string

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

export interface TemplateHeader {
  type: TemplateHeaderType
  /** Of `text`. */
  text?: string | undefined
  /** Of `image`, `video` and `document`: the file of the template. */
  attachment_id?: AttachmentId | null | undefined
  filename?: string | undefined
  /** Media type, detected from the content. */
  content_type?: string | undefined
  /** Size in bytes. */
  size?: number | undefined
  /** Link that serves the file to anyone who has it. Valid for at least 24 hours. Null in events. */
  url?: string | null | undefined
  /** Of `location`: decimal degrees. */
  latitude?: string | undefined
  /** Of `location`: decimal degrees. */
  longitude?: string | undefined
  /** Of `location`. */
  name?: string | undefined
  /** Of `location`. */
  address?: string | undefined
}

export interface Unreachable {
  contact_id: ContactId
  /** Error code that a message to this contact alone would be refused with. */
  reason: string
}

/** `samvad.campaigns.days` */
export class CampaignsDaysApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List a campaign's days.
   *
   * What happened on each day in India, the first day first. Days without anything are left out. What was counted by a
   * version before this list is on no day.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns/{id}/days`
   */
  list(id: CampaignId, options?: CallOptions): Answer<CampaignDays> {
    return this.#transport.get(at`/v1/campaigns/${id}/days`, options)
  }
}

export interface ListCampaignDeliveriesQuery extends PageQuery {
  status?: DeliveryStatus | undefined
  list_id?: ListId | undefined
  /** Only those to recipients who did this. With no other filter. */
  reaction?: CampaignReaction | undefined
  /** The `error.code` of the deliveries. */
  reason?: string | undefined
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
   * Newest first. Without `contacts.view`, fields that identify the contact are null. With `Accept: text/csv`, returns
   * all of them as one CSV file.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns/{id}/deliveries`
   */
  list(id: CampaignId, options?: ListCampaignDeliveriesQuery & CallOptions): List<CampaignDelivery> {
    return this.#transport.list(at`/v1/campaigns/${id}/deliveries`, options)
  }

  /**
   * List a campaign's deliveries as `text/csv`.
   *
   * Newest first. Without `contacts.view`, fields that identify the contact are null. With `Accept: text/csv`, returns
   * all of them as one CSV file.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns/{id}/deliveries`
   */
  listCsv(
    id: CampaignId,
    options?: Omit<ListCampaignDeliveriesQuery, keyof PageQuery> & CallOptions,
  ): Answer<Response> {
    return this.#transport.raw('text/csv', at`/v1/campaigns/${id}/deliveries`, options)
  }
}

export interface ListCampaignRecipientsQuery extends PageQuery {
  status?: CampaignRecipientStatus | undefined
  /** Only those whom this list made recipients. */
  list_id?: ListId | undefined
  /** Only those skipped for this. */
  reason?: CampaignSkipReason | undefined
}

/** `samvad.campaigns.recipients` */
export class CampaignsRecipientsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List a campaign's recipients.
   *
   * In the order of sending, once the campaign is started. Without `contacts.view`, fields that identify the contact
   * are null. With `Accept: text/csv`, returns all of them as one CSV file.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns/{id}/recipients`
   */
  list(id: CampaignId, options?: ListCampaignRecipientsQuery & CallOptions): List<CampaignRecipient> {
    return this.#transport.list(at`/v1/campaigns/${id}/recipients`, options)
  }

  /**
   * List a campaign's recipients as `text/csv`.
   *
   * In the order of sending, once the campaign is started. Without `contacts.view`, fields that identify the contact
   * are null. With `Accept: text/csv`, returns all of them as one CSV file.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns/{id}/recipients`
   */
  listCsv(
    id: CampaignId,
    options?: Omit<ListCampaignRecipientsQuery, keyof PageQuery> & CallOptions,
  ): Answer<Response> {
    return this.#transport.raw('text/csv', at`/v1/campaigns/${id}/recipients`, options)
  }
}

export interface ListCampaignsQuery extends PageQuery {
  status?: CampaignStatus | undefined
  /** Only campaigns to this segment. */
  segment_id?: SegmentId | undefined
  /** Part of the name, in capital or small letters. */
  name?: string | undefined
}

/** `samvad.campaigns` */
export class CampaignsApi {
  readonly #transport: Transport
  readonly days: CampaignsDaysApi
  readonly deliveries: CampaignsDeliveriesApi
  readonly recipients: CampaignsRecipientsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.days = new CampaignsDaysApi(transport)
    this.deliveries = new CampaignsDeliveriesApi(transport)
    this.recipients = new CampaignsRecipientsApi(transport)
  }

  /**
   * List campaigns.
   *
   * Newest created first, each with how far it is and what it cost.
   *
   * Permission: `campaigns.view`.
   *
   * `GET /v1/campaigns`
   */
  list(options?: ListCampaignsQuery & CallOptions): List<ListedCampaign> {
    return this.#transport.list('/v1/campaigns', options)
  }

  /**
   * Create a campaign.
   *
   * Creates a draft: one message to everyone on its lists and in its segments, once per contact and address. The
   * content is a template or, on the channel email, a subject and text of its own. Variables are filled from each
   * contact.
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
   * With the counts of its recipients and deliveries, and its cost so far.
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
   * Only drafts can be changed. Fields that are left out keep their values.
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
   * Only drafts can be deleted. A campaign that was started is part of billing; cancel it instead.
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
   * Releases the reserved credit immediately. Charges for messages that were not sent are refunded within a short time.
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
   * Counts the recipients it would have now and prices them tier by tier, from this month's count on. Reserves and
   * charges nothing.
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
   * Sending stops within 2 seconds. Reserved credit stays reserved.
   *
   * Permission: `campaigns.send`.
   *
   * `POST /v1/campaigns/{id}/pause`
   */
  pause(id: CampaignId, options?: CallOptions): Answer<Campaign> {
    return this.#transport.post(at`/v1/campaigns/${id}/pause`, undefined, options)
  }

  /**
   * Preview a campaign.
   *
   * Fills the content for contacts of its audience: the first, the one with the longest content, and one for whom
   * fallbacks are used, of the first thousand that would be read; or for the contact in `contact_id`. Without
   * `contacts.view`, shows only the content with every fallback, and `contact_id` is refused. Sends and charges
   * nothing.
   *
   * Permission: `campaigns.view`.
   *
   * `POST /v1/campaigns/{id}/preview`
   */
  preview(id: CampaignId, body: CampaignPreviewRequest, options?: CallOptions): Answer<CampaignPreview> {
    return this.#transport.post(at`/v1/campaigns/${id}/preview`, body, options)
  }

  /**
   * Resume a campaign.
   *
   * Clears every pause reason. If the campaign reached `max_total`, the limit is removed. If its channel account was
   * replaced, the new account is used.
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
   * Reserves the estimated cost, and fixes the content, the prices and the audience. If `scheduled_at` is in the
   * future, this happens at that time. Returns 402 if the available credits do not cover the cost, unless `partial` is
   * set, and 409 if the cost exceeds `max_total`.
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
   * Sends it to one contact as a message in your conversation with them. It is charged like any other message.
   *
   * Permission: `campaigns.send`.
   *
   * `POST /v1/campaigns/{id}/test`
   */
  test(id: CampaignId, body: CampaignTest, options?: CallOptions): Answer<Message> {
    return this.#transport.post(at`/v1/campaigns/${id}/test`, body, options)
  }
}
