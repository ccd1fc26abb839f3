// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel } from './shared.ts'

export interface AppAccount {
  channel: 'app' | (string & {})
  /** Who carries the organization's app messages now: its own account, the installation's, the sandbox, or nobody. */
  carrier: AppCarrier
  phone_number_id: string | null
  business_account_id: string | null
  has_access_token: boolean
  has_app_secret: boolean
  api_version: string | null
  messages_per_second: number | null
  /** To be entered as Callback URL at WhatsApp > Configuration. This account's alone; it stays while the two ids do. */
  callback_url: string | null
  /** To be entered beside it as Verify token. */
  verify_token: string | null
  /** Unix seconds. */
  updated_at: number | null
}

export type AppCarrier = 'organization' | 'installation' | 'sandbox' | 'none' | (string & {})

export type ChannelCarrier = 'organization' | 'installation' | 'sandbox' | 'none' | (string & {})

export interface ChannelHealth {
  /**
   * `delayed`: something has been due for more than a minute. `failing`: something waits for its next try, as the
   * provider, or the account, did not take it.
   */
  status: ChannelHealthStatus
  /** Unix seconds. */
  waiting_since: number | null
  /** What was said last to one of those. */
  error: {
    code: string
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
  } | null
}

export type ChannelHealthStatus = 'good' | 'delayed' | 'failing' | (string & {})

export interface ChannelState {
  channel: Channel
  /** Who carries the organization's messages now: its own account, the installation's, the sandbox, or nobody. */
  carrier: ChannelCarrier
  /** Whether the organization has an account of its own. */
  has_account: boolean
  /** Unix seconds. */
  updated_at: number | null
  health: ChannelHealth
}

export interface ChannelStatePage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: ChannelState[]
}

export interface EmailAccount {
  channel: 'email' | (string & {})
  /** Who carries the organization's mail now: its own account, the installation's, the sandbox, or nobody. */
  carrier: EmailCarrier
  host: string | null
  port: number | null
  secure: boolean | null
  user: string | null
  has_password: boolean
  from: string | null
  reply_to: string | null
  verp: boolean | null
  messages_per_second: number | null
  inbound: MailInbound | null
  /** Unix seconds. */
  updated_at: number | null
}

export type EmailCarrier = 'organization' | 'installation' | 'sandbox' | 'none' | (string & {})

export interface MailInbound {
  provider: MailWebhookProvider
  topic_arn: string | null
  has_signing_key: boolean
  /**
   * To be entered at the provider; of Mailgun's routes, with `/mime` behind it. This account's alone: it holds while
   * provider and topic do. Postmark's proves itself by the password in it.
   */
  callback_url: string
}

export type MailWebhookProvider = 'mailgun' | 'ses' | 'postmark' | (string & {})

export interface NewAppAccount {
  /** Of the business phone number, as WhatsApp > API Setup shows it: an id, not the number. */
  phone_number_id: string
  /** Of the WhatsApp Business Account (WABA), on the same page. */
  business_account_id: string
  /**
   * Of a system user, with whatsapp_business_messaging and whatsapp_business_management. Never shown again. Both
   * secrets are given together; left out, the stored ones stay, as long as the two ids do.
   */
  access_token?: string | undefined
  /**
   * App settings > Basic: what Meta signs its webhooks with. Never shown again. Both secrets are given together; left
   * out, the stored ones stay, as long as the two ids do.
   */
  app_secret?: string | undefined
  /**
   * Of the Graph API.
   *
   * Default: "v23.0"
   */
  api_version?: string | undefined
  /** How many messages a second it is sent, by all of the installation together; null: no limit. */
  messages_per_second?: number | null | undefined
}

