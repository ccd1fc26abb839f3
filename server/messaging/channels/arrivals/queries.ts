// SQL of inbound events: storing, finding and deleting them.

import { hash } from 'node:crypto'
import { rowsOf } from '#kit/database/rows.ts'
import { areShards, ofTheOne, theOne } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { FOR_ALL } from '../accounts/shared.ts'
import type { Arrival, NewArrival } from './arrival.ts'

/** Includes the organization, so that equal content of two organizations cannot be linked. */
export function fingerprintOf({
  organizationId,
  channel,
  fingerprint,
}: Pick<NewArrival, 'organizationId' | 'channel' | 'fingerprint'>): Buffer {
  return hash('sha256', `${organizationId} ${channel} ${fingerprint}`, 'buffer')
}

export interface KeptArrival extends Arrival {
  hash: Buffer
}

/** Events for a shared account have no organization yet, and no row to join with. */
function insertingArrivals(organizationIds: readonly Uuid[]): { id: Statement; beside: Statement } {
  const only = areShards() ? theOne(organizationIds) : null
  return only === null || only === FOR_ALL ? { id: sql`given.org_id`, beside: nothing } : ofTheOne(only)
}

/**
 * Of many organizations; events with a known fingerprint are skipped. Returns the organizations and channels of new
 * ones.
 */
export function insertArrivals(arrivals: readonly KeptArrival[], dueAt: Date): Statement {
  const organizationIds = arrivals.map(({ organizationId }) => organizationId)
  const { id, beside } = insertingArrivals(organizationIds)
  const given = rowsOf('given', arrivals, {
    org_id: ['uuid', (one) => one.organizationId],
    id: ['uuid', (one) => one.id],
    channel: ['word', (one) => one.channel],
    source: ['word', (one) => one.source],
    fingerprint: ['bytea', (one) => one.hash],
    body: ['bytea', (one) => one.body],
    size: ['int4', (one) => one.body.length],
    received_at: ['timestamptz', (one) => one.receivedAt],
  })
  return sql`
    insert into arrivals (org_id, id, channel, source, fingerprint, body, size, received_at, due_at)
    select ${id}, given.id, channel, source, fingerprint, body, size, received_at, ${dueAt}::timestamptz
      from ${beside} ${given}
    on conflict (org_id, channel, fingerprint) do nothing
    returning org_id, channel`
}

export interface StandingRow {
  is_done: boolean
  /** Null also when a person must look at it. */
  due_at: Date | null
}

/** For a stored event: whether it was processed, and otherwise when it is due. */
export function standingOf(arrival: Parameters<typeof fingerprintOf>[0]): Statement {
  return sql`
    select body is null as is_done, due_at from arrivals
     where org_id = ${arrival.organizationId} and channel = ${arrival.channel}
       and fingerprint = ${fingerprintOf(arrival)}`
}

/** Our id of a stored event. */
export function idOfKept(arrival: Parameters<typeof fingerprintOf>[0]): Statement {
  return sql`
    select id from arrivals
     where org_id = ${arrival.organizationId} and channel = ${arrival.channel}
       and fingerprint = ${fingerprintOf(arrival)}`
}

/** True when an organization was assigned this event already. */
export function wasGiven(organizationId: Uuid, channel: string, fingerprint: Buffer): Statement {
  return sql`
    select 1 from arrivals
     where org_id = ${organizationId} and channel = ${channel} and fingerprint = ${fingerprint}`
}

/** The number and bytes of the organization's waiting events, counted up to `limit` of them. */
export function standing(organizationId: Uuid, limit: number): Statement {
  return sql`
    select count(*)::int as waiting, coalesce(sum(size), 0)::float8 as bytes from (
      select size from arrivals where org_id = ${organizationId} and body is not null limit ${limit}) counted`
}

/** Organizations with processed events from before `before`. */
export function organizationsWithOldArrivals(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select 1 from arrivals a
       where a.org_id = o.id and a.received_at <= ${before} and a.body is null)
     union all
    select ${FOR_ALL}::uuid where exists (select 1 from arrivals a
       where a.org_id = ${FOR_ALL} and a.received_at <= ${before} and a.body is null)
     order by id limit ${limit}`
}

export function removeOldArrivals(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from arrivals where org_id = ${organizationId} and id in (
      select a.id from arrivals a
       where a.org_id = ${organizationId} and a.received_at <= ${before} and a.body is null
       order by a.received_at limit ${limit} for update skip locked)`
}
