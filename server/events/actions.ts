// Every change that others may care about is one row, written in the transaction that makes the change.
// Webhooks, the live stream and notifications read that row; its payload is their body.

import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { nothing, type Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { NewEvent } from './declaration.ts'
import { runHooks } from './hooks.ts'
import { buryEvents, holdSubscriptions, insertEvents, renameInEvents, subscribed } from './queries.ts'

/** Written with the commit; async so that callers may await it like any other effect. */
export async function emit(tx: Tx, organizationId: Uuid, at: Date, events: NewEvent[]): Promise<void> {
  if (events.length > 0) tx.onCommit(insertEvents(organizationId, at, events))
}

/**
 * An update, told by its event as it was before and after: an update that changes nothing has no event (spec 14.1).
 * True where it changed something. The object must be locked since `before` was read.
 */
export async function emitChange(
  tx: Tx,
  { organizationId, at }: Scope,
  before: NewEvent,
  after: NewEvent,
): Promise<boolean> {
  const isChanged = !isDeepStrictEqual(before.payload, after.payload)
  if (isChanged) await emit(tx, organizationId, at, [after])
  return isChanged
}

/**
 * The events of what is being deleted become tombstones (spec 14.4): whoever was told of them can still be told that
 * they were, and what is no longer. `which` narrows it to some of the objects' events. Behind the locks on the objects,
 * so that no event of theirs is on its way.
 */
export async function bury(
  tx: Tx,
  scope: Scope,
  objectIds: readonly Uuid[],
  which: Statement = nothing,
): Promise<void> {
  await tx.run(buryEvents(scope.organizationId, objectIds, which))
  await runHooks('events.buried', tx, scope, { objectIds: [...objectIds], areAll: which === nothing })
}

/** Where events of these objects name `from` at the path, they name `into` from then on. */
export async function passOn(
  tx: Tx,
  organizationId: Uuid,
  objectIds: readonly Uuid[],
  path: readonly string[],
  from: string,
  into: string,
): Promise<void> {
  await tx.run(renameInEvents(organizationId, objectIds, path, from, into))
}

/**
 * Of the types those that somebody of each organization subscribed to: events that are too many to be written for
 * nobody. Whoever subscribes meanwhile waits until this transaction has ended; and who is just doing so is not waited
 * for, but told as if they had.
 */
export async function subscribedTypes(
  tx: Tx,
  organizationIds: readonly Uuid[],
  types: readonly string[],
): Promise<Map<Uuid, Set<string>>> {
  const [held, rows] = await Promise.all([
    tx.rows<{ org_id: Uuid }>(holdSubscriptions(organizationIds)),
    tx.rows<{ org_id: Uuid; event_type: string }>(subscribed(organizationIds, types)),
  ])
  const asked = new Map(held.map(({ org_id }) => [org_id, new Set(types)]))
  for (const { org_id, event_type } of rows) asked.set(org_id, (asked.get(org_id) ?? new Set()).add(event_type))
  return asked
}
