// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel } from './shared.ts'

export interface ChannelNotice {
  id: CnotId
  channel: Channel
  /**
   * What it is about. `preference`: the marketing preference of somebody who is no contact. `not_of_account`: another
   * number or business account. `unread`: a part of a webhook without a shape that is known. `unknown`: a webhook of a
   * kind that is not read.
   */
  kind: ChannelNoticeKind
  /** Whether somebody has to do something at the provider. */
  needs_action: boolean
  /** One line, in the provider's words. */
  detail: string
  /** How often the provider said it. */
  count: number
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  last_at: number
  /** What the provider brought, as it came. */
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
   * List what providers say of the accounts.
   *
   * Newest first, kept for 90 days: errors, quality, limits and reviews of the organization's own accounts, and
   * webhooks that are read as nothing else.
   *
   * Permission: `channels.view`.
   *
   * `GET /v1/channel_notices`
   */
  list(options?: ListChannelNoticesQuery & CallOptions): List<ChannelNotice> {
    return this.#transport.list('/v1/channel_notices', options)
  }
}
