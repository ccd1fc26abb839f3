// What is kept of an organization's SMS account, everything but its password.

import type { Settings } from '#kit/settings.ts'
import type { SmsEncoding } from '#kit/sms-size.ts'
import { carrierOf } from '../accounts/carrier.ts'
import type { AccountHistory, Carrier } from '../accounts/kind.ts'
import type { TooEarly } from '../sending-rules.ts'
import type { Callbacks } from './http/callbacks.ts'
import type { ReportStates } from './report-states.ts'

/** How the provider writes the ids of messages in receipts, beside the ids that it answered with. */
export const idFormats = ['as_is', 'hex_to_decimal', 'decimal_to_hex'] as const
export type IdFormat = (typeof idFormats)[number]

export const longMessages = ['udh', 'payload'] as const
export type LongMessages = (typeof longMessages)[number]

/** What India's operators want to see of a message: who sends, by which template, by way of whom. */
export interface DltSettings {
  entity_id: string
  /** The telemarketers in between, as the provider writes them; null where it fills them in. */
  chain: string | null
  entity_tag: number
  template_tag: number
  chain_tag: number
}

interface CommonSettings {
  /** The header or number that messages come from. */
  from: string
  /** Null: the account is not used for India, or its provider fills it in. */
  dlt: DltSettings | null
  /** Null: as fast as its provider takes them. */
  messages_per_second: number | null
  /** What becomes of promotional messages to India that would leave at night; not said in older accounts. */
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
  /** Messages that may wait for their answers at once. */
  window: number
  enquire_link_seconds: number
  /** Connections that the provider allows, of all workers together. */
  binds: number
  /** Whether it is connected also while nothing is sent: receipts and answers come in by it. */
  stay_bound: boolean
  id_format: IdFormat
  long_messages: LongMessages
  /** What `data_coding` says of each encoding. */
  data_coding: Record<SmsEncoding, number>
  /** What states in receipts mean, before the table of usual states; absent where the account says nothing of it. */
  receipt_states?: ReportStates
}

export interface HttpSettings extends CommonSettings {
  protocol: 'http'
  url: string
  method: 'POST' | 'GET'
  /** Lines of `Name: value`, whose values may have placeholders. */
  headers: readonly string[]
  format: 'json' | 'form'
  /** As the provider's documentation writes it; its values may have placeholders. */
  body: string
  success: HttpRule
  /** What tells a refusal in an answer of success; null where there is none. */
  refusal: HttpRule | null
  /** Where the provider's id stands in the answer. */
  message_id: string
  /** How it calls back; null, or not said by older accounts, where it does not. */
  callbacks?: Callbacks | null
  /** Only there where a secret of callbacks is sealed beside the password. */
  has_callback_secret?: true
}

/** Of an answer: its status, and a place in its JSON. */
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
