// SQL of events.

import { keysOf } from '#kit/database/by-key.ts'
import type { Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor, onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { firstUuidAt, newUuid, type Uuid } from '#kit/ids.ts'
import type { EventOfOne, NewEvent } from './declaration.ts'

export function insertEvents(organizationId: Uuid, at: Date, events: NewEvent[]): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', events, {
    id: ['uuid', () => newUuid(at.getTime())],
    type: ['word', ({ type }) => type],
    object_id: ['uuid', ({ objectId }) => objectId],
    payload: ['text', ({ payload }) => JSON.stringify(payload)],
  })
  return sql`
    insert into events (org_id, id, type, object_id, payload, created_at)
    select ${id}, given.id, type, object_id, payload::jsonb, ${at}::timestamptz from ${beside} ${given}`
}

/**
 * Events of many organizations, in one statement: those that meet the condition on `given`, whose `place` is of whose
 * flush it tells.
 */
export function insertEventsOfMany(
  at: Date,
  events: readonly (EventOfOne & Partial<Placed>)[],
  which: Statement = sql`true`,
): Statement {
  const given = rowsOf('given', events, {
    place: ['int4', ({ place = 0 }) => place],
    org_id: ['uuid', ({ organizationId }) => organizationId],
    id: ['uuid', () => newUuid(at.getTime())],
    type: ['word', ({ type }) => type],
    object_id: ['uuid', ({ objectId }) => objectId],
    payload: ['text', ({ payload }) => JSON.stringify(payload)],
  })
  return sql`
    insert into events (org_id, id, type, object_id, payload, created_at)
    select org_id, id, type, object_id, payload::jsonb, ${at} from ${given} where ${which}`
}

/** Of the types those that somebody of each organization subscribed to. */
export function subscribed(organizationIds: readonly Uuid[], types: readonly string[]): Statement {
  return sql`
    select distinct s.org_id, s.event_type
      from unnest(${organizationIds}::uuid[]) as g (org_id)
      join event_subscriptions s on s.org_id = g.org_id ${onShard(sql`s.org_id`, organizationIds)}
     where s.event_type = any(${types}::text[])`
}

/** What is left of the payload when the object is deleted: id, type, object and time stay in the event's row. */
const TOMBSTONE = '{"deleted": true}'

/**
 * The events of what is being deleted become tombstones (spec 14.4): whoever was told of them can still be told that
 * they were, and what is no longer. `which` narrows it to some of the objects' events. Behind the locks on the objects,
 * so that no event of theirs is on its way.
 */
export function buryEvents(organizationId: Uuid, objectIds: readonly Uuid[], which: Statement = nothing): Statement {
  return sql`
    update events e set payload = ${TOMBSTONE}::jsonb from ${keysOf(organizationId, objectIds)} k
     where e.org_id = k.org_id ${onShard(sql`e.org_id`, [organizationId])} and e.object_id = k.id ${which}`
}

/**
 * Events that somebody still waits for, and that therefore stay however old they are. So far nobody does: events are
 * written and read, but sent to nobody. Whoever sends them (webhooks, notifications) adds the condition here.
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
