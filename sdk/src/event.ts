// Events as a union discriminated by `type`.

import type { EventNoun, KnownEvent } from './generated/events-told.ts'
import type { DeletedEventData } from './generated/shared.ts'

export interface Told<Type extends string, Data> {
  /** The same for repeated deliveries: store it to process each event once. */
  id: string
  type: Type
  /** The object that the event describes. */
  object_id: string
  /** The position among the organization's events: gapless, in delivery order. */
  position: number
  /** The resource as it was then; `{ deleted: true }` where it was deleted since. */
  data: Data | DeletedEventData
  /** Unix seconds. */
  created_at: number
}

/**
 * A type newer than this version. The value is the service's type, `noun.past`; the template type only makes the
 * compiler distinguish unknown types from all `case` labels.
 */
export type UnknownEventType = `newer than this SDK: ${string}`

/** An event of a type newer than this version: what remains after all known types. */
export type UnknownEvent = Told<UnknownEventType, Record<string, unknown>>

export type SamvadEvent = KnownEvent | UnknownEvent

/** A type, all of a noun, or all; one that is newer than this version is text. */
export type EventPattern = KnownEvent['type'] | `${EventNoun}.*` | '*' | (string & {})

/** The events that match a pattern. */
export type EventsOf<Pattern extends string> = Pattern extends '*'
  ? SamvadEvent
  : Pattern extends KnownEvent['type']
    ? Extract<KnownEvent, { type: Pattern }>
    : Pattern extends `${infer Noun extends EventNoun}.*`
      ? Extract<KnownEvent, { type: `${Noun}.${string}` }> | UnknownEvent
      : SamvadEvent
