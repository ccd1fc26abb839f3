// SQL of events.

import { keysOf } from '#kit/database/by-key.ts'
import type { Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { areShards, insertingFor, onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { firstUuidAt, newUuid, type Uuid } from '#kit/ids.ts'
import type { EventOfOne, NewEvent } from './declaration.ts'
import { hintEvents } from './hints.ts'

export function insertEvents(organizationId: Uuid, at: Date, events: NewEvent[]): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', events, {
    id: ['uuid', () => newUuid(at.getTime())],
    type: ['word', ({ type }) => type],
    object_id: ['uuid', ({ objectId }) => objectId],
    payload: ['text', ({ payload }) => JSON.stringify(payload)],
    conversation_id: ['uuid', ({ audience }) => audience.conversationId],
    user_id: ['uuid', ({ audience }) => audience.userId],
  })
  hintEvents()
  return sql`
    insert into events (org_id, id, type, object_id, payload, conversation_id, user_id, created_at)
    select ${id}, given.id, type, object_id, payload::jsonb, conversation_id, user_id, ${at}::timestamptz
      from ${beside} ${given}`
}

/**
 * The first events of objects that were made in this transaction: nobody was told of them before, so they get their
 * positions at once. Otherwise the job would write each of them, and all its index entries, once more. The last one
 * gets its position from the job, which so tells whoever follows. With the commit: the head is locked until it ends.
 */
export function insertFirstEvents(organizationId: Uuid, at: Date, events: readonly NewEvent[]): Statement {
  if (areShards()) return insertEvents(organizationId, at, [...events])
  const placed = events.length - 1
  const given = rowsOf('given', events, {
    place: ['int4', (_, index) => index + 1],
    id: ['uuid', () => newUuid(at.getTime())],
    type: ['word', ({ type }) => type],
    object_id: ['uuid', ({ objectId }) => objectId],
    payload: ['text', ({ payload }) => JSON.stringify(payload)],
    conversation_id: ['uuid', ({ audience }) => audience.conversationId],
    user_id: ['uuid', ({ audience }) => audience.userId],
  })
  hintEvents()
  return sql`
    with head as (
      insert into event_heads as h (org_id, position) values (${organizationId}, ${placed})
          on conflict (org_id) do update set position = h.position + excluded.position
      returning h.position - ${placed} as before)
    insert into events (org_id, id, type, object_id, payload, conversation_id, user_id, created_at, position)
    select ${organizationId}::uuid, given.id, type, object_id, payload::jsonb, conversation_id, user_id,
           ${at}::timestamptz, case when given.place <= ${placed} then head.before + given.place end
      from head cross join ${given}`
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
    conversation_id: ['uuid', ({ audience }) => audience.conversationId],
    user_id: ['uuid', ({ audience }) => audience.userId],
  })
  hintEvents()
  return sql`
    insert into events (org_id, id, type, object_id, payload, conversation_id, user_id, created_at)
    select org_id, id, type, object_id, payload::jsonb, conversation_id, user_id, ${at} from ${given} where ${which}`
}

/** In so many parts the organizations are locked: whoever tells of many holds no more locks than these. */
const SUBSCRIPTION_LOCKS = 64
function lockOf(organizationId: Statement): Statement {
  const part = sql`hashtextextended(${organizationId}::text, 0) % ${SUBSCRIPTION_LOCKS}`
  return sql`hashtextextended('event subscriptions ' || ${part}, 0)`
}

/**
 * Until the transaction ends nobody finds out who is told in the organization; behind it are those who just did, which
 * have ended then.
 */
export function lockSubscriptions(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(${lockOf(sql`${organizationId}::uuid`)})`
}

/**
 * Before subscriptions are read, in a statement of its own: whoever subscribes from now on waits until this transaction
 * has ended. The organizations in which somebody is just doing so, who is not waited for.
 */
export function holdSubscriptions(organizationIds: readonly Uuid[]): Statement {
  return sql`
    with locks as materialized (
      select k.lock, pg_try_advisory_xact_lock_shared(k.lock) as is_held
        from (select distinct ${lockOf(sql`g.org_id`)} as lock from unnest(${organizationIds}::uuid[]) as g (org_id)) k)
    select g.org_id from unnest(${organizationIds}::uuid[]) as g (org_id)
      join locks l on l.lock = ${lockOf(sql`g.org_id`)}
     where not l.is_held`
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

/** The events of these objects become tombstones; `which` narrows it to some of them. */
export function buryEvents(organizationId: Uuid, objectIds: readonly Uuid[], furtherCondition: Statement): Statement {
  return sql`
    update events e set payload = ${TOMBSTONE}::jsonb from ${keysOf(organizationId, objectIds)} k
     where e.org_id = k.org_id ${onShard(sql`e.org_id`, [organizationId])} and e.object_id = k.id ${furtherCondition}`
}

export function renameInEvents(
  organizationId: Uuid,
  objectIds: readonly Uuid[],
  path: readonly string[],
  from: string,
  into: string,
): Statement {
  return sql`
    update events e set payload = jsonb_set(e.payload, ${path}::text[], to_jsonb(${into}::text))
      from ${keysOf(organizationId, objectIds)} k
     where e.org_id = k.org_id ${onShard(sql`e.org_id`, [organizationId])} and e.object_id = k.id
       and e.payload #>> ${path}::text[] = ${from}`
}

