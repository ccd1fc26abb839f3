// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { EventId } from './events.ts'
import type { PeriodEnd, Time, UserId } from './shared.ts'

export interface NewWebhookEndpoint {
  url: string
  /** Types of events, all of a noun (`message.*`), or `*` for all. */
  event_types: string[]
  description?: string | null | undefined
}

export interface SecretRotation {
  /** For so long the earlier secret signs as well; a day by default. */
  overlap_seconds?: number | undefined
}

export type SwitchedOffBecause = 'gone' | 'failing' | 'no_access' | (string & {})

export interface WebhookAttempt {
  /** Unix seconds. */
  at: number
  duration_ms: number
  status_code: number | null
  error: string | null
  /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
  error_details: {
    /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
  /** The first 2,048 bytes; null of a private network, and when the object was deleted. */
  answer: string | null
}

export interface WebhookDelivery {
  id: WebhookDeliveryId
  event_id: EventId
  event_type: string
  /** What the event is about. */
  object_id: string
  status: WebhookDeliveryStatus
  /** Asked for by hand, beside the order of the others. */
  replay: boolean
  attempts: WebhookAttempt[]
  /** Unix seconds. */
  next_attempt_at: number | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  ended_at: number | null
}

export type WebhookDeliveryId = string

export interface WebhookDeliveryPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: WebhookDelivery[]
}

export type WebhookDeliveryStatus = 'delivered' | 'retrying' | 'failed' | (string & {})

export interface WebhookEndpoint {
  id: WebhookEndpointId
  url: string
  description: string | null
  event_types: string[]
  status: WebhookEndpointStatus
  switched_off_because: SwitchedOffBecause | null
  /** Who set it last: it is told what they may read. */
  user_id: UserId
  /** Unix seconds. */
  failing_since: number | null
  /** Unix seconds. */
  previous_secret_until: number | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  updated_at: number
}

export interface WebhookEndpointChange {
  url?: string | undefined
  /** Types of events, all of a noun (`message.*`), or `*` for all. */
  event_types?: string[] | undefined
  description?: string | null | undefined
  status?: WebhookEndpointSetTo | undefined
}

export type WebhookEndpointId = string

export interface WebhookEndpointPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: WebhookEndpoint[]
}

export type WebhookEndpointSetTo = 'enabled' | 'paused' | (string & {})

export type WebhookEndpointStatus = 'enabled' | 'paused' | 'switched_off' | (string & {})

export interface WebhookEndpointWithSecret {
  id: WebhookEndpointId
  url: string
  description: string | null
  event_types: string[]
  status: WebhookEndpointStatus
  switched_off_because: SwitchedOffBecause | null
  /** Who set it last: it is told what they may read. */
  user_id: UserId
  /** Unix seconds. */
  failing_since: number | null
  /** Unix seconds. */
  previous_secret_until: number | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  updated_at: number
  /** What it checks signatures with; shown once. */
  secret: string
}

export interface WebhookReplay {
  from: Time
  to: PeriodEnd
}

export interface ListWebhookDeliveriesQuery extends PageQuery {
  status?: WebhookDeliveryStatus | undefined
  event_id?: EventId | undefined
}

/** `samvad.webhookEndpoints.deliveries` */
export class WebhookEndpointsDeliveriesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List what was sent to a webhook endpoint.
   *
   * Newest first, each with its attempts: of events that you may read, and that were attempted. Kept as long as the
   * events.
   *
   * Permission: `webhooks.manage`.
   *
   * `GET /v1/webhook_endpoints/{id}/deliveries`
   */
  list(id: WebhookEndpointId, options?: ListWebhookDeliveriesQuery & CallOptions): List<WebhookDelivery> {
    return this.#transport.list(at`/v1/webhook_endpoints/${id}/deliveries`, options)
  }

  /**
   * Retrieve what was sent to a webhook endpoint.
   *
   * One delivery with its attempts; `GET /v1/events/:id` has what it tells.
   *
   * Permission: `webhooks.manage`.
   *
   * `GET /v1/webhook_endpoints/{id}/deliveries/{delivery_id}`
   */
  retrieve(id: WebhookEndpointId, deliveryId: WebhookDeliveryId, options?: CallOptions): Answer<WebhookDelivery> {
    return this.#transport.get(at`/v1/webhook_endpoints/${id}/deliveries/${deliveryId}`, options)
  }

  /**
   * Send an event to a webhook endpoint again.
   *
   * One that is tried again is tried now. One that has ended goes out once more, as another delivery with `replay`.
   *
   * Permission: `webhooks.manage`.
   *
   * `POST /v1/webhook_endpoints/{id}/deliveries/{delivery_id}/retry`
   */
  retry(id: WebhookEndpointId, deliveryId: WebhookDeliveryId, options?: CallOptions): Answer<WebhookDelivery> {
    return this.#transport.post(at`/v1/webhook_endpoints/${id}/deliveries/${deliveryId}/retry`, undefined, options)
  }
}

