// Event declarations: type, meaning, and payload schema. Each domain declares its own in events.ts, and
// server/program/events.ts lists all. Events can only be created from a declaration, so an unknown type or a wrong
// payload does not compile.

import type { Prefix, Uuid } from '#kit/ids.ts'
import type { Static, TSchema } from '#kit/wire.ts'

export interface Declaration {
  /** When it happens, for subscribers. */
  description: string
  /** The resource as the API shows it; additional data is in further fields. */
  payload: TSchema
  /** When it differs from the domain's other events. */
  object?: Prefix
  readers?: Readers
}

/** Defaults for all events of a domain. */
export interface About {
  /** The id prefix of the events' objects. */
  object: Prefix
  readers: Readers
  /** As frequent as messages or deliveries: written only for organizations with a subscription. */
  isOnDemand?: boolean
}

/** Who may read an event: whoever can read the same through the API. */
export interface Readers {
  /** The permission for events about one's own objects or about nobody's. */
  permission: string | PermissionByValue
  /** The additional permission for other users' objects. */
  ofOthers?: string
  /** Fields that belong to the actor; null for readers who may only see their own. */
  own?: readonly string[]
  /** The reduced payload for readers without a further permission. */
  without?: Without
}

export interface Without {
  permission: string
  /** The data without what that permission protects; never called for a tombstone. */
  show: (data: Readonly<Record<string, unknown>>) => Record<string, unknown>
}

/** The permission depends on a payload field, for events about objects of several kinds. */
export interface PermissionByValue {
  field: string
  of: Readonly<Record<string, string>>
}

/** Declared events by type, which is `noun.past`: `conversation.created`. */
export type Declarations = Readonly<Record<string, Declaration>>

declare const isDeclared: unique symbol

/** An event to write. */
export interface NewEvent {
  readonly [isDeclared]: true
  type: string
  objectId: Uuid
  payload: unknown
  /** The conversation or user that access depends on, if it does. */
  audience: Audience
}

/** The conversation of an event and its user; null when access does not depend on them. */
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

  /** With the object's deletion the event becomes a tombstone. */
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

/** An event type with its complete declaration. */
export interface EventKind extends About {
  type: string
  description: string
  payload: TSchema
}

export const kindsOf = ({ about, declarations }: DeclaredEvents): EventKind[] =>
  Object.entries<Declaration>(declarations).map(([type, one]) => ({ ...about, type, ...one }))
