// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel } from './shared.ts'

export interface AppAccount {
  channel: 'app' | (string & {})
  /**
   * Which account sends the organization's app messages: `organization` (its own), `installation` (the shared account),
   * `sandbox`, or `none`.
   */
  carrier: AppCarrier
  phone_number_id: string | null
  business_account_id: string | null
  has_access_token: boolean
  has_app_secret: boolean
  api_version: string | null
  messages_per_second: number | null
  /**
   * Callback URL to enter at WhatsApp > Configuration. Unique to this account; it stays the same as long as the two IDs
   * do. Null without an account.
   */
  callback_url: string | null
  /** Verify token to enter with the callback URL. Null without an account. */
  verify_token: string | null
  /** Time in Unix seconds. */
  updated_at: number | null
}

export type AppCarrier = 'organization' | 'installation' | 'sandbox' | 'none' | (string & {})

export type ChannelCarrier = 'organization' | 'installation' | 'sandbox' | 'none' | (string & {})

export interface ChannelHealth {
  /**
   * `good`: messages are sent without delay. `delayed`: a delivery has been due for more than a minute. `failing`: a
   * delivery waits for a retry because the provider or the account did not accept it.
   */
  status: ChannelHealthStatus
  /** Time in Unix seconds. */
  waiting_since: number | null
  /** The last error of a delivery that waits for a retry. Null if there is none. */
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
  /**
   * Which account sends the organization's messages on this channel: `organization` (its own), `installation` (the
   * shared account), `sandbox`, or `none`.
   */
  carrier: ChannelCarrier
  /** Whether the organization has its own account on this channel. */
  has_account: boolean
  /** Time in Unix seconds. */
  updated_at: number | null
  health: ChannelHealth
}

export interface ChannelStatePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: ChannelState[]
}

export interface EmailAccount {
  channel: 'email' | (string & {})
  /**
   * Which account sends the organization's email: `organization` (its own), `installation` (the installation's mail
   * server), `sandbox`, or `none`.
   */
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
  /** Time in Unix seconds. */
  updated_at: number | null
}

export type EmailCarrier = 'organization' | 'installation' | 'sandbox' | 'none' | (string & {})

export interface MailInbound {
  provider: MailWebhookProvider
  topic_arn: string | null
  has_signing_key: boolean
  /**
   * Webhook URL to enter at the provider. For Mailgun routes, append `/mime`. For Postmark it contains the password
   * that authenticates the webhook. Unique to this account; it stays the same as long as provider and topic do.
   */
  callback_url: string
}

export type MailWebhookProvider = 'mailgun' | 'ses' | 'postmark' | (string & {})

export interface NewAppAccount {
  /** Phone number ID from WhatsApp > API Setup. This is an ID, not the phone number. */
  phone_number_id: string
  /** WhatsApp Business Account ID (WABA ID) from the same page. */
  business_account_id: string
  /**
   * Access token of a system user with the permissions `whatsapp_business_messaging` and
   * `whatsapp_business_management`. Never returned. Send both secrets together or neither. If omitted, the stored
   * secrets are kept, unless one of the two IDs changes.
   */
  access_token?: string | undefined
  /**
   * App secret from App settings > Basic. Meta signs its webhooks with it. Never returned. Send both secrets together
   * or neither. If omitted, the stored secrets are kept, unless one of the two IDs changes.
   */
  app_secret?: string | undefined
  /**
   * Version of the Graph API.
   *
   * Default: "v23.0"
   */
  api_version?: string | undefined
  /** Maximum number of messages per second, for the whole installation. Null for no limit. */
  messages_per_second?: number | null | undefined
}

export interface NewEmailAccount {
  /** Host name of the mail server (SMTP). */
  host: string
  /**
   * Port of the mail server.
   *
   * Default: 587
   */
  port?: number | undefined
  /**
   * Whether to use implicit TLS, as on port 465. Otherwise STARTTLS is used if the server offers it. Defaults to true
   * on port 465.
   */
  secure?: boolean | undefined
  /** User name. Null for a server without authentication. */
  user?: string | null | undefined
  /** Never returned. If omitted, the stored password is kept, unless host, port or user changes. */
  password?: string | null | undefined
  /** From address of all email: `Asha Textiles <hello@asha.example>`, or the address alone. */
  from: string
  /**
   * Reply-To address, in the format of `from`. By default, replies go to an address of the installation that assigns
   * them to the conversation, or else to `from`.
   */
  reply_to?: string | null | undefined
  /**
   * Whether to use a unique return path (envelope sender) per email, so that bounces are matched to their delivery.
   * Turn it off if the mail server rejects envelope senders other than the account's own. Has no effect if the
   * installation has no inbound mail domain.
   *
   * Default: true
   */
  verp?: boolean | undefined
  /** Maximum number of messages per second, for the whole installation. Null for no limit. */
  messages_per_second?: number | null | undefined
  inbound?: NewMailInbound | null | undefined
}

