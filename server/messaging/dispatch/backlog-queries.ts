// SQL for the operator's view of queued and in-flight deliveries.

import { areShards } from '#kit/database/shards.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { mayWork } from '#kit/work.ts'
import { channelNames } from '#messaging/channels/channel.ts'

/** Counting stops at this many deliveries and organizations, so that monitoring does not become a load itself. */
const COUNTED_MAX = 100_000
const ORGANIZATIONS_COUNTED_MAX = 1000
/** Maximum number of an organization's queued deliveries that are checked for a postponed retry. */
const PUT_OFF_LOOKED_MAX = 10_000

/**
 * The earliest due time per organization. Deliveries of a suspended organization are not late. On a distributed
 * database each shard is scanned separately, because a global LIMIT is not pushed down to the workers.
 */
const waiting = () =>
  areShards()
    ? sql`due_work`
    : sql`
        (select org_id from due_work where ${isWaiting}
          order by due_at limit ${ORGANIZATIONS_COUNTED_MAX}) as due_work`

const isWaiting = sql`due_work.kind = 'dispatch' and ${mayWork()}`
const whereWaiting = () => (areShards() ? sql`where ${isWaiting}` : nothing)

export function dueByChannel(now: Date): Statement {
  return sql`
    select channel, count(*) as count from (
      select d.channel
        from ${waiting()}
        cross join lateral (
          select channel from deliveries
           where org_id = due_work.org_id and channel = any(${plainArray(channelNames)}::text[]) and status = 'queued'
             and due_at <= ${now}
           limit ${COUNTED_MAX}) as d
       ${whereWaiting()}
       limit ${COUNTED_MAX}) as counted
     group by channel`
}

/** Single sends only, one index range per channel. Campaign deliveries wait at the rate that the campaign asked for. */
export function oldestDue(now: Date): Statement {
  const oldest = channelNames.map(
    (channel) => sql`
      (select channel, due_at from deliveries
        where org_id = due_work.org_id and channel = ${channel} and status = 'queued' and campaign_id is null
          and due_at <= ${now}
        order by due_at limit 1)`,
  )
  return sql`
    select d.channel, min(d.due_at) as due_at
      from ${waiting()}
      cross join lateral (${oldest.reduce((one, next) => sql`${one} union all ${next}`)}) as d
     ${whereWaiting()}
     group by d.channel`
}

/**
 * Deliveries whose provider failed and that wait for a retry: per channel, their number and the time of the first
 * failed attempt. Reads only those that are due next, so that scheduled messages cost little.
 */
export function putOff(now: Date): Statement {
  const next = channelNames.map(
    (channel) => sql`
      (select channel, put_off_at from deliveries
        where org_id = due_work.org_id and channel = ${channel} and status = 'queued' and due_at > ${now}
        order by due_at limit ${PUT_OFF_LOOKED_MAX})`,
  )
  return sql`
    select d.channel, count(*) as count, min(d.put_off_at) as since
      from ${waiting()}
      cross join lateral (${next.reduce((one, other) => sql`${one} union all ${other}`)}) as d
     where d.put_off_at is not null ${areShards() ? sql`and ${isWaiting}` : nothing}
     group by d.channel`
}

/** Deliveries in flight, and how many of them have outlived their lease. */
export function inHand(now: Date): Statement {
  return sql`
    select count(*) as count, count(*) filter (where lease_until < ${now}) as late
      from (select d.lease_until
              from ${waiting()}
             cross join lateral (
               select lease_until from deliveries where org_id = due_work.org_id and status = 'sending'
                limit ${COUNTED_MAX}) as d
             ${whereWaiting()}
             limit ${COUNTED_MAX}) as counted`
}

/** Maximum number of deliveries per queue that are checked for a postponed retry, in due order. */
const LOOKED_AT_MAX = 200

/** One organization's queue per channel: the earliest due time, and the latest error of the postponed deliveries. */
export function queuesOf(organizationId: Uuid, at: Date): Statement {
  return sql`
    select c.channel, w.due_at as due_since, f.error_code, f.error_detail, f.error_details
      from unnest(${plainArray(channelNames)}::text[]) as c (channel)
      left join lateral (
        select due_at from deliveries
         where org_id = ${organizationId} and channel = c.channel and status = 'queued' and campaign_id is null
           and due_at <= ${at}
         order by due_at, id limit 1) w on true
      left join lateral (
        select h.error_code, h.error_detail, h.error_details from (
          select error_code, error_detail, error_details, due_at from deliveries
           where org_id = ${organizationId} and channel = c.channel and status = 'queued'
           order by due_at, id limit ${LOOKED_AT_MAX}) h
         where h.error_code is not null order by h.due_at desc limit 1) f on true`
}
