// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'

export interface NewPushSubscription {
  endpoint: string
  keys: PushSubscriptionKeys
  /** As a browser says it: milliseconds, or null. Named as browsers name it. */
  expirationTime?: number | null | undefined
}

export type PsubId = string

export interface PushKey {
  /** For `applicationServerKey`: a point of P-256 in base64url. The same for all, and for good. */
  public_key: string
}

export interface PushSubscription {
  id: PsubId
  /** Of its push service. Who knows it and the keys could write to it: keep it. */
  endpoint: string
  /** With its main version; null of one that a token subscribed. */
  browser: string | null
  system: string | null
  /** Unix seconds. */
  expires_at: number | null
  /** Unix seconds. */
  created_at: number
}

export interface PushSubscriptionKeys {
  p256dh: string
  auth: string
}

export interface PushSubscriptionPage {
  /** Whether more exist beyond this page. */
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
   * Retrieve the key that browsers subscribe with.
   *
   * Permission: any valid token.
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
   * Permission: a session, or a token with every permission of its user.
   *
   * `GET /v1/push_subscriptions`
   */
  list(options?: PageQuery & CallOptions): List<PushSubscription> {
    return this.#transport.list('/v1/push_subscriptions', options)
  }

  /**
   * Subscribe a browser to your notices.
   *
   * Takes what `PushSubscription.toJSON()` gives. Notices of this organization come there, encrypted, as JSON: `id`,
   * `type`, `title`, `body`, `url`, `organization_id`, `language`. A browser that is subscribed already is answered
   * with 200, and is yours from then on if it was a colleague's; at most 10 for each of you. One that is subscribed in
   * a session of the console is told nothing more when that is over.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `POST /v1/push_subscriptions`
   */
  create(body: NewPushSubscription, options?: CallOptions): Answer<PushSubscription> {
    return this.#transport.post('/v1/push_subscriptions', body, options)
  }

  /**
   * Delete a push subscription.
   *
   * Permission: a session, or a token with every permission of its user.
   *
   * `DELETE /v1/push_subscriptions/{id}`
   */
  delete(id: PsubId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/push_subscriptions/${id}`, options)
  }
}