/** The email provider that reports inbound email, deliveries, bounces and complaints by webhook. Null if none does. */
export interface NewMailInbound {
  provider: MailWebhookProvider
  /**
   * Mailgun only: the HTTP webhook signing key. Never returned. If omitted, the stored key is kept, unless the provider
   * changes.
   */
  signing_key?: string | undefined
  /** Amazon SES only: ARN of the SNS topic that SES publishes to. Notifications from other topics are rejected. */
  topic_arn?: string | undefined
}

export interface NewSmsAccount {
  protocol: SmsProtocol
  /** Sender: a header (`ASHATX`) or a phone number. */
  from: string
  /**
   * SMPP password, or the API key of the HTTP gateway, available as `{password}`. Never returned. If omitted, the
   * stored password is kept, unless host, port, system_id or url changes.
   */
  password?: string | null | undefined
  dlt?: SmsDlt | null | undefined
  /**
   * What to do with a promotional SMS to +91 that would be sent between 21:00 and 10:00 India time: refuse it without a
   * charge, or charge it and schedule it for 10:00. An SMS is promotional if it uses, or its text matches, a template
   * of the category `promotional`.
   *
   * Default: "refuse"
   */
  quiet_hours?: SmsQuietHours | undefined
  /** Host name of the SMSC. This and the fields up to `data_coding_ucs2` apply to SMPP only. */
  host?: string | undefined
  /**
   * Port of the SMSC.
   *
   * Default: 2775
   */
  port?: number | undefined
  /**
   * Whether to connect with TLS.
   *
   * Default: false
   */
  tls?: boolean | undefined
  /** SMPP `system_id` (user name). Required for SMPP. */
  system_id?: string | undefined
  /** SMPP `system_type`. Empty by default. */
  system_type?: string | undefined
  /** Type of number of the source address. Derived from `from` by default. */
  from_ton?: number | undefined
  /** Numbering plan indicator of the source address. Derived from `from` by default. */
  from_npi?: number | undefined
  /**
   * Window size: the maximum number of `submit_sm` without a response.
   *
   * Default: 10
   */
  window?: number | undefined
  /** Maximum number of messages per second, for the whole installation. Null for no limit. */
  messages_per_second?: number | null | undefined
  /**
   * Interval of `enquire_link`, in seconds.
   *
   * Default: 30
   */
  enquire_link_seconds?: number | undefined
  /**
   * Maximum number of simultaneous binds that the provider allows, over all workers.
   *
   * Default: 1
   */
  binds?: number | undefined
  /**
   * Whether to stay bound while nothing is sent. Required to receive delivery receipts and inbound messages.
   *
   * Default: true
   */
  stay_bound?: boolean | undefined
  /**
   * How the message ID of a `submit_sm_resp` is converted to the format of delivery receipts: not at all, from
   * hexadecimal to decimal, or from decimal to hexadecimal.
   */
  id_format?: SmsIdFormat | undefined
  receipt_states?: SmsReceiptStates | null | undefined
  /**
   * How to send texts longer than one segment. `udh`: as concatenated segments; `payload`: in one piece in the TLV
   * `message_payload`, which the provider splits.
   */
  long_messages?: SmsLongMessages | undefined
  /**
   * `data_coding` of texts in the GSM alphabet.
   *
   * Default: 0
   */
  data_coding_gsm?: number | undefined
  /**
   * `data_coding` of texts in UCS-2.
   *
   * Default: 8
   */
  data_coding_ucs2?: number | undefined
  /** URL of the HTTP gateway. May contain placeholders. This and the fields after it apply to HTTP only. */
  url?: string | undefined
  method?: SmsHttpMethod | undefined
  /** Request headers, such as `Authorization: Bearer {password}`. */
  headers?: string[] | undefined
  format?: SmsHttpFormat | undefined
  /**
   * Request body in the gateway's format: JSON, or a form (`to={to}&text={text}`). Values may contain the placeholders
   * {to}, {from}, {text}, {reference}, {name}, {password}, {entity_id}, {template_id} and {chain}.
   */
  body?: string | undefined
  /**
   * A response means success if its status is listed (200, 201 or 202 by default) and, with `pointer`, the value there
   * equals `equals`.
   */
  success?: {
    statuses?: number[] | undefined
    /** JSON pointer into the response: `/messages/0/status`. */
    pointer?: string | null | undefined
    /** Expected value at `pointer`, as text. */
    equals?: string | null | undefined
  } | undefined
  /** A response that matches means that the gateway refused the message, even if it matches `success`. */
  refusal?: {
    statuses?: number[] | undefined
    /** JSON pointer into the response: `/messages/0/status`. */
    pointer?: string | null | undefined
    /** Expected value at `pointer`, as text. */
    equals?: string | null | undefined
  } | null | undefined
  callbacks?: SmsCallbacks | null | undefined
  /** Secret with which the gateway authenticates its callbacks, if it issued one. Never returned. */
  callback_secret?: string | null | undefined
  /** JSON pointer to the gateway's message ID in its response: `/id`. */
  message_id?: string | undefined
}

