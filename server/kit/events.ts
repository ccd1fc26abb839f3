// Every change that others may care about is one row, written in the transaction that makes the change.
// Webhooks, the live stream and notifications read that row; its payload is their body.

import type { Tx } from './database.ts'
import { newUuid, type Uuid } from './ids.ts'
import { type Statement, sql } from './sql.ts'

export interface NewEvent {
  /** `noun.past`, such as `conversation.created`. */
  type: string
  objectId: Uuid
  /** The resource as the API shows it. */
  payload: unknown
}

/** Written with the commit; async so that callers may await it like any other effect. */
export async function emit(tx: Tx, organizationId: Uuid, at: Date, events: NewEvent[]): Promise<void> {
  if (events.length > 0) tx.later(insertEvents(organizationId, at, events))
}

export function insertEvents(organizationId: Uuid, at: Date, events: NewEvent[]): Statement {
  return sql`
    insert into events (org_id, id, type, object_id, payload, created_at)
    select ${organizationId}, id, type, object_id, payload::jsonb, ${at}
      from unnest(${events.map(() => newUuid(at.getTime()))}::uuid[], ${events.map(({ type }) => type)}::text[],
                  ${events.map(({ objectId }) => objectId)}::uuid[], ${events.map(({ payload }) => JSON.stringify(payload))}::text[])
           as given (id, type, object_id, payload)`
}

/** Of the types those that somebody of the organization subscribed to: events that are too many to be written for nobody. */
export async function subscribedTypes(tx: Tx, organizationId: Uuid, types: string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ event_type: string }>(sql`
    select distinct event_type from event_subscriptions where org_id = ${organizationId} and event_type = any(${types}::text[])`)
  return new Set(rows.map(({ event_type }) => event_type))
}
