// W1–W5: subscribers get every event, in order; unsent notifications have due work and belong to an existing notice.

import type { Invariant } from './invariants.ts'

/** The latest event type for each delivery status. */
const TOLD_BY_STATUS = `
  case when d.status <> 'sending' then nullif('message.' || d.status, 'message.queued')
       when d.error_code = 'outcome_unknown' then 'message.unknown' end`

/**
 * For deliveries accepted since the subscription (feed/interest.ts) and not erased. Events are deleted by age:
 * deliveries that may be as old as a deleted event are skipped; a clock set back by less than a day makes no
 * difference.
 */
export const tellingInvariants: readonly Invariant[] = [
  {
    id: 'W1',
    sql: `
      with told as materialized (
        select org_id, event_type, min(told_from) as told_from from event_subscriptions
         where told_from is not null group by org_id, event_type),
      since as (select org_id, min(told_from) as told_from from told group by org_id),
      ours as materialized (
        select d.org_id, d.message_id, t.wallet_version, ${TOLD_BY_STATUS} as type
          from since s
          join transactions t on t.org_id = s.org_id and t.wallet_version > s.told_from and t.kind = 'deduction'
          join deliveries d on d.org_id = t.org_id and d.transaction_id = t.id
          left join event_heads h on h.org_id = d.org_id
         where d.message_id is not null and d.contact_id is not null and d.campaign_id is null
           and (h.removed_to is null or d.created_at > h.removed_to + interval '1 day')),
      owed as (
        select o.org_id, o.message_id, o.type, count(*) as count from ours o
          join told w on w.org_id = o.org_id and w.event_type = o.type and o.wallet_version > w.told_from
         group by o.org_id, o.message_id, o.type
         union all
        select distinct o.org_id, o.message_id, w.event_type, 1 from ours o
          join told w on w.org_id = o.org_id and w.event_type = 'message.created' and o.wallet_version > w.told_from),
      written as (
        select e.org_id, e.object_id, e.type,
               count(distinct coalesce(e.payload #>> '{delivery,id}', e.id::text)) as count
          from events e join told w on w.org_id = e.org_id and w.event_type = e.type
         where e.payload <> '{"deleted": true}'
         group by e.org_id, e.object_id, e.type)
      select o.org_id, o.message_id, o.type, o.count as deliveries, coalesce(w.count, 0) as events
        from owed o
        left join written w on w.org_id = o.org_id and w.object_id = o.message_id and w.type = o.type
       where coalesce(w.count, 0) < o.count`,
  },
  {
    id: 'W2',
    // For types of which the endpoint gets all events, from its start position on.
    sql: `
      select w.org_id, w.id, e.id as event_id, e.type, e.position
        from webhook_endpoints w
        join events e on e.org_id = w.org_id and e.position > w.told_from and e.position <= w.position
                     and e.type = any(w.told_types)
       where w.status = 'enabled'
         and not exists (select from webhook_deliveries d
                          where d.org_id = w.org_id and d.endpoint_id = w.id and d.position = e.position
                            and not d.is_replay)
         and not exists (select from webhook_deliveries d
                          where d.org_id = w.org_id and d.endpoint_id = w.id and d.object_id = e.object_id
                            and d.position < e.position and d.status = 'retrying' and not d.is_replay)`,
  },
  {
    id: 'W3',
    sql: `
      select org_id, endpoint_id, object_id, position
        from (select org_id, endpoint_id, object_id, position, end_number,
                     lag(coalesce(end_number, 9223372036854775807)) over (
                       partition by org_id, endpoint_id, object_id order by position) as before
                from webhook_deliveries where not is_replay) ended
       where before > end_number`,
  },
  {
    id: 'W4',
    sql: `
      select s.org_id, s.notice_id, s.channel, s.status from notice_sends s
        left join due_work d on d.org_id = s.org_id and d.kind = 'notice_sends'
       where s.status in ('waiting', 'leaving') and d.org_id is null`,
  },
  {
    id: 'W5',
    sql: `
      select s.org_id, s.notice_id from notice_sends s
        left join notices n on n.org_id = s.org_id and n.id = s.notice_id
       where n.id is null or n.user_id <> s.user_id or n.type <> s.type
       union all
      select h.org_id, null from notice_heads h
        left join event_heads e on e.org_id = h.org_id
       where h.position > coalesce(e.position, 0)`,
  },
]
