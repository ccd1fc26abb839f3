// SQL of what waits to be sent and what is being sent, for who watches over the installation.

import { areShards } from '#kit/database/shards.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { mayWork } from '#kit/work.ts'
import { channelNames } from '#messaging/channels/channel.ts'

/** Of so many deliveries at most the number is told, and of so many organizations: who watches must not be the load. */
const COUNTED_MAX = 100_000
const ORGANIZATIONS_COUNTED_MAX = 1000
/** Of so many of an organization's queue it is looked at whether they were put off. */
const PUT_OFF_LOOKED_MAX = 10_000

/**
 * Where something is due first; what waits until an organization is resumed is not late. Where organizations are
 * distributed all of them are looked at, each machine's by itself: what is limited over all is not joined there.
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

/** Of single sends, channel by channel, as each is a range of its own: a campaign's deliveries wait as it was asked. */
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
 * Deliveries whose provider was asked in vain and that wait for their next try, channel by channel: how many, and when
 * the first of them was asked. Among those that are due next, so that messages scheduled for later cost little.
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

/** Deliveries that a process has in hand, and how many of them for longer than their lease. */
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

/** Of so many of a queue it is looked at whether they were put off: those that are due first. */
const LOOKED_AT_MAX = 200

/** Of one organization, channel by channel: since when something is due, and what was said last to what was put off. */
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