export interface NewEmailAccount {
  host: string
  /** Default: 587 */
  port?: number | undefined
  /** TLS from the first byte, as on port 465; otherwise by STARTTLS where it is offered. */
  secure?: boolean | undefined
  user?: string | null | undefined
  /** Never shown again. Left out, the stored one stays, as long as host, port and user do. */
  password?: string | null | undefined
  from: string
  /**
   * Where answers go, when not into the conversation, by an address of the installation, or to `from`; written as
   * `from` is.
   */
  reply_to?: string | null | undefined
  /**
   * Whether each mail has a return path of its own, by which bounces find their delivery. Some servers refuse envelope
   * senders that are not the account. Nothing without a mail domain of the installation.
   *
   * Default: true
   */
  verp?: boolean | undefined
  /** How many messages a second it is sent, by all of the installation together; null: no limit. */
  messages_per_second?: number | null | undefined
  inbound?: NewMailInbound | null | undefined
}

/**
 * Who calls this installation with mails that came in, bounces, complaints and deliveries; null or left out, nobody
 * does.
 */
export interface NewMailInbound {
  provider: MailWebhookProvider
  /**
   * Of Mailgun: its HTTP webhook signing key. Never shown again; left out, the stored one stays, as long as the
   * provider does.
   */
  signing_key?: string | undefined
  /** Of Amazon SES: the SNS topic that it publishes to. Messages of any other are refused. */
  topic_arn?: string | undefined
}

export interface NewSmsAccount {
  protocol: SmsProtocol
  /** The header (`ASHATX`) or the number that messages come from. */
  from: string
  /**
   * Of the SMPP account, or the key of the HTTP gateway, which stands for `{password}`. Never shown again. Left out,
   * the stored one stays, as long as host, port, system_id and url do.
   */
  password?: string | null | undefined
  dlt?: SmsDlt | null | undefined
  /**
   * What becomes of a promotional SMS to +91 that would leave between 21:00 and 10:00 India time: refused before it is
   * charged, or charged and scheduled for 10:00. Promotional is what is made from, or is the text of, a template of the
   * category `promotional`.
   *
   * Default: "refuse"
   */
  quiet_hours?: SmsQuietHours | undefined
  /** Of SMPP, as all below it up to `data_coding_ucs2`. */
  host?: string | undefined
  /** Default: 2775 */
  port?: number | undefined
  /** Default: false */
  tls?: boolean | undefined
  system_id?: string | undefined
  system_type?: string | undefined
  /** By what `from` is, where it is not given. */
  from_ton?: number | undefined
  from_npi?: number | undefined
  /** Default: 10 */
  window?: number | undefined
  messages_per_second?: number | null | undefined
  /** Default: 30 */
  enquire_link_seconds?: number | undefined
  /**
   * Connections that the provider allows at once, of all workers together.
   *
   * Default: 1
   */
  binds?: number | undefined
  /**
   * Connected also while nothing is sent: receipts and answers come so.
   *
   * Default: true
   */
  stay_bound?: boolean | undefined
  /**
   * How an id that the provider answered with becomes the one of its receipts: as it is, from hexadecimal to decimal,
   * or the other way round.
   */
  id_format?: SmsIdFormat | undefined
  receipt_states?: SmsReceiptStates | null | undefined
  /** `udh`: in parts; `payload`: whole, in the TLV message_payload, for the provider to divide. */
  long_messages?: SmsLongMessages | undefined
  /** Default: 0 */
  data_coding_gsm?: number | undefined
  /** Default: 8 */
  data_coding_ucs2?: number | undefined
  /** Of an HTTP gateway, as all below it. May have placeholders. */
  url?: string | undefined
  method?: SmsHttpMethod | undefined
  /** Such as `Authorization: Bearer {password}`. */
  headers?: string[] | undefined
  format?: SmsHttpFormat | undefined
  /**
   * As the gateway documents it: JSON, or a form (`to={to}&text={text}`). Its values may have the placeholders {to},
   * {from}, {text}, {reference}, {name}, {password}, {entity_id}, {template_id} and {chain}.
   */
  body?: string | undefined
  success?: {
    statuses?: number[] | undefined
    /** A place in the JSON of the answer: `/messages/0/status`. */
    pointer?: string | null | undefined
    /** What stands there, as text. */
    equals?: string | null | undefined
  } | undefined
  refusal?: {
    statuses?: number[] | undefined
    /** A place in the JSON of the answer: `/messages/0/status`. */
    pointer?: string | null | undefined
    /** What stands there, as text. */
    equals?: string | null | undefined
  } | null | undefined
  callbacks?: SmsCallbacks | null | undefined
  /** The secret by which the gateway proves itself, where it made one of its own. Never shown again. */
  callback_secret?: string | null | undefined
  /** Where the gateway's id stands in the JSON of its answer: `/id`. */
  message_id?: string | undefined
}