/**
 * Of these those that tell something still, held until the transaction ends: their objects are deleted behind it. One
 * that somebody is just making a tombstone of is none of them, and is not waited for.
 */
export function holdTelling(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select e.id from events e
     where e.org_id = ${organizationId} and e.id = any(${ids}::uuid[]) and e.payload <> ${TOMBSTONE}::jsonb
       for share skip locked`
}

/** Events that somebody still waits for, and that therefore stay however old they are. */
const isAwaited = sql`(
  e.position is null
  or exists (select from webhook_endpoints w
              where w.org_id = e.org_id and w.status = 'enabled' and w.position < e.position)
  or exists (select from webhook_deliveries d
              where d.org_id = e.org_id and d.object_id = e.object_id and d.status = 'retrying'))`

/** Organizations that have events from before `before` which nobody waits for. */
export function organizationsWithOldEvents(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select 1 from events e where e.org_id = o.id and ${isOld(before)})
     order by o.id limit ${limit}`
}

/** Says how far they go: nobody can count them any more. */
export function removeOldEvents(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    with gone as (
      delete from events where org_id = ${organizationId} and id in (
        select e.id from events e where e.org_id = ${organizationId} and ${isOld(before)}
         order by e.id limit ${limit} for update skip locked)
      returning created_at),
    noted as (
      update event_heads set removed_to = greatest(removed_to, (select max(created_at) from gone))
       where org_id = ${organizationId} and exists (select from gone))
    select 1 from gone`
}

/** Ids begin with the time, so that the key finds them. */
const isOld = (before: Date) => sql`e.id < ${firstUuidAt(before)} and e.created_at < ${before} and not ${isAwaited}`

/** Whoever is told of some types, until they no longer are: `until` null for good. */
export interface Subscription {
  subscriber: string
  types: readonly string[]
  until: Date | null
  /** The version of the wallet behind which all that is accepted is told of; null where that is known already. */
  toldFrom: bigint | null
}

/** What they are told of as it is counted. Behind the lock on the subscriptions. */
export function subscribedBy(organizationId: Uuid, subscriber: string): Statement {
  return sql`
    select event_type from event_subscriptions
     where org_id = ${organizationId} and subscriber = ${subscriber} and told_from is not null`
}

/** What they are told of already goes on. */
export function subscribe(organizationId: Uuid, { subscriber, types, until, toldFrom }: Subscription): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into event_subscriptions (org_id, event_type, subscriber, until, told_from)
    select ${id}, given.type, ${subscriber}::text, ${until}::timestamptz, ${toldFrom}::bigint
      from ${beside} unnest(${types}::text[]) as given (type)
        on conflict (org_id, event_type, subscriber) 
           do update set until = excluded.until,
                         told_from = coalesce(event_subscriptions.told_from, excluded.told_from)`
}

/** From all but these types. */
export function unsubscribe(organizationId: Uuid, subscriber: string, but: readonly string[] = []): Statement {
  return sql`
    delete from event_subscriptions
     where org_id = ${organizationId} and subscriber = ${subscriber} and event_type <> all(${but}::text[])`
}

/** Organizations in which somebody is no longer interested. */
export function organizationsWithOldInterest(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from event_subscriptions s where s.org_id = o.id and s.until < ${before})
     order by o.id limit ${limit}`
}

export function removeOldInterest(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from event_subscriptions where org_id = ${organizationId} and (event_type, subscriber) in (
      select s.event_type, s.subscriber from event_subscriptions s
       where s.org_id = ${organizationId} and s.until < ${before} limit ${limit} for update skip locked)`
}
