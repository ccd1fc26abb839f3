// Stored settings of an organization's SMS account, without its password.

import type { Settings } from '#kit/settings.ts'
import type { SmsEncoding } from '#kit/sms-size.ts'
import { carrierOf } from '../accounts/carrier.ts'
import type { AccountHistory, Carrier } from '../accounts/kind.ts'
import type { TooEarly } from '../sending-rules.ts'
import type { Callbacks } from './http/callbacks.ts'
import type { ReportStates } from './report-states.ts'

/** The notation of message ids in the provider's receipts, compared with its responses. */
export const idFormats = ['as_is', 'hex_to_decimal', 'decimal_to_hex'] as const
export type IdFormat = (typeof idFormats)[number]

export const longMessages = ['udh', 'payload'] as const
export type LongMessages = (typeof longMessages)[number]

/** What India's operators require of a message: the entity, the template, and the telemarketer chain. */
export interface DltSettings {
  entity_id: string
  /** The telemarketers in between, in the provider's format; null when the provider fills them in. */
  chain: string | null
  entity_tag: number
  template_tag: number
  chain_tag: number
}

interface CommonSettings {
  /** The sender: a header or a number. */
  from: string
  /** Null: the account is not used for India, or its provider fills it in. */
  dlt: DltSettings | null
  /** Null: as fast as the provider accepts them. */
  messages_per_second: number | null
  /** What happens to promotional messages to India at night; unset in older accounts. */
  quiet_hours?: TooEarly
}

export interface SmppSettings extends CommonSettings {
  protocol: 'smpp'
  host: string
  port: number
  tls: boolean
  system_id: string
  system_type: string
  from_ton: number
  from_npi: number
  /** The maximum number of messages without a response. */
  window: number
  enquire_link_seconds: number
  /** The maximum number of connections that the provider allows, over all workers. */
  binds: number
  /** True when it stays connected while nothing is sent, to receive receipts and replies. */
  stay_bound: boolean
  id_format: IdFormat
  long_messages: LongMessages
  /** The `data_coding` value of each encoding. */
  data_coding: Record<SmsEncoding, number>
  /** Meaning of receipt states, before the table of usual ones; unset when the account defines none. */
  receipt_states?: ReportStates
}

export interface HttpSettings extends CommonSettings {
  protocol: 'http'
  url: string
  method: 'POST' | 'GET'
  /** Lines of `Name: value`, whose values may have placeholders. */
  headers: readonly string[]
  format: 'json' | 'form'
  /** In the format of the provider's documentation; its values may have placeholders. */
  body: string
  success: HttpRule
  /** Recognizes a refusal in a success response; null when there is none. */
  refusal: HttpRule | null
  /** Pointer to the provider's id in the response. */
  message_id: string
  /** Its callbacks; null, or unset in older accounts, when it has none. */
  callbacks?: Callbacks | null
  /** Set only when a callback secret is stored with the password. */
  has_callback_secret?: true
}

/** A condition on a response: its status, and a value in its JSON. */
export interface HttpRule {
  statuses: readonly number[]
  pointer: string | null
  equals: string | null
}

export type SmsSettings = SmppSettings | HttpSettings

export const receiptStatesOf = (settings: SmsSettings | null | undefined): ReportStates | null =>
  settings?.protocol === 'smpp' ? (settings.receipt_states ?? null) : null

export const smsCarrier = ({ sandbox }: Pick<Settings, 'sandbox'>, history: AccountHistory): Carrier =>
  carrierOf(sandbox, history, history.isShared ?? false)
