// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface NewPushSubscription {
  endpoint: string
  keys: PushSubscriptionKeys
  /** Expiry of the subscription in Unix milliseconds, or null, as reported by the browser. */
  expirationTime?: number | null | undefined
}

export type PsubId = string

export interface PushKey {
  /**
   * VAPID public key for `applicationServerKey`: a P-256 point in base64url. It is the same for all users and never
   * changes.
   */
  public_key: string
}

export interface PushSubscription {
  id: PsubId
  /**
   * URL of the push service for this subscription. Keep it secret: together with the keys, it allows sending
   * notifications to the browser.
   */
  endpoint: string
  /** Browser and its major version. Null if the subscription was created with an access token. */
  browser: string | null
  system: string | null
  /** Time in Unix seconds. */
  expires_at: number | null
  /** Time in Unix seconds. */
  created_at: number
}

export interface PushSubscriptionKeys {
  p256dh: string
  auth: string
}

export interface PushSubscriptionPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: PushSubscription[]
}

/** `samvad.pushSubscriptions.key` */
export class PushSubscriptionsKeyApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the push key.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/push_subscriptions/key`
   */
  retrieve(options?: CallOptions): Answer<PushKey> {
    return this.#transport.get('/v1/push_subscriptions/key', options)
  }
}

/** `samvad.pushSubscriptions` */
export class PushSubscriptionsApi {
  readonly #transport: Transport
  readonly key: PushSubscriptionsKeyApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.key = new PushSubscriptionsKeyApi(transport)
  }

  /**
   * List your push subscriptions.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `GET /v1/push_subscriptions`
   */
  list(options?: PageQuery & CallOptions): List<PushSubscription> {
    return this.#transport.list('/v1/push_subscriptions', options)
  }

  /**
   * Create a push subscription.
   *
   * Subscribes a browser to your notifications in this organization. Send the result of `PushSubscription.toJSON()`.
   * Notifications are delivered encrypted, as JSON with `id`, `type`, `title`, `body`, `url`, `organization_id` and
   * `language`. If the browser is already subscribed, the response has status 200, and a subscription of another user
   * becomes yours. Each user can have at most 10 subscriptions. A subscription created in a console session ends with
   * the session.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `POST /v1/push_subscriptions`
   */
  create(body: NewPushSubscription, options?: CallOptions): Answer<PushSubscription> {
    return this.#transport.post('/v1/push_subscriptions', body, options)
  }

  /**
   * Delete a push subscription.
   *
   * Permission: a console session, or a token with every permission of its user.
   *
   * `DELETE /v1/push_subscriptions/{id}`
   */
  delete(id: PsubId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/push_subscriptions/${id}`, options)
  }
}
