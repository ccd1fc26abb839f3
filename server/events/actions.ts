// Every change that subscribers may need is one row, written in the transaction of the change. Webhooks, the live
// stream and notifications read that row; its payload is their body.

import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { nothing, type Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { NewEvent } from './declaration.ts'
import { runHooks } from './hooks.ts'
import { buryEvents, holdSubscriptions, insertEvents, renameInEvents, subscribed } from './queries.ts'

/** Written with the commit; async, so that callers can await it like any other write. */
export async function emit(tx: Tx, organizationId: Uuid, at: Date, events: NewEvent[]): Promise<void> {
  if (events.length > 0) tx.onCommit(insertEvents(organizationId, at, events))
}

/**
 * Emits the event of an update from the object before and after it: an update without changes has no event (spec 14.1).
 * Returns true when something changed. The object must be locked since `before` was read.
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
 * Turns the events of deleted objects into tombstones (spec 14.4): their subscribers can still be informed of the
 * deletion. `which` limits it to some of the objects' events. Called under the objects' locks, so that none of their
 * events is in flight.
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

/** Replaces `from` by `into` at this path in events of these objects. */
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
 * The types among these that each organization has a subscription for: such events are too frequent to be written
 * without one. New subscriptions wait until this transaction ends; one that is just being created is treated as
 * existing instead of waited for.
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
