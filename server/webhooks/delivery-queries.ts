// SQL of webhook deliveries: attempts, retries, and next events.

import { type Page, pageById } from '#edge/paging.ts'
import { mayRead } from '#feed/queries.ts'
import type { Readable, Reader } from '#feed/rules.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { DeliveryState } from './schema.ts'
import type { StoredAttempt } from './show.ts'

export interface DeliveryRow {
  id: Uuid
  endpoint_id: Uuid
  event_id: Uuid
  event_type: string
  object_id: Uuid
  position: bigint
  status: DeliveryState
  is_replay: boolean
  attempts: StoredAttempt[]
  next_attempt_at: Date | null
  created_at: Date
  ended_at: Date | null
}

const columns = sql`
  d.id, d.endpoint_id, d.event_id, d.event_type, d.object_id, d.position, d.status, d.is_replay, d.attempts,
  d.next_attempt_at, d.created_at, d.ended_at`

interface Filter {
  status?: DeliveryState | undefined
  event_id?: Uuid | undefined
}

/** For events that the reader may read. */
export function list(
  reader: Reader,
  readable: Readable,
  endpointId: Uuid,
  { status, event_id }: Filter,
  page: Page,
): Statement {
  const { where, tail } = pageById(page, sql`d.id`)
  return sql`
    select ${columns} from webhook_deliveries d
      join events e on e.org_id = d.org_id and e.id = d.event_id
     where d.org_id = ${reader.organizationId} and e.org_id = ${reader.organizationId}
       and d.endpoint_id = ${endpointId} and ${mayRead(reader, readable)}
       ${status === undefined ? nothing : sql`and d.status = ${status}`}
       ${event_id === undefined ? nothing : sql`and d.event_id = ${event_id}`} ${where} ${tail}`
}

export function one(reader: Reader, readable: Readable, endpointId: Uuid, id: Uuid): Statement {
  return sql`
    select ${columns} from webhook_deliveries d
      join events e on e.org_id = d.org_id and e.id = d.event_id
     where d.org_id = ${reader.organizationId} and e.org_id = ${reader.organizationId}
       and d.endpoint_id = ${endpointId} and d.id = ${id} and ${mayRead(reader, readable)}`
}

export function lockOne(reader: Reader, readable: Readable, endpointId: Uuid, id: Uuid): Statement {
  return sql`${one(reader, readable, endpointId, id)} for update of d`
}

export function isThere(organizationId: Uuid, endpointId: Uuid, id: Uuid): Statement {
  return sql`
    select id from webhook_deliveries
     where org_id = ${organizationId} and endpoint_id = ${endpointId} and id = ${id}`
}

