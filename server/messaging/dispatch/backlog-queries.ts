// SQL of what waits to be sent and what is being sent, for who watches over the installation.

import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import { mayWork } from '#kit/work.ts'
import { channelNames } from '#messaging/channels/channel.ts'

/** Of so many deliveries at most the number is told, and of so many organizations: who watches must not be the load. */
const COUNTED_MAX = 100_000
const ORGANIZATIONS_COUNTED_MAX = 1000

/** Where something is due first; what waits until an organization is resumed is not late. */
const waiting = () => sql`
  select org_id from due_work where kind = 'dispatch' and ${mayWork()}
   order by due_at limit ${ORGANIZATIONS_COUNTED_MAX}`

export function dueByChannel(now: Date): Statement {
  return sql`
    select channel, count(*) as count from (
      select d.channel
        from (${waiting()}) as waiting
        cross join lateral (
          select channel from deliveries
           where org_id = waiting.org_id and channel = any(${plainArray(channelNames)}::text[]) and status = 'queued'
             and due_at <= ${now}
           limit ${COUNTED_MAX}) as d
       limit ${COUNTED_MAX}) as counted
     group by channel`
}

export function oldestDue(now: Date): Statement {
  return sql`
    select c.channel, min(d.due_at) as due_at
      from (${waiting()}) as waiting
      cross join unnest(${plainArray(channelNames)}::text[]) as c (channel)
      cross join lateral (
        select due_at from deliveries
         where org_id = waiting.org_id and channel = c.channel and status = 'queued' and due_at <= ${now}
           order by due_at limit 1) as d
     group by c.channel`
}

/** Deliveries that a process has in hand, and how many of them for longer than their lease. */
export function inHand(now: Date): Statement {
  return sql`
    select count(*) as count, count(*) filter (where lease_until < ${now}) as late
      from (select d.lease_until
              from (${waiting()}) as waiting
             cross join lateral (
               select lease_until from deliveries where org_id = waiting.org_id and status = 'sending'
                limit ${COUNTED_MAX}) as d
             limit ${COUNTED_MAX}) as counted`
}
