// What an event is: a type, when it happens, and the shape of what it tells. Each domain declares its own in its
// events.ts, and server/program/events.ts is the table of all. Only a declaration makes an event, so that one of an
// unknown type, or with a payload of another shape, does not compile.

import type { Prefix, Uuid } from '#kit/ids.ts'
import type { Static, TSchema } from '#kit/wire.ts'

export interface Declaration {
  /** When it happens, for whoever subscribes to it. */
  description: string
  /** The resource as the API shows it; what else is told stands beside its fields. */
  payload: TSchema
  /** Where that is another than of the domain's other events. */
  object?: Prefix
  readers?: Readers
}

/** What holds of all events of a domain that say nothing else. */
export interface About {
  /** What they are about. */
  object: Prefix
  readers: Readers
  /** There are as many as messages or deliveries: written for an organization that somebody of asked for them. */
  isOnDemand?: boolean
}

/** Who may read an event: what they could read through the API as well. */
export interface Readers {
  /** A permission: what it takes to read those that are about nobody in particular, and one's own. */
  permission: string | PermissionByValue
  /** What it takes besides to read those that are somebody else's. */
  ofOthers?: string
  /** Fields that show what is the actor's own: null for who does not see everybody's. */
  own?: readonly string[]
  /** What is shown to who lacks a further permission. */
  without?: Without
}

export interface Without {
  permission: string
  /** The data less what that permission is for; a tombstone never comes here. */
  show: (data: Readonly<Record<string, unknown>>) => Record<string, unknown>
}

/** The permission, by what a field of the payload says: where what they are about is of several kinds. */
export interface PermissionByValue {
  field: string
  of: Readonly<Record<string, string>>
}

/** Declared events by type, which is `noun.past`: `conversation.created`. */
export type Declarations = Readonly<Record<string, Declaration>>

declare const isDeclared: unique symbol

/** An event to be written. */
export interface NewEvent {
  readonly [isDeclared]: true
  type: string
  objectId: Uuid
  payload: unknown
  /** Whose it is, where not everybody may read it. */
  audience: Audience
}

/** The conversation that an event is about, and the user whose it is; null where that matters to nobody. */
export interface Audience {
  conversationId: Uuid | null
  userId: Uuid | null
}

const EVERYBODY: Audience = { conversationId: null, userId: null }

export type EventOfOne = NewEvent & { organizationId: Uuid }

export class DeclaredEvents<D extends Declarations = Declarations> {
  readonly declarations: D
  readonly about: About

  constructor(about: About, declarations: D) {
    this.about = about
    this.declarations = declarations
  }

  /** The object is what it is about: with it the event becomes a tombstone. */
  event<Type extends keyof D & string>(
    type: Type,
    objectId: Uuid,
    payload: Static<D[Type]['payload']>,
    audience: Audience = EVERYBODY,
  ): NewEvent {
    return { type, objectId, payload, audience } as unknown as NewEvent
  }
}

export function declareEvents<const D extends Declarations>(about: About, declarations: D): DeclaredEvents<D> {
  return new DeclaredEvents(about, declarations)
}

/** A type of event with all that is said of it. */
export interface EventKind extends About {
  type: string
  description: string
  payload: TSchema
}

export const kindsOf = ({ about, declarations }: DeclaredEvents): EventKind[] =>
  Object.entries<Declaration>(declarations).map(([type, one]) => ({ ...about, type, ...one }))
