// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel } from './shared.ts'

export interface ChannelNotice {
  id: CnotId
  channel: Channel
  /**
   * Subject of the notice. `preference`: the marketing preference of a person who is not a contact. `not_of_account`: a
   * webhook for another number or business account. `unread`: a part of a webhook that could not be read. `unknown`: a
   * webhook of unknown type.
   */
  kind: ChannelNoticeKind
  /** Whether you have to act at the provider. */
  needs_action: boolean
  /** What the provider reported, in its own words, on one line. */
  detail: string
  /** How many times the provider has reported it. */
  count: number
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  last_at: number
  /** The provider's notice as received. If it is longer than 16,384 characters, only its beginning, in `beginning`. */
  content: Record<string, unknown>
}

export type ChannelNoticeKind =
  | 'account_error'
  | 'account_status'
  | 'account_review'
  | 'account_alert'
  | 'number_quality'
  | 'number_name'
  | 'messaging_limit'
  | 'template_quality'
  | 'template_content'
  | 'preference'
  | 'not_of_account'
  | 'unread'
  | 'unknown'
  | (string & {})

export interface ChannelNoticePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: ChannelNotice[]
}

export type CnotId = string

export interface ListChannelNoticesQuery extends PageQuery {
  channel?: Channel | undefined
  needs_action?: boolean | undefined
}

/** `samvad.channelNotices` */
export class ChannelNoticesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List provider notices.
   *
   * Returns what providers reported about the organization's own accounts, newest first: errors, quality, limits and
   * reviews, and webhooks of unknown or unreadable content. Notices are kept for 90 days.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/channel_notices`
   */
  list(options?: ListChannelNoticesQuery & CallOptions): List<ChannelNotice> {
    return this.#transport.list('/v1/channel_notices', options)
  }
}
