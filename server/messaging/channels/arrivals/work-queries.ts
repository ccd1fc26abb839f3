// SQL of processing inbound events: an organization's next ones, and their results.

import { keysOf } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '../channel.ts'

export interface TakenRow {
  id: Uuid
  channel: ChannelName
  source: string
  body: Buffer
  received_at: Date
  attempts: number
  is_stored: boolean
}

/**
 * Starts the next due events in arrival order, up to `limit` and, except for the first, `bytes` of them. Events that
 * were started often before are returned only when `isSuspect` is set, one at a time. The caller holds the
 * organization's lease.
 */
export function begin(
  organizationId: Uuid,
  now: Date,
  { limit, bytes, suspectFrom, isSuspect }: { limit: number; bytes: number; suspectFrom: number; isSuspect: boolean },
): Statement {
  const which = isSuspect ? sql`attempts >= ${suspectFrom}` : sql`attempts < ${suspectFrom}`
  return sql`
    with due as materialized (
      select id, sum(size) over (order by due_at, id) - size as before from (
        select id, due_at, size from arrivals
         where org_id = ${organizationId} and body is not null and due_at <= ${now} and ${which}
         order by due_at, id limit ${isSuspect ? 1 : limit}) first),
    begun as (
      update arrivals a set attempts = a.attempts + 1
       where a.org_id = ${organizationId} and a.id in (select id from due where before < ${bytes})
      returning a.id, a.channel, a.source, a.body, a.received_at, a.due_at, a.attempts, a.is_stored)
    select id, channel, source, body, received_at, attempts, is_stored from begun order by due_at, id`
}

/** Locked until the transaction ends; none when another worker has stored its messages in the meantime. */
export function lockUnstored(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select id from arrivals
     where org_id = ${organizationId} and id = ${id} and body is not null and not is_stored for update`
}

/** Completely processed: only the fingerprint stays. */
export function done(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    update arrivals a set body = null, due_at = null, failed_at = null, error = null
      from ${keysOf(organizationId, ids)} k
     where a.org_id = k.org_id ${onShard(sql`a.org_id`, [organizationId])} and a.id = k.id`
}

export interface Postponed {
  id: Uuid
  /** Null: a person must look at it. */
  dueAt: Date | null
  /** The error; null for early receipts. */
  error: string | null
  isStored: boolean
}

/** Early receipts are not failures: their attempts are not counted. */
export function postpone(organizationId: Uuid, postponed: readonly Postponed[], at: Date): Statement {
  const given = rowsOf('g', postponed, {
    id: ['uuid', (one) => one.id],
    due_at: ['timestamptz', (one) => one.dueAt],
    error: ['text', (one) => one.error],
    is_stored: ['bool', (one) => one.isStored],
  })
  return sql`
    update arrivals a
       set due_at = g.due_at, error = g.error, is_stored = a.is_stored or g.is_stored,
           attempts = case when g.error is null then 0 else a.attempts end,
           failed_at = case when g.due_at is null then ${at}::timestamptz end
      from ${given}
     where a.org_id = ${organizationId} and a.id = g.id and a.body is not null`
}

/** The earliest due time. */
export function nextDue(organizationId: Uuid): Statement {
  return sql`
    select due_at from arrivals where org_id = ${organizationId} and body is not null and due_at is not null
     order by due_at limit 1`
}

/** Over all organizations: the events that the job still has to process. */
export const countWaiting = sql`
  select a.channel, count(*)::int as count, count(distinct a.org_id)::int as organizations, min(a.received_at) as oldest
    from arrivals a
   where a.body is not null and a.due_at is not null
   group by a.channel`