export interface SmsAccount {
  channel: 'sms' | (string & {})
  /**
   * Which account sends the organization's SMS: `organization` (its own), `installation` (the shared account),
   * `sandbox`, or `none`.
   */
  carrier: SmsCarrier
  protocol: SmsProtocol | null
  from: string | null
  has_password: boolean
  /** URL for the gateway's delivery reports. Null if the account has no `callbacks`. */
  callback_url: string | null
  /** URL for the gateway's inbound messages. Null if the account has no `callbacks`. */
  incoming_url: string | null
  /** Secret that the gateway sends with its callbacks. Null if they are authenticated with another key. */
  verify_token: string | null
  /** All other settings, as set or by default. Null without an account. */
  settings: Record<string, unknown> | null
  /** Time in Unix seconds. */
  updated_at: number | null
}

export type SmsCallbackFormat = 'json' | 'form' | 'query' | (string & {})

export interface SmsCallbackProof {
  /** `header` or `query` (default): the secret itself. `hmac`: an HMAC-SHA256 of the body in a header. */
  by?: SmsProof | undefined
  /** Name of the header or query parameter. By default `token`. */
  name?: string | undefined
  /**
   * The secret that the gateway sends or signs with: the account's `verify_token`, its `password`, or its
   * `callback_secret`.
   *
   * Default: "verify_token"
   */
  key?: SmsProofKey | undefined
  /** Text before the secret or signature, such as `Bearer ` or `sha256=`. Empty by default. */
  prefix?: string | undefined
  /** Encoding of the HMAC. By default `hex`. */
  encoding?: SmsProofEncoding | undefined
  /** Header with the timestamp (Unix seconds). The HMAC is then over `timestamp.body`. HMAC only. */
  timestamp_header?: string | null | undefined
}

/**
 * The gateway's requests to `callback_url` (delivery reports) and `incoming_url` (inbound messages), as POST, or as GET
 * with the format `query`, and how they are authenticated: by a secret in a header or query parameter, or by an
 * HMAC-SHA256 of the body. By default the `verify_token` in the query parameter `token`. A location is a JSON pointer
 * for the format `json`, otherwise the name of a field.
 */
export interface SmsCallbacks {
  reports?: SmsReports | null | undefined
  incoming?: SmsIncoming | null | undefined
  proof?: SmsCallbackProof | undefined
}

export type SmsCarrier = 'organization' | 'installation' | 'sandbox' | 'none' | (string & {})

/** DLT registration for SMS to India. Null if the account does not send to India, or the provider adds it. */
export interface SmsDlt {
  /** Principal entity ID (PE ID), as registered on the DLT platform. */
  entity_id: string
  /** Telemarketer IDs of the chain, or their hash, in the provider's format. Null if the provider fills it in. */
  chain?: string | null | undefined
  /**
   * SMPP TLV tag of the principal entity ID.
   *
   * Default: 5120
   */
  entity_tag?: number | undefined
  /**
   * SMPP TLV tag of the DLT template ID.
   *
   * Default: 5121
   */
  template_tag?: number | undefined
  /**
   * SMPP TLV tag of the telemarketer chain.
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
  /**
   * JSON pointer to the array, if one request carries several items: `/results`. An empty string means that the whole
   * body is the array.
   */
  list?: string | null | undefined
  /** Location of the sender's phone number. */
  from: string
  /** Location of the text. */
  text: string
  /** Location of the gateway's message ID. Either this or `time` is required. */
  id?: string | null | undefined
  /** Location of the time: Unix seconds or milliseconds, or ISO 8601 with a time zone. */
  time?: string | null | undefined
}

export type SmsLongMessages = 'udh' | 'payload' | (string & {})

export type SmsProof = 'header' | 'query' | 'hmac' | (string & {})

export type SmsProofEncoding = 'hex' | 'base64' | (string & {})

export type SmsProofKey = 'verify_token' | 'password' | 'callback_secret' | (string & {})

