// Events as a union discriminated by `type`.

import type { EventNoun, KnownEvent } from './generated/events-told.ts'
import type { DeletedEventData } from './generated/shared.ts'

export interface Told<Type extends string, Data> {
  /** The same for every delivery of an event: store it to process each event once. */
  id: string
  type: Type
  /** The object that the event describes. */
  object_id: string
  /** The event's position in its organization: the order of delivery, without gaps. */
  position: number
  /** The resource at the time of the event; `{ deleted: true }` when it has been deleted since. */
  data: Data | DeletedEventData
  /** Unix seconds. */
  created_at: number
}

/**
 * A type newer than this version. At run time it is the service's type, `noun.past`; the template type only makes the
 * compiler distinguish it from all known types.
 */
export type UnknownEventType = `newer than this SDK: ${string}`

/** An event of a type newer than this version: what remains after all known types are handled. */
export type UnknownEvent = Told<UnknownEventType, Record<string, unknown>>

export type SamvadEvent = KnownEvent | UnknownEvent

/** A type, all of a noun, or all; a type newer than this version is plain text. */
export type EventPattern = KnownEvent['type'] | `${EventNoun}.*` | '*' | (string & {})

/** The events that match a pattern. */
export type EventsOf<Pattern extends string> = Pattern extends '*'
  ? SamvadEvent
  : Pattern extends KnownEvent['type']
    ? Extract<KnownEvent, { type: Pattern }>
    : Pattern extends `${infer Noun extends EventNoun}.*`
      ? Extract<KnownEvent, { type: `${Noun}.${string}` }> | UnknownEvent
      : SamvadEvent
