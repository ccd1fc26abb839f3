// What an event is: a type, when it happens, and the shape of what it tells. Each domain declares its own in its
// events.ts, and server/program/events.ts is the table of all. Only a declaration makes an event, so that one of an
// unknown type, or with a payload of another shape, does not compile.

import type { Uuid } from '#kit/ids.ts'
import type { Static, TSchema } from '#kit/wire.ts'

export interface Declaration {
  /** When it happens, for whoever subscribes to it. */
  description: string
  /** The resource as the API shows it; what else is told stands beside its fields. */
  payload: TSchema
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
}

export type EventOfOne = NewEvent & { organizationId: Uuid }

export class DeclaredEvents<D extends Declarations = Declarations> {
  readonly declarations: D

  constructor(declarations: D) {
    this.declarations = declarations
  }

  /** The object is what it is about: with it the event becomes a tombstone. */
  event<Type extends keyof D & string>(type: Type, objectId: Uuid, payload: Static<D[Type]['payload']>): NewEvent {
    return { type, objectId, payload } as unknown as NewEvent
  }
}

export function declareEvents<const D extends Declarations>(declarations: D): DeclaredEvents<D> {
  return new DeclaredEvents(declarations)
}
