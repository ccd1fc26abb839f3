// Every change that others may care about is one row, written in the transaction that makes the change.
// Webhooks, the live stream and notifications read that row; its payload is their body.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { NewEvent } from './declaration.ts'
import { insertEvents, subscribed } from './queries.ts'

/** Written with the commit; async so that callers may await it like any other effect. */
export async function emit(tx: Tx, organizationId: Uuid, at: Date, events: NewEvent[]): Promise<void> {
  if (events.length > 0) tx.onCommit(insertEvents(organizationId, at, events))
}

/**
 * Of the types those that somebody of each organization subscribed to: events that are too many to be written for
 * nobody.
 */
export async function subscribedTypes(
  tx: Tx,
  organizationIds: readonly Uuid[],
  types: readonly string[],
): Promise<Map<Uuid, Set<string>>> {
  const rows = await tx.rows<{ org_id: Uuid; event_type: string }>(subscribed(organizationIds, types))
  const asked = new Map<Uuid, Set<string>>()
  for (const { org_id, event_type } of rows) asked.set(org_id, (asked.get(org_id) ?? new Set()).add(event_type))
  return asked
}
