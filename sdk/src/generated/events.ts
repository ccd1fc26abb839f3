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
  /** Those told behind this one, oldest first, instead of the newest; `0` for those that are kept from the first on. */
  after?: string | undefined
  /** A type, or all of a noun: `message.*`. Several are said one after the other: `type=a&type=b`. */
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
   * What changed, newest first; with `after` in the order in which it is told, so that whoever goes on behind the last
   * one misses nothing. Each takes the permission that its resource takes; those about a conversation are read by who
   * sees it. Kept for 30 days. Those of deliveries and `message.created` are written for who asked for them: by a
   * webhook endpoint, or a live stream in the last 24 hours.
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
   * As the list shows it, and what a webhook endpoint is told.
   *
   * Permission: none; any valid access token is accepted.
   *
   * `GET /v1/events/{id}`
   */
  retrieve(id: EventId, options?: CallOptions): Answer<SamvadEvent> {
    return this.#transport.get(at`/v1/events/${id}`, options)
  }

  /**
   * Follow events.
   *
   * Server-sent events, each as the list shows it, as soon as it happens; a comment every 15 seconds. With the header
   * `Last-Event-ID` it goes on behind that one, without a gap; where that is not kept any more, an event `reset` says
   * so first, and `GET /v1/events` shows what there is. It ends when the token, or what it may do, is another: come
   * back with the last id.
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
