// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { EventPattern, SamvadEvent } from '../event.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { StreamOptions } from '../stream.ts'
import { EventStream } from '../stream.ts'
import type { Transport } from '../transport.ts'
import type { PeriodEnd, Time } from './shared.ts'

export type EventId = string

export interface EventPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: SamvadEvent[]
}

export interface ListEventsQuery extends PageQuery {
  /**
   * Event ID. Returns the events after it in publishing order, oldest first. `0` starts with the oldest stored event.
   */
  after?: string | undefined
  /** Event type, or all types of a noun (`message.*`). Repeat the parameter for several: `type=a&type=b`. */
  type?: string[] | undefined
  object_id?: string | undefined
  from?: Time | undefined
  to?: PeriodEnd | undefined
}

/** `samvad.events` */
export class EventsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List events.
   *
   * Returns the events of the last 30 days, newest first. With `after`, returns the events that follow it in publishing
   * order, oldest first, so that a client that polls misses none. You see an event if you can read its resource; events
   * about a conversation require access to that conversation. Delivery events (`message.sent`, `message.delivered`, …)
   * and `message.created` are recorded only while a webhook endpoint subscribes to them or a live stream requested them
   * in the last 24 hours.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/events`
   */
  list(options?: ListEventsQuery & CallOptions): List<SamvadEvent> {
    return this.#transport.list('/v1/events', options)
  }

  /**
   * Retrieve an event.
   *
   * Returns one event in the shape that the list, the stream and webhooks use.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/events/{id}`
   */
  retrieve(id: EventId, options?: CallOptions): Answer<SamvadEvent> {
    return this.#transport.get(at`/v1/events/${id}`, options)
  }

  /**
   * Stream events.
   *
   * Server-sent events (`text/event-stream`). Each event has the shape of the list and is sent as soon as it happens; a
   * comment is sent every 15 seconds. With the header `Last-Event-ID` the stream resumes after that event without a
   * gap. If that event is no longer stored, the stream starts with an event `reset`; read `GET /v1/events` to catch up.
   * The stream ends when the token or its permissions change; reconnect with the last ID.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/events/stream`
   */
  stream<const Types extends readonly EventPattern[] = readonly ['*']>(
    options?: StreamOptions<Types>,
  ): EventStream<Types> {
    return new EventStream(this.#transport, '/v1/events/stream', options)
  }
}
