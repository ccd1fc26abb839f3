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
  /** Title in your language. */
  title: string
  /** Text in your language. The text of a monthly summary has several lines. */
  text: string
  /** Page of the console with details. */
  url: string
  /** Event that the notification is about. For several messages, the event of the first one. */
  event_id: EventId
  /** Object of the event. */
  object_id: string
  conversation_id: ConversationId | null
  /** Number of messages that the notification covers; 1 for other types. */
  count: number
  /** Time in Unix seconds. */
  created_at: number
  /** When the notification was marked as read, in Unix seconds. Null if unread. */
  read_at: number | null
}

export type NotificationId = string

export interface NotificationPage {
  /** Whether there are more items beyond this page. */
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
  | 'form.reported'
  | 'domain.proof_missing'
  | 'domain.unverified'
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
  | 'subscription.pending'
  | 'subscription.activated'
  | 'subscription.payment_due'
  | 'subscription.renewed'
  | 'subscription.grace_started'
  | 'subscription.grace_reminder'
  | 'subscription.cancelled'
  | 'subscription.resumed'
  | 'subscription.ended'
  | 'payment.disputed'
  | 'payment.refunded_at_gateway'
  | 'payment.taken_back'
  | 'refund.requested'
  | 'refund.approved'
  | 'refund.started'
  | 'refund.processing'
  | 'refund.completed'
  | 'refund.rejected'
  | 'refund.failed'
  | 'invitation.accepted'
  | 'webhook_endpoint.switched_off'
  | 'channel_account.failing'
  | 'channel_account.recovered'
  | 'channel_account.warned'
  | 'campaign.paused'
  | 'campaign.completed'
  | 'export.completed'
  | 'export.failed'
  | 'form.submitted'
  | 'message.received'
  | (string & {})

export interface ListNotificationsQuery extends PageQuery {
  unread?: boolean | undefined
}

export interface ReadAllNotificationsAnswer {
  /** Number of notifications that were marked as read. */
  count: number
}

export interface CountUnreadNotificationsAnswer {
  /** Number of unread notifications, counted up to 1000. */
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
   * Your notifications in this organization from the last 90 days, newest first, in your language. Notifications about
   * deleted objects, or objects that you can no longer view, are not included.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/notifications`
   */
  list(options?: ListNotificationsQuery & CallOptions): List<Notification> {
    return this.#transport.list('/v1/notifications', options)
  }

  /**
   * Mark a notification as read.
   *
   * Has no effect on a notification that is already read.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `POST /v1/notifications/{id}/read`
   */
  read(id: NotificationId, options?: CallOptions): Answer<Notification> {
    return this.#transport.post(at`/v1/notifications/${id}/read`, undefined, options)
  }

  /**
   * Mark all notifications as read.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `POST /v1/notifications/read_all`
   */
  readAll(options?: CallOptions): Answer<ReadAllNotificationsAnswer> {
    return this.#transport.post('/v1/notifications/read_all', undefined, options)
  }

  /**
   * Count unread notifications.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/notifications/unread_count`
   */
  countUnread(options?: CallOptions): Answer<CountUnreadNotificationsAnswer> {
    return this.#transport.get('/v1/notifications/unread_count', options)
  }
}
