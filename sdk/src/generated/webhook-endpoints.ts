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
  /** Event types, all types of a noun (`message.*`), or `*` for all. */
  event_types: string[]
  description?: string | null | undefined
}

export interface SecretRotation {
  /** How long the previous secret stays valid, in seconds. By default 24 hours. */
  overlap_seconds?: number | undefined
}

export type SwitchedOffBecause = 'gone' | 'failing' | 'no_access' | (string & {})

export interface WebhookAttempt {
  /** Time in Unix seconds. */
  at: number
  /** Duration of the request in milliseconds. */
  duration_ms: number
  /** HTTP status of the response. Null if there was no response. */
  status_code: number | null
  /**
   * Why the request failed other than by its status: no response, a redirect, or an address that is not allowed. Null
   * otherwise.
   */
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
  /**
   * The first 2,048 bytes of the response body. Null for an endpoint in a private network, and once the resource is
   * deleted.
   */
  answer: string | null
}

export interface WebhookDelivery {
  id: WebhookDeliveryId
  event_id: EventId
  event_type: string
  /** ID of the resource that the event is about. */
  object_id: string
  status: WebhookDeliveryStatus
  /** Whether it was requested manually, outside the order of other events. */
  replay: boolean
  attempts: WebhookAttempt[]
  /** Time in Unix seconds. */
  next_attempt_at: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  ended_at: number | null
}

export type WebhookDeliveryId = string

export interface WebhookDeliveryPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: WebhookDelivery[]
}

export type WebhookDeliveryStatus = 'delivered' | 'retrying' | 'failed' | (string & {})

export interface WebhookEndpoint {
  id: WebhookEndpointId
  url: string
  description: string | null
  event_types: string[]
  /** `paused` by a user: events are kept for three days. `switched_off` by the service: see `switched_off_because`. */
  status: WebhookEndpointStatus
  /**
   * `gone`: it returned 410. `failing`: it failed for 5 days. `no_access`: its user can no longer view any of its
   * events. Null unless switched off.
   */
  switched_off_because: SwitchedOffBecause | null
  /** The user who last changed the endpoint. It receives the events that this user can view. */
  user_id: UserId
  /** Time in Unix seconds. */
  failing_since: number | null
  /** Time in Unix seconds. */
  previous_secret_until: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number
}

export interface WebhookEndpointChange {
  url?: string | undefined
  /** Event types, all types of a noun (`message.*`), or `*` for all. */
  event_types?: string[] | undefined
  description?: string | null | undefined
  status?: WebhookEndpointSetTo | undefined
}

export type WebhookEndpointId = string

export interface WebhookEndpointPage {
  /** Whether there are more items beyond this page. */
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
  /** `paused` by a user: events are kept for three days. `switched_off` by the service: see `switched_off_because`. */
  status: WebhookEndpointStatus
  /**
   * `gone`: it returned 410. `failing`: it failed for 5 days. `no_access`: its user can no longer view any of its
   * events. Null unless switched off.
   */
  switched_off_because: SwitchedOffBecause | null
  /** The user who last changed the endpoint. It receives the events that this user can view. */
  user_id: UserId
  /** Time in Unix seconds. */
  failing_since: number | null
  /** Time in Unix seconds. */
  previous_secret_until: number | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number
  /** Secret to verify signatures with. Returned only once. */
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
   * List the deliveries of a webhook endpoint.
   *
   * Returns the deliveries that were attempted, newest first, with their attempts, for events that you can view.
   * Deliveries are stored as long as their events.
   *
   * Permission: `webhooks.manage`.
   *
   * `GET /v1/webhook_endpoints/{id}/deliveries`
   */
  list(id: WebhookEndpointId, options?: ListWebhookDeliveriesQuery & CallOptions): List<WebhookDelivery> {
    return this.#transport.list(at`/v1/webhook_endpoints/${id}/deliveries`, options)
  }

  /**
   * Retrieve a delivery of a webhook endpoint.
   *
   * Returns the delivery with its attempts. For the content of the event, use `GET /v1/events/{id}`.
   *
   * Permission: `webhooks.manage`.
   *
   * `GET /v1/webhook_endpoints/{id}/deliveries/{delivery_id}`
   */
  retrieve(id: WebhookEndpointId, deliveryId: WebhookDeliveryId, options?: CallOptions): Answer<WebhookDelivery> {
    return this.#transport.get(at`/v1/webhook_endpoints/${id}/deliveries/${deliveryId}`, options)
  }

  /**
   * Retry a delivery of a webhook endpoint.
   *
   * Sends a delivery that waits for a retry now. A delivery that has ended is sent again as a new delivery with
   * `replay`.
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
  /** Number of events that are resent. */
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
   * Sends a `POST` for each new event of these types that you can view, signed according to Standard Webhooks
   * (`webhook-id`, `webhook-timestamp`, `webhook-signature`) with the `secret`, which is returned only in this
   * response. Events of one resource are sent in order. A request that gets no 2xx response within 15 seconds is
   * retried for three days and delays only events of the same resource.
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
   * Fields that are omitted stay unchanged. The endpoint then receives the events that you can view. `paused` keeps
   * events for three days. Setting an endpoint that was switched off to `enabled` sends only new events; use `replay`
   * for the events in between.
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
   * Resends the events of a period, at most 10,000, that you can view, with the same `webhook-id` and the header
   * `webhook-replay: true`. New events are sent in parallel.
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
   * Returns the new `secret`, only once. The previous secret stays valid for 24 hours, or for `overlap_seconds`; until
   * then each request carries both signatures.
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
   * Sends one event of the type `webhook_endpoint.tested`, which is not in the list of events, and returns the result.
   *
   * Permission: `webhooks.manage`.
   *
   * `POST /v1/webhook_endpoints/{id}/test`
   */
  test(id: WebhookEndpointId, options?: CallOptions): Answer<WebhookAttempt> {
    return this.#transport.post(at`/v1/webhook_endpoints/${id}/test`, undefined, options)
  }
}
