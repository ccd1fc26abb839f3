// Every change that others may care about is one row, written in the transaction that makes the change.
// Webhooks, the live stream and notifications read that row; its payload is their body.

import type { Tx } from './database.ts'
import { firstUuidAt, newUuid, type Uuid } from './ids.ts'
import { nothing, type Statement, sql } from './sql.ts'

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

export type EventOfOne = NewEvent & { organizationId: Uuid }

/** Events of many organizations, in one statement. */
export function insertEventsOfMany(at: Date, events: EventOfOne[]): Statement {
  return sql`
    insert into events (org_id, id, type, object_id, payload, created_at)
    select org_id, id, type, object_id, payload::jsonb, ${at}
      from unnest(${events.map(({ organizationId }) => organizationId)}::uuid[], ${events.map(() => newUuid(at.getTime()))}::uuid[],
                  ${events.map(({ type }) => type)}::text[], ${events.map(({ objectId }) => objectId)}::uuid[],
                  ${events.map(({ payload }) => JSON.stringify(payload))}::text[])
           as given (org_id, id, type, object_id, payload)`
}

/** Of the types those that somebody of each organization subscribed to: events that are too many to be written for nobody. */
export async function subscribedTypes(
  tx: Tx,
  organizationIds: readonly Uuid[],
  types: readonly string[],
): Promise<Map<Uuid, Set<string>>> {
  const rows = await tx.rows<{ org_id: Uuid; event_type: string }>(sql`
    select distinct s.org_id, s.event_type
      from unnest(${organizationIds}::uuid[]) as g (org_id) join event_subscriptions s on s.org_id = g.org_id
     where s.event_type = any(${types}::text[])`)
  const asked = new Map<Uuid, Set<string>>()
  for (const { org_id, event_type } of rows) asked.set(org_id, (asked.get(org_id) ?? new Set()).add(event_type))
  return asked
}

/** What is left of the payload when the object is deleted: id, type, object and time stay in the event's row. */
const TOMBSTONE = '{"deleted": true}'

/**
 * The events of what is being deleted become tombstones (decisions §6): whoever was told of them can still be told that they were,
 * and what is no longer. `objects` gives the ids of their objects; `which` narrows it to some of their events. Behind the locks on
 * the objects, so that no event of theirs is on its way.
 */
export function buryEvents(organizationId: Uuid, objects: Statement, which: Statement = nothing): Statement {
  return sql`
    update events e set payload = ${TOMBSTONE}::jsonb
     where e.org_id = ${organizationId} and e.object_id in (${objects}) ${which}`
}

/** For `buryEvents`, when the ids are known. */
export function these(ids: Uuid[]): Statement {
  return sql`select unnest(${ids}::uuid[])`
}

/**
 * Events that somebody still waits for, and that therefore stay however old they are. So far nobody does: events are written and
 * read, but sent to nobody. Whoever sends them (webhooks, notifications) adds the condition here.
 */
const isAwaited = sql`false`

/** Organizations that have events from before `before` which nobody waits for. */
export function organizationsWithOldEvents(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select 1 from events e where e.org_id = o.id and ${isOld(before)})
     order by o.id limit ${limit}`
}

export function removeOldEvents(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from events where org_id = ${organizationId} and id in (
      select e.id from events e where e.org_id = ${organizationId} and ${isOld(before)}
       order by e.id limit ${limit} for update skip locked)`
}

/** Ids begin with the time, so that the key finds them. */
const isOld = (before: Date) => sql`e.id < ${firstUuidAt(before)} and e.created_at < ${before} and not ${isAwaited}`
