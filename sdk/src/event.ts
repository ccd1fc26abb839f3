// Events as a union that is told apart by `type`.

import type { EventNoun, KnownEvent } from './generated/events-told.ts'
import type { DeletedEventData } from './generated/shared.ts'

export interface Told<Type extends string, Data> {
  /** The same however often it is told: remember it to do what it asks for once. */
  id: string
  type: Type
  /** The object that the event describes. */
  object_id: string
  /** Its place among the events of the organization: the order in which they are told, without a gap. */
  position: number
  /** The resource as it was then; `{ deleted: true }` where it was deleted since. */
  data: Data | DeletedEventData
  /** Unix seconds. */
  created_at: number
}

/**
 * A type that is newer than this version. The value is the type as the service says it, `noun.past`: the pattern is
 * there for the compiler alone, which keeps apart by it what no `case` names.
 */
export type UnknownEventType = `newer than this SDK: ${string}`

/** An event of a type that is newer than this version: what is left where every known type was told apart. */
export type UnknownEvent = Told<UnknownEventType, Record<string, unknown>>

export type SamvadEvent = KnownEvent | UnknownEvent

/** A type, all of a noun, or all; one that is newer than this version is text. */
export type EventPattern = KnownEvent['type'] | `${EventNoun}.*` | '*' | (string & {})

/** The events that a pattern asks for. */
export type EventsOf<Pattern extends string> = Pattern extends '*'
  ? SamvadEvent
  : Pattern extends KnownEvent['type']
    ? Extract<KnownEvent, { type: Pattern }>
    : Pattern extends `${infer Noun extends EventNoun}.*`
      ? Extract<KnownEvent, { type: `${Noun}.${string}` }> | UnknownEvent
      : SamvadEvent