export interface ReplayWebhookEventsAnswer {
  /** Events that are sent again. */
  count: number
}

/** `samvad.webhookEndpoints` */
export class WebhookEndpointsApi {
  readonly #transport: Transport
  readonly deliveries: WebhookEndpointsDeliveriesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.deliveries = new WebhookEndpointsDeliveriesApi(transport)
  }

  /**
   * List webhook endpoints.
   *
   * Permission: `webhooks.manage`.
   *
   * `GET /v1/webhook_endpoints`
   */
  list(options?: PageQuery & CallOptions): List<WebhookEndpoint> {
    return this.#transport.list('/v1/webhook_endpoints', options)
  }

  /**
   * Create a webhook endpoint.
   *
   * It is called with each event of these types, from now on, that you may read: by `POST`, signed as Standard Webhooks
   * says (`webhook-id`, `webhook-timestamp`, `webhook-signature`) with the `secret` that this answer shows, once. In
   * order for each object; what does not answer 2xx within 15 seconds is tried again for three days, and holds back
   * only its own object.
   *
   * Permission: `webhooks.manage`.
   *
   * `POST /v1/webhook_endpoints`
   */
  create(body: NewWebhookEndpoint, options?: CallOptions): Answer<WebhookEndpointWithSecret> {
    return this.#transport.post('/v1/webhook_endpoints', body, options)
  }

  /**
   * Retrieve a webhook endpoint.
   *
   * Permission: `webhooks.manage`.
   *
   * `GET /v1/webhook_endpoints/{id}`
   */
  retrieve(id: WebhookEndpointId, options?: CallOptions): Answer<WebhookEndpoint> {
    return this.#transport.get(at`/v1/webhook_endpoints/${id}`, options)
  }

  /**
   * Update a webhook endpoint.
   *
   * What is left out stays. From now on it is told what you may read. `paused` keeps events for three days; one that
   * was switched off goes on with what happens from now on once it is `enabled`, and `replay` brings the rest.
   *
   * Permission: `webhooks.manage`.
   *
   * `PUT /v1/webhook_endpoints/{id}`
   */
  update(id: WebhookEndpointId, body: WebhookEndpointChange, options?: CallOptions): Answer<WebhookEndpoint> {
    return this.#transport.put(at`/v1/webhook_endpoints/${id}`, body, options)
  }

  /**
   * Delete a webhook endpoint.
   *
   * Permission: `webhooks.manage`.
   *
   * `DELETE /v1/webhook_endpoints/{id}`
   */
  delete(id: WebhookEndpointId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/webhook_endpoints/${id}`, options)
  }

  /**
   * Replay events.
   *
   * Sends the events of a time once more, at most 10,000, as far as you may read them: with the same `webhook-id` and
   * the header `webhook-replay: true`, beside what is told meanwhile.
   *
   * Permission: `webhooks.manage`.
   *
   * `POST /v1/webhook_endpoints/{id}/replay`
   */
  replay(id: WebhookEndpointId, body: WebhookReplay, options?: CallOptions): Answer<ReplayWebhookEventsAnswer> {
    return this.#transport.post(at`/v1/webhook_endpoints/${id}/replay`, body, options)
  }

  /**
   * Rotate the secret of a webhook endpoint.
   *
   * The answer shows the new `secret`, once. The earlier one signs as well for a day, or for `overlap_seconds`: each
   * call then carries both signatures.
   *
   * Permission: `webhooks.manage`.
   *
   * `POST /v1/webhook_endpoints/{id}/rotate_secret`
   */
  rotateSecret(id: WebhookEndpointId, body?: SecretRotation, options?: CallOptions): Answer<WebhookEndpointWithSecret> {
    return this.#transport.post(at`/v1/webhook_endpoints/${id}/rotate_secret`, body, options)
  }

  /**
   * Test a webhook endpoint.
   *
   * Calls it once, with an event of the type `webhook_endpoint.tested` that is nowhere else, and answers with how it
   * went.
   *
   * Permission: `webhooks.manage`.
   *
   * `POST /v1/webhook_endpoints/{id}/test`
   */
  test(id: WebhookEndpointId, options?: CallOptions): Answer<WebhookAttempt> {
    return this.#transport.post(at`/v1/webhook_endpoints/${id}/test`, undefined, options)
  }
}