export interface SmsAccount {
  channel: 'sms' | (string & {})
  /** Who carries the organization's SMS now: its own account, the installation's, the sandbox, or nobody. */
  carrier: SmsCarrier
  protocol: SmsProtocol | null
  from: string | null
  has_password: boolean
  /** Where an HTTP gateway reports; null where the account has no `callbacks`. */
  callback_url: string | null
  /** Where it brings what contacts write. */
  incoming_url: string | null
  /** The word by which it proves itself, where its proof has no other key. */
  verify_token: string | null
  /** All others as they were given, or stand by default. */
  settings: Record<string, unknown> | null
  /** Unix seconds. */
  updated_at: number | null
}

export type SmsCallbackFormat = 'json' | 'form' | 'query' | (string & {})

export interface SmsCallbackProof {
  by?: SmsProof | undefined
  /** Of the header or the parameter. */
  name?: string | undefined
  /**
   * The `verify_token` of the answer, the `password`, or a `callback_secret` of its own.
   *
   * Default: "verify_token"
   */
  key?: SmsProofKey | undefined
  prefix?: string | undefined
  encoding?: SmsProofEncoding | undefined
  /** The header with the time (Unix seconds) that an HMAC is made over too: time, point, body. */
  timestamp_header?: string | null | undefined
}

/**
 * What the gateway brings to `callback_url` (reports) and `incoming_url` (what contacts write), by POST, or by GET with
 * the format `query`; and how it proves itself: by a word in a header or a parameter, or by an HMAC (SHA-256) over the
 * body. Left out: by the `verify_token` in the parameter `token`.
 */
export interface SmsCallbacks {
  reports?: SmsReports | null | undefined
  incoming?: SmsIncoming | null | undefined
  proof?: SmsCallbackProof | undefined
}

export type SmsCarrier = 'organization' | 'installation' | 'sandbox' | 'none' | (string & {})

export interface SmsDlt {
  /** The principal entity id, as registered. */
  entity_id: string
  /** The telemarketers' ids, or their hash, as the provider wants them. */
  chain?: string | null | undefined
  /**
   * The TLV of the entity id.
   *
   * Default: 5120
   */
  entity_tag?: number | undefined
  /**
   * The TLV of the template id.
   *
   * Default: 5121
   */
  template_tag?: number | undefined
  /**
   * The TLV of the telemarketers' chain.
   *
   * Default: 5122
   */
  chain_tag?: number | undefined
}

export type SmsHttpFormat = 'json' | 'form' | (string & {})

export type SmsHttpMethod = 'POST' | 'GET' | (string & {})

export type SmsIdFormat = 'as_is' | 'hex_to_decimal' | 'decimal_to_hex' | (string & {})

export interface SmsIncoming {
  format: SmsCallbackFormat
  /** Where the list stands in JSON that brings several at once: `/results`, or empty for all of it. */
  list?: string | null | undefined
  /** Where the number of the contact stands. */
  from: string
  /** Where the text stands. */
  text: string
  /** Where the gateway's id of the message stands. This or `time` is needed. */
  id?: string | null | undefined
  /** Where its time stands, as in reports. */
  time?: string | null | undefined
}

export type SmsLongMessages = 'udh' | 'payload' | (string & {})

export type SmsProof = 'header' | 'query' | 'hmac' | (string & {})

export type SmsProofEncoding = 'hex' | 'base64' | (string & {})

export type SmsProofKey = 'verify_token' | 'password' | 'callback_secret' | (string & {})

export type SmsProtocol = 'smpp' | 'http' | (string & {})

export type SmsQuietHours = 'refuse' | 'schedule' | (string & {})

