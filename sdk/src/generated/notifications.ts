// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { EventId } from './events.ts'
import type { ConversationId } from './shared.ts'

export interface Notification {
  id: NotificationId
  type: NotificationType
  /** In your language. */
  title: string
  /** That of a monthly summary has several lines. */
  text: string
  /** Where one reads more, in the console. */
  url: string
  /** What it tells of; of several messages the first. */
  event_id: EventId
  /** What that is about. */
  object_id: string
  conversation_id: ConversationId | null
  /** Messages that it stands for; 1 of anything else. */
  count: number
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  read_at: number | null
}

export type NotificationId = string

export interface NotificationPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Notification[]
}

export type NotificationType =
  | 'recharge.completed'
  | 'payment.failed'
  | 'recharge.payment_requested'
  | 'invoice.generated'
  | 'balance.low'
  | 'balance.empty'
  | 'credit.granted'
  | 'usage.monthly_summary'
  | 'enterprise_pricing.reached'
  | 'mandate.given'
  | 'mandate.updated'
  | 'mandate.ended'
  | 'auto_recharge.updated'
  | 'auto_recharge.limited'
  | 'auto_recharge.debit_requested'
  | 'auto_recharge.retry_scheduled'
  | 'auto_recharge.switched_off'
  | 'grace.started'
  | 'grace.ended'
  | 'payment.disputed'
  | 'payment.refunded_at_gateway'
  | 'payment.taken_back'
  | 'refund.requested'
  | 'refund.approved'
  | 'refund.processing'
  | 'refund.completed'
  | 'refund.rejected'
  | 'refund.failed'
  | 'invitation.accepted'
  | 'webhook_endpoint.switched_off'
  | 'channel_account.failing'
  | 'channel_account.recovered'
  | 'channel_account.warned'
  | 'export.completed'
  | 'export.failed'
  | 'message.received'
  | (string & {})

export interface ListNotificationsQuery extends PageQuery {
  unread?: boolean | undefined
}

export interface ReadAllNotificationsAnswer {
  /** Notifications that were unread. */
  count: number
}

export interface CountUnreadNotificationsAnswer {
  /** At most 1000, however many there are. */
  count: number
}

/** `samvad.notifications` */
export class NotificationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List notifications.
   *
   * Your own of this organization, newest first, in your language, for 90 days: what you may read now, and what was not
   * deleted.
   *
   * Permission: any valid token.
   *
   * `GET /v1/notifications`
   */
  list(options?: ListNotificationsQuery & CallOptions): List<Notification> {
    return this.#transport.list('/v1/notifications', options)
  }

  /**
   * Mark a notification as read.
   *
   * One that is read already stays as it is.
   *
   * Permission: any valid token.
   *
   * `POST /v1/notifications/{id}/read`
   */
  read(id: NotificationId, options?: CallOptions): Answer<Notification> {
    return this.#transport.post(at`/v1/notifications/${id}/read`, undefined, options)
  }

  /**
   * Mark all notifications as read.
   *
   * Permission: any valid token.
   *
   * `POST /v1/notifications/read_all`
   */
  readAll(options?: CallOptions): Answer<ReadAllNotificationsAnswer> {
    return this.#transport.post('/v1/notifications/read_all', undefined, options)
  }

  /**
   * Count unread notifications.
   *
   * Permission: any valid token.
   *
   * `GET /v1/notifications/unread_count`
   */
  countUnread(options?: CallOptions): Answer<CountUnreadNotificationsAnswer> {
    return this.#transport.get('/v1/notifications/unread_count', options)
  }
}