export function bringForward(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update webhook_deliveries d set next_attempt_at = ${at} where d.org_id = ${organizationId} and d.id = ${id}
    returning ${columns}`
}

/** Sent once more, outside the order. */
export function repeat(organizationId: Uuid, id: Uuid, newId: Uuid, at: Date): Statement {
  return sql`
    insert into webhook_deliveries as d (org_id, id, endpoint_id, event_id, event_type, object_id, position, status,
      is_replay, next_attempt_at, created_at)
    select o.org_id, ${newId}::uuid, o.endpoint_id, o.event_id, o.event_type, o.object_id, o.position, 'retrying',
           true, ${at}::timestamptz, ${at}::timestamptz
      from webhook_deliveries o where o.org_id = ${organizationId} and o.id = ${id}
    returning ${columns}`
}

/** Already sent events of a period, in order; `ids` are those of the new deliveries. */
export function replay(
  reader: Reader,
  readable: Readable,
  endpoint: { id: Uuid; position: bigint },
  { from, to }: { from: Date; to: Date },
  at: Date,
  limit: number,
): Statement {
  return sql`
    insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, object_id, position, status,
      is_replay, next_attempt_at, created_at)
    select e.org_id, gen_random_uuid(), ${endpoint.id}::uuid, e.id, e.type, e.object_id, e.position, 'retrying',
           true, ${at}::timestamptz, ${at}::timestamptz
      from events e
     where e.org_id = ${reader.organizationId} and e.position <= ${endpoint.position} and e.created_at >= ${from}
       and e.created_at < ${to} and ${mayRead(reader, readable)}
     order by e.position limit ${limit}`
}

/** Ends all retries of the endpoint. */
export function giveUpAll(organizationId: Uuid, endpointId: Uuid, at: Date): Statement {
  return sql`
    update webhook_deliveries
       set status = 'failed', next_attempt_at = null, ended_at = ${at}, end_number = nextval('webhook_ends')
     where org_id = ${organizationId} and endpoint_id = ${endpointId} and status = 'retrying'`
}

// --- For the sender --------------------------------------------------------------------------------------------------

export interface HeldRow {
  object_id: Uuid
  position: bigint
}

/** Objects whose events wait until a failed one is delivered. */
export function held(organizationId: Uuid, endpointId: Uuid, limit: number): Statement {
  return sql`
    select object_id, position from webhook_deliveries
     where org_id = ${organizationId} and endpoint_id = ${endpointId} and status = 'retrying' and not is_replay
     limit ${limit}`
}

/** Events after the endpoint's position that have ended already and must not be sent twice. */
export function endedBehind(organizationId: Uuid, endpointId: Uuid, position: bigint): Statement {
  return sql`
    select position from webhook_deliveries
     where org_id = ${organizationId} and endpoint_id = ${endpointId} and position > ${position} and not is_replay`
}

export interface DueRow extends DeliveryRow {
  payload: Record<string, unknown> | null
  event_at: Date
  may_read: boolean
}

/** Retries that are due, except these; includes those that a wrong clock postponed beyond any possible delay. */
export function due(
  reader: Reader,
  readable: Readable,
  endpointId: Uuid,
  { now, latest }: { now: Date; latest: Date },
  except: readonly Uuid[],
  limit: number,
): Statement {
  return sql`
    select ${columns}, e.payload, e.created_at as event_at, coalesce(${mayRead(reader, readable)}, false) as may_read
      from webhook_deliveries d
      left join events e on e.org_id = d.org_id and e.org_id = ${reader.organizationId} and e.id = d.event_id
     where d.org_id = ${reader.organizationId} and d.endpoint_id = ${endpointId} and d.status = 'retrying'
       and (d.next_attempt_at <= ${now} or d.next_attempt_at > ${latest}) and d.id <> all(${except}::uuid[])
     order by d.next_attempt_at, d.position limit ${limit}`
}

/** The time of the organization's next retry. */
export function nextDue(organizationId: Uuid): Statement {
  return sql`
    select min(greatest(d.next_attempt_at, w.rests_until)) as at from webhook_deliveries d
      join webhook_endpoints w on w.org_id = d.org_id and w.id = d.endpoint_id
     where d.org_id = ${organizationId} and w.org_id = ${organizationId} and d.status = 'retrying'
       and w.status = 'enabled'`
}

export interface Outcome {
  id: Uuid
  endpointId: Uuid
  eventId: Uuid
  eventType: string
  objectId: Uuid
  position: bigint
  isReplay: boolean
  status: DeliveryState
  attempt: StoredAttempt | null
  nextAttemptAt: Date | null
  endedAt: Date | null
}

/** Adds an attempt to each, in id order, the lock order of deletions too. */
export function record(organizationId: Uuid, outcomes: readonly Outcome[], at: Date): Statement {
  const given = rowsOf('given', outcomes, {
    id: ['uuid', (one) => one.id],
    endpoint_id: ['uuid', (one) => one.endpointId],
    event_id: ['uuid', (one) => one.eventId],
    event_type: ['text', (one) => one.eventType],
    object_id: ['uuid', (one) => one.objectId],
    position: ['int8', (one) => one.position],
    is_replay: ['bool', (one) => one.isReplay],
    status: ['word', (one) => one.status],
    attempts: ['text', (one) => JSON.stringify(one.attempt === null ? [] : [one.attempt])],
    next_attempt_at: ['timestamptz', (one) => one.nextAttemptAt],
    ended_at: ['timestamptz', (one) => one.endedAt],
  })
  return sql`
    insert into webhook_deliveries as d (org_id, id, endpoint_id, event_id, event_type, object_id, position, status,
      is_replay, attempts, next_attempt_at, end_number, created_at, ended_at)
    select ${organizationId}::uuid, given.id, endpoint_id, event_id, event_type, given.object_id, given.position,
           status, is_replay, attempts::jsonb,
           next_attempt_at,
           case when ended_at is null then null else nextval('webhook_ends') end, ${at}::timestamptz, ended_at
      from ${given} order by given.id
        on conflict (org_id, id) do update
           set status = excluded.status, attempts = d.attempts || excluded.attempts,
               next_attempt_at = excluded.next_attempt_at, end_number = excluded.end_number,
               ended_at = excluded.ended_at`
}

/** The next event of an object that waited for one that has ended, up to the endpoint's read position: due now. */
export function follow(
  reader: Reader,
  readable: Readable,
  { id, endpointId, objectId, position }: { id: Uuid; endpointId: Uuid; objectId: Uuid; position: bigint },
  upTo: bigint,
  at: Date,
): Statement {
  return sql`
    insert into webhook_deliveries as d (org_id, id, endpoint_id, event_id, event_type, object_id, position, status,
      next_attempt_at, created_at)
    select e.org_id, ${id}::uuid, ${endpointId}::uuid, e.id, e.type, e.object_id, e.position, 'retrying',
           ${at}::timestamptz, ${at}::timestamptz
      from events e
     where e.org_id = ${reader.organizationId} and e.object_id = ${objectId} and e.position > ${position}
       and e.position <= ${upTo} and ${mayRead(reader, readable)}
     order by e.position limit 1
        on conflict do nothing
    returning d.position`
}

/** Removes receivers' response bodies about these objects; only the fact of a response stays. */
export function forgetAnswers(organizationId: Uuid, objectIds: readonly Uuid[]): Statement {
  return sql`
    with answered as materialized (
      select d.org_id, d.id from webhook_deliveries d
        join ${keysOf(organizationId, objectIds)} k on k.org_id = d.org_id and k.id = d.object_id
       where d.org_id = ${organizationId} and d.attempts <> '[]'
       order by d.id for update of d)
    update webhook_deliveries d
       set attempts = (select jsonb_agg(a.one || '{"answer": null}' order by a.place)
                         from jsonb_array_elements(d.attempts) with ordinality as a (one, place))
      from answered w where d.org_id = w.org_id and d.org_id = ${organizationId} and d.id = w.id`
}

// --- Retention ------------------------------------------------------------------------------------------------------

export function organizationsWithOld(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from webhook_deliveries d
                    where d.org_id = o.id and d.created_at < ${before} and d.status <> 'retrying')
     order by o.id limit ${limit}`
}

export function removeOld(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from webhook_deliveries where org_id = ${organizationId} and id in (
      select d.id from webhook_deliveries d
       where d.org_id = ${organizationId} and d.created_at < ${before} and d.status <> 'retrying'
       order by d.created_at limit ${limit} for update skip locked)`
}