/**
 * What `stat` in receipts means, before a table of usual states. A receipt with a state that neither explains waits for
 * a person.
 */
export interface SmsReceiptStates {
  /** States of a message that has arrived. */
  delivered?: string[] | undefined
  /** ... of one that left and did not arrive; it stays charged. */
  undelivered?: string[] | undefined
  /** ... of one that never left; its charge is reversed. */
  failed?: string[] | undefined
  /** ... of one of which nothing is decided yet. */
  pending?: string[] | undefined
}

export interface SmsReports {
  format: SmsCallbackFormat
  /** Where the list stands in JSON that brings several at once: `/results`, or empty for all of it. */
  list?: string | null | undefined
  /** Where the id stands that the gateway answered with: `/id`, or the name of a field. */
  id?: string | null | undefined
  /** Where `{reference}` stands, if the gateway repeats it. */
  reference?: string | null | undefined
  /** Where it says what became of the message. */
  status: string
  /** Where the gateway's error code stands. */
  error?: string | null | undefined
  /** Where the time stands: Unix seconds or milliseconds, or ISO 8601 with its zone. */
  time?: string | null | undefined
  /** States of a message that has arrived. */
  delivered?: string[] | undefined
  /** ... of one that left and did not arrive; it stays charged. */
  undelivered?: string[] | undefined
  /** ... of one that never left; its charge is reversed. */
  failed?: string[] | undefined
  /** ... of one of which nothing is decided yet. */
  pending?: string[] | undefined
}

export interface TestAppAccountAnswer {
  succeeded: boolean
  /** What the provider said, or why it was not reached. */
  detail: string
  /** What was looked at, in order; `succeeded` is null where an earlier one had to succeed first. */
  steps?: {
    step: string
    succeeded: boolean | null
    detail: string
  }[] | undefined
}

/** `samvad.channels.app` */
export class ChannelsAppApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the app account.
   *
   * The organization's own account with the WhatsApp Cloud API, who carries its app messages now, and what to enter at
   * Meta. The secrets are never shown.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/channels/app`
   */
  retrieve(options?: CallOptions): Answer<AppAccount> {
    return this.#transport.get('/v1/channels/app', options)
  }

  /**
   * Set the app account.
   *
   * The organization's app messages leave through it from now on. The account is replaced as a whole. Enter
   * `callback_url` and `verify_token` at Meta, and subscribe to the fields `messages`, `user_preferences`, `calls`,
   * `message_template_status_update`, `template_category_update`, `message_template_quality_update`, `account_update`,
   * `account_alerts`, `account_review_update`, `phone_number_quality_update`, `phone_number_name_update` and
   * `business_capability_update`.
   *
   * Permission: `channels.manage`.
   *
   * `PUT /v1/channels/app`
   */
  set(body: NewAppAccount, options?: CallOptions): Answer<AppAccount> {
    return this.#transport.put('/v1/channels/app', body, options)
  }

  /**
   * Remove the app account.
   *
   * App messages are refused from now on (`channel_unavailable`), and what waits leaves by no other account: for a day
   * it waits for this one. The sandbox does not come back. The callback address is dead.
   *
   * Permission: `channels.manage`.
   *
   * `DELETE /v1/channels/app`
   */
  remove(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/channels/app', options)
  }

  /**
   * Test the app account.
   *
   * Asks Meta, in this order: whether the access token is valid, the number registered, the business account
   * subscribed; and looks whether Meta can reach this installation by https. Sends nothing.
   *
   * Permission: `channels.manage`.
   *
   * `POST /v1/channels/app/test`
   */
  test(options?: CallOptions): Answer<TestAppAccountAnswer> {
    return this.#transport.post('/v1/channels/app/test', undefined, options)
  }
}

export interface TestEmailAccountAnswer {
  succeeded: boolean
  /** What the provider said, or why it was not reached. */
  detail: string
  /** What was looked at, in order; `succeeded` is null where an earlier one had to succeed first. */
  steps?: {
    step: string
    succeeded: boolean | null
    detail: string
  }[] | undefined
}

/** `samvad.channels.email` */
export class ChannelsEmailApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the email account.
   *
   * The organization's own mail server, and who carries its mail now. The password is never shown.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/channels/email`
   */
  retrieve(options?: CallOptions): Answer<EmailAccount> {
    return this.#transport.get('/v1/channels/email', options)
  }

  /**
   * Set the email account.
   *
   * The organization's mail leaves through this server from now on. The account is replaced as a whole. With `inbound`
   * a provider tells what came in and what became of mails: enter `inbound.callback_url` there.
   *
   * Permission: `channels.manage`.
   *
   * `PUT /v1/channels/email`
   */
  set(body: NewEmailAccount, options?: CallOptions): Answer<EmailAccount> {
    return this.#transport.put('/v1/channels/email', body, options)
  }

  /**
   * Remove the email account.
   *
   * The installation's mail server takes over. Where there is none, mail is refused (`channel_unavailable`). What waits
   * leaves by no other account: for a day it waits for this one. The sandbox does not come back.
   *
   * Permission: `channels.manage`.
   *
   * `DELETE /v1/channels/email`
   */
  remove(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/channels/email', options)
  }

  /**
   * Test the email account.
   *
   * Connects to its mail server and signs in; sends nothing.
   *
   * Permission: `channels.manage`.
   *
   * `POST /v1/channels/email/test`
   */
  test(options?: CallOptions): Answer<TestEmailAccountAnswer> {
    return this.#transport.post('/v1/channels/email/test', undefined, options)
  }
}

