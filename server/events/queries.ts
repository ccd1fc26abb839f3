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
 * The first events of objects created in this transaction: nothing precedes them, so they get positions immediately.
 * Otherwise the job would write each row and its index entries again. The job assigns the last one's position and
 * thereby notifies followers. Runs with the commit, because the head stays locked until it ends.
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
 * Inserts events of many organizations in one statement: those that meet the condition on `given`, whose `place` is the
 * organization's position in the flush.
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

/** Number of advisory locks over all organizations: an emitter for many organizations holds at most this many. */
const SUBSCRIPTION_LOCKS = 64
function lockOf(organizationId: Statement): Statement {
  const part = sql`hashtextextended(${organizationId}::text, 0) % ${SUBSCRIPTION_LOCKS}`
  return sql`hashtextextended('event subscriptions ' || ${part}, 0)`
}

/**
 * Blocks emitters that determine subscriptions of the organization until the transaction ends, and waits for those that
 * already have.
 */
export function lockSubscriptions(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(${lockOf(sql`${organizationId}::uuid`)})`
}

/**
 * Run before subscriptions are read, as its own statement: new subscriptions wait until this transaction ends. Returns
 * the organizations where a subscription is being created, which are not waited for.
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

/** The types among these that each organization has a subscription for. */
export function subscribed(organizationIds: readonly Uuid[], types: readonly string[]): Statement {
  return sql`
    select distinct s.org_id, s.event_type
      from unnest(${organizationIds}::uuid[]) as g (org_id)
      join event_subscriptions s on s.org_id = g.org_id ${onShard(sql`s.org_id`, organizationIds)}
     where s.event_type = any(${types}::text[])`
}

/** The payload after the object's deletion: id, type, object and time stay in the row. */
const TOMBSTONE = '{"deleted": true}'

/** Turns the events of these objects into tombstones; `which` limits it to some of them. */
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
 * Locks those of the events that still have content, so that their objects are deleted afterwards only. One that is
 * becoming a tombstone is left out without waiting.
 */
export function holdTelling(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select e.id from events e
     where e.org_id = ${organizationId} and e.id = any(${ids}::uuid[]) and e.payload <> ${TOMBSTONE}::jsonb
       for share skip locked`
}

/** Events that a subscriber still needs, which stay however old they are. */
const isAwaited = sql`(
  e.position is null
  or exists (select from webhook_endpoints w
              where w.org_id = e.org_id and w.status = 'enabled' and w.position < e.position)
  or exists (select from webhook_deliveries d
              where d.org_id = e.org_id and d.object_id = e.object_id and d.status = 'retrying'))`

/** Organizations with events before `before` that no subscriber needs. */
export function organizationsWithOldEvents(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select 1 from events e where e.org_id = o.id and ${isOld(before)})
     order by o.id limit ${limit}`
}

/** Also stores how far events were deleted: they can no longer be counted. */
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

/** Ids start with the time, so that the primary key's index is used. */
const isOld = (before: Date) => sql`e.id < ${firstUuidAt(before)} and e.created_at < ${before} and not ${isAwaited}`

/** A subscription to event types until a given time; `until` null: without end. */
export interface Subscription {
  subscriber: string
  types: readonly string[]
  until: Date | null
  /** The wallet version after which events of all accepted messages are written; null when known already. */
  toldFrom: bigint | null
}

/** The subscriber's current types, as counted by the doctor. Under the subscription lock. */
export function subscribedBy(organizationId: Uuid, subscriber: string): Statement {
  return sql`
    select event_type from event_subscriptions
     where org_id = ${organizationId} and subscriber = ${subscriber} and told_from is not null`
}

/** Existing subscriptions to the same types continue. */
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

/** From all types except these. */
export function unsubscribe(organizationId: Uuid, subscriber: string, but: readonly string[] = []): Statement {
  return sql`
    delete from event_subscriptions
     where org_id = ${organizationId} and subscriber = ${subscriber} and event_type <> all(${but}::text[])`
}

/** Organizations with expired subscriptions. */
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