export type SmsProtocol = 'smpp' | 'http' | (string & {})

export type SmsQuietHours = 'refuse' | 'schedule' | (string & {})

/**
 * Meaning of the states (`stat`) in delivery receipts, in addition to the standard states. A receipt with an unknown
 * state waits for an operator.
 */
export interface SmsReceiptStates {
  /** Provider states that mean delivered. */
  delivered?: string[] | undefined
  /** Provider states that mean sent but not delivered. The message stays charged. */
  undelivered?: string[] | undefined
  /** Provider states that mean never sent. The charge is reversed. */
  failed?: string[] | undefined
  /** Provider states that mean not final yet. */
  pending?: string[] | undefined
}

export interface SmsReports {
  format: SmsCallbackFormat
  /**
   * JSON pointer to the array, if one request carries several items: `/results`. An empty string means that the whole
   * body is the array.
   */
  list?: string | null | undefined
  /**
   * Location of the message ID that the gateway returned on sending: `/id`, or the name of a form or query field.
   * Either this or `reference` is required.
   */
  id?: string | null | undefined
  /** Location of the value sent as `{reference}`, if the gateway returns it. */
  reference?: string | null | undefined
  /** Location of the delivery status. */
  status: string
  /** Location of the gateway's error code. */
  error?: string | null | undefined
  /** Location of the time: Unix seconds or milliseconds, or ISO 8601 with a time zone. */
  time?: string | null | undefined
  /** Provider states that mean delivered. */
  delivered?: string[] | undefined
  /** Provider states that mean sent but not delivered. The message stays charged. */
  undelivered?: string[] | undefined
  /** Provider states that mean never sent. The charge is reversed. */
  failed?: string[] | undefined
  /** Provider states that mean not final yet. */
  pending?: string[] | undefined
}

export interface TestAppAccountAnswer {
  succeeded: boolean
  /** The provider's response, or why it could not be reached. If a step failed, the detail of that step. */
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
  /** The checks, in order. `succeeded` is null for a check that was skipped because an earlier one failed. */
  steps?: {
    step: string
    succeeded: boolean | null
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
   * Returns the organization's own WhatsApp Cloud API account, which account sends its app messages now, and the
   * callback URL and verify token to enter at Meta. Secrets are never returned.
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
   * Sends the organization's app messages through this account from now on. Replaces all settings of the account. At
   * Meta, enter `callback_url` and `verify_token`, and subscribe to the fields `messages`, `user_preferences`, `calls`,
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
   * From now on, app messages are refused (`channel_unavailable`). Messages that are already waiting wait up to a day
   * for this account to be set again; no other account sends them. The callback URL stops working. The sandbox does not
   * come back.
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
   * Checks with Meta, in this order, that the access token is valid, the number is registered and the app is subscribed
   * to the business account, and whether Meta can reach this installation over HTTPS. Sends no message.
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
  /** The provider's response, or why it could not be reached. If a step failed, the detail of that step. */
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
  /** The checks, in order. `succeeded` is null for a check that was skipped because an earlier one failed. */
  steps?: {
    step: string
    succeeded: boolean | null
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
   * Returns the organization's own mail server and which account sends its email now. The password is never returned.
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
   * Sends the organization's email through this mail server from now on. Replaces all settings of the account. With
   * `inbound`, an email provider reports inbound email, deliveries, bounces and complaints by webhook: enter
   * `inbound.callback_url` at the provider.
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
   * From now on, email is sent through the installation's mail server; if it has none, email is refused
   * (`channel_unavailable`). Messages that are already waiting wait up to a day for this account to be set again; no
   * other account sends them. The sandbox does not come back.
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
   * Connects to the mail server and signs in. Sends no message.
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
  /** The provider's response, or why it could not be reached. If a step failed, the detail of that step. */
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
  /** The checks, in order. `succeeded` is null for a check that was skipped because an earlier one failed. */
  steps?: {
    step: string
    succeeded: boolean | null
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
   * Returns the organization's own SMS account and which account sends its SMS now. The password is never returned.
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
   * Sends the organization's SMS through this account from now on, over SMPP 3.4 or an HTTP gateway. Replaces all
   * settings of the account.
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
   * From now on, SMS are refused (`channel_unavailable`). Messages that are already waiting wait up to a day for this
   * account to be set again; no other account sends them. The sandbox does not come back.
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
   * Connects to the SMSC and binds, or connects to the HTTP gateway, and returns what failed. Sends no message.
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
   * List channels.
   *
   * Returns every channel with the account that sends the organization's messages and its current health.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/channels`
   */
  list(options?: CallOptions): List<ChannelState> {
    return this.#transport.whole('/v1/channels', options)
  }
}