export interface TestSmsAccountAnswer {
  succeeded: boolean
  /** What the provider said, or why it was not reached. */
  detail: string
  /** What was looked at, in order; `succeeded` is null where an earlier one had to succeed first. */
  steps?: {
    step: string
    succeeded: boolean | null
    detail: string
  }[] | undefined
}

/** `samvad.channels.sms` */
export class ChannelsSmsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the SMS account.
   *
   * The organization's own SMS provider, and who carries its SMS now. The password is never shown.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/channels/sms`
   */
  retrieve(options?: CallOptions): Answer<SmsAccount> {
    return this.#transport.get('/v1/channels/sms', options)
  }

  /**
   * Set the SMS account.
   *
   * The organization's SMS leave through this account from now on: by SMPP 3.4, or by an HTTP gateway. It is replaced
   * as a whole.
   *
   * Permission: `channels.manage`.
   *
   * `PUT /v1/channels/sms`
   */
  set(body: NewSmsAccount, options?: CallOptions): Answer<SmsAccount> {
    return this.#transport.put('/v1/channels/sms', body, options)
  }

  /**
   * Remove the SMS account.
   *
   * SMS are refused from then on (`channel_unavailable`), and what waits leaves by no other account: for a day it waits
   * for this one. The sandbox does not come back.
   *
   * Permission: `channels.manage`.
   *
   * `DELETE /v1/channels/sms`
   */
  remove(options?: CallOptions): Answer<void> {
    return this.#transport.delete('/v1/channels/sms', options)
  }

  /**
   * Test the SMS account.
   *
   * Connects and binds, or reaches the gateway, and says what is wrong; sends nothing.
   *
   * Permission: `channels.manage`.
   *
   * `POST /v1/channels/sms/test`
   */
  test(options?: CallOptions): Answer<TestSmsAccountAnswer> {
    return this.#transport.post('/v1/channels/sms/test', undefined, options)
  }
}

/** `samvad.channels` */
export class ChannelsApi {
  readonly #transport: Transport
  readonly app: ChannelsAppApi
  readonly email: ChannelsEmailApi
  readonly sms: ChannelsSmsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.app = new ChannelsAppApi(transport)
    this.email = new ChannelsEmailApi(transport)
    this.sms = new ChannelsSmsApi(transport)
  }

  /**
   * List the channels.
   *
   * All that there are, with who carries the organization's messages on each, and how they leave just now.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/channels`
   */
  list(options?: CallOptions): List<ChannelState> {
    return this.#transport.whole('/v1/channels', options)
  }
}
