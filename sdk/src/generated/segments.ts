// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { SegmentId } from './campaigns.ts'
import type { Contact } from './contacts.ts'
import type { Channel, ListId, Time } from './shared.ts'

/**
 * Either `all`, `any` or `not`, or one condition: `attribute` with one of `is`, `is_not`, `contains`, `before`,
 * `after`, `exists`; `list_id`; `reachable`; `consent`; `last_active_at`; `created_at`. At most 50 conditions and 8
 * levels. `not` selects exactly the contacts that the filter inside does not select.
 */
export interface ContactFilter {
  /** Contacts that every filter in the list selects. */
  all?: ContactFilter[] | undefined
  /** Contacts that at least one filter in the list selects. */
  any?: ContactFilter[] | undefined
  /** Contacts that this filter does not select. */
  not?: ContactFilter | undefined
  /** The name of an attribute. */
  attribute?: string | undefined
  /** Compared as text, ignoring the case of the letters A to Z. */
  is?: string | number | boolean | undefined
  /** Selects every other contact, also those without the attribute. */
  is_not?: string | number | boolean | undefined
  /** Part of the value, ignoring the case of the letters A to Z. */
  contains?: string | undefined
  /** A number, or a date or time in ISO 8601. Selects smaller numbers or earlier dates. */
  before?: string | number | undefined
  /** A number, or a date or time in ISO 8601. Selects this and larger numbers, or this and later dates. */
  after?: string | number | undefined
  /** True selects contacts that have the attribute, false those without it. */
  exists?: boolean | undefined
  /** Members of the contact list. */
  list_id?: ListId | undefined
  /** Contacts with an address on the channel that is not suppressed, and who have not unsubscribed. */
  reachable?: Channel | undefined
  /** Contacts with recorded consent for the channel that was not revoked. */
  consent?: Channel | undefined
  /**
   * When the contact was last active. `after` includes the time, `before` excludes it; `within_days` counts back from
   * now.
   */
  last_active_at?: {
    after?: Time | undefined
    before?: Time | undefined
    within_days?: number | undefined
  } | undefined
  /**
   * When the contact was created. `after` includes the time, `before` excludes it; `within_days` counts back from now.
   */
  created_at?: {
    after?: Time | undefined
    before?: Time | undefined
    within_days?: number | undefined
  } | undefined
}

export interface FilterCount {
  /** Contacts that the filter selects now. */
  count: number
  /** The newest of them, at most as many as requested. */
  examples: Contact[]
}

export interface NewSegment {
  name: string
  filter: ContactFilter
}

export interface NewSegmentCount {
  filter: ContactFilter
  /**
   * How many of the contacts to return.
   *
   * Default: 0
   */
  examples?: number | undefined
}

export interface Segment {
  id: SegmentId
  name: string
  filter: ContactFilter
  /** Time in Unix seconds. */
  created_at: number
}

export interface SegmentChange {
  name?: string | undefined
  filter?: ContactFilter | undefined
}

export interface SegmentCount {
  /** Contacts that the filter selects now. */
  count: number
}

export interface SegmentPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Segment[]
}

/** `samvad.segments.contacts` */
export class SegmentsContactsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the contacts of a segment.
   *
   * Those that the filter selects at the time of the request, newest created first.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/segments/{id}/contacts`
   */
  list(id: SegmentId, options?: PageQuery & CallOptions): List<Contact> {
    return this.#transport.list(at`/v1/segments/${id}/contacts`, options)
  }
}

/** `samvad.segments` */
export class SegmentsApi {
  readonly #transport: Transport
  readonly contacts: SegmentsContactsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.contacts = new SegmentsContactsApi(transport)
  }

  /**
   * List segments.
   *
   * Newest created first.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/segments`
   */
  list(options?: PageQuery & CallOptions): List<Segment> {
    return this.#transport.list('/v1/segments', options)
  }

  /**
   * Create a segment.
   *
   * Saves a filter of contacts under a name. The filter is evaluated each time the segment is used. Errors in the
   * filter name the condition, such as `filter.all[1].attribute`.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/segments`
   */
  create(body: NewSegment, options?: CallOptions): Answer<Segment> {
    return this.#transport.post('/v1/segments', body, options)
  }

  /**
   * Retrieve a segment.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/segments/{id}`
   */
  retrieve(id: SegmentId, options?: CallOptions): Answer<Segment> {
    return this.#transport.get(at`/v1/segments/${id}`, options)
  }

  /**
   * Update a segment.
   *
   * Changes the fields in the request and leaves the rest. A filter replaces the whole filter.
   *
   * Permission: `contacts.manage`.
   *
   * `PUT /v1/segments/{id}`
   */
  update(id: SegmentId, body: SegmentChange, options?: CallOptions): Answer<Segment> {
    return this.#transport.put(at`/v1/segments/${id}`, body, options)
  }

  /**
   * Delete a segment.
   *
   * Permanent. The contacts are not deleted.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/segments/{id}`
   */
  delete(id: SegmentId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/segments/${id}`, options)
  }

  /**
   * Count the contacts of a segment.
   *
   * Counted at the time of the request. 503 when it takes too long.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/segments/{id}/count`
   */
  count(id: SegmentId, options?: CallOptions): Answer<SegmentCount> {
    return this.#transport.get(at`/v1/segments/${id}/count`, options)
  }

  /**
   * Count the contacts that a filter selects.
   *
   * Before the filter is saved as a segment. With `examples`, also the newest of these contacts. Nothing is written.
   * 503 when it takes too long.
   *
   * Permission: `contacts.view`.
   *
   * `POST /v1/segments/count`
   */
  countFilter(body: NewSegmentCount, options?: CallOptions): Answer<FilterCount> {
    return this.#transport.post('/v1/segments/count', body, options)
  }
}
