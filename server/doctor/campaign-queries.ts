// R1, C1 to C5: invariants of campaigns, their reservations and their recipients.

import type { Invariant } from './invariants.ts'

export const campaignInvariants: readonly Invariant[] = [
  {
    id: 'R1',
    sql: `
      select org_id, w.reserved_micros, coalesce(c.reserved_micros, 0) as of_campaigns_micros, w.balance_micros
        from wallets w
        full join (select org_id, sum(reserved_micros) as reserved_micros from campaigns
                    where status in ('scheduled', 'running', 'paused') group by org_id) c using (org_id)
       where w.reserved_micros is distinct from coalesce(c.reserved_micros, 0)
          or w.reserved_micros < 0 or w.reserved_micros > w.balance_micros
      union all
      select org_id, null, reserved_micros, null from campaigns
       where reserved_micros <> 0 and status not in ('running', 'paused')`,
  },
  {
    id: 'C1',
    sql: `
      select org_id, campaign_id, number, r.status, d.id as delivery_id
        from (select org_id, campaign_id, number, status from campaign_recipients where status = 'queued') r
        full join (select org_id, campaign_id, recipient_number as number, id from deliveries
                    where campaign_id is not null) d using (org_id, campaign_id, number)
       where r.status is null or d.id is null`,
  },
  {
    id: 'C2',
    sql: `
      select c.org_id, c.id as campaign_id, c.waiting_count, c.waiting_units, c.queued_count, r.*
        from campaigns c
       cross join lateral (
         select count(*) filter (where status = 'waiting') as waiting,
                coalesce(sum(units) filter (where status = 'waiting'), 0) as units,
                count(*) filter (where status = 'queued') as queued,
                count(*) filter (where status = 'waiting' and number < c.next_number) as passed
           from campaign_recipients where org_id = c.org_id and campaign_id = c.id) r
       where c.frozen_at is not null and c.status in ('running', 'paused')
         and (c.waiting_count <> r.waiting or c.waiting_units <> r.units or c.queued_count <> r.queued
           or r.passed > 0)`,
  },
  {
    id: 'C3',
    sql: `
      select c.org_id, c.id as campaign_id, c.status, d.id as delivery_id
        from campaigns c join deliveries d on d.org_id = c.org_id and d.campaign_id = c.id and d.status = 'queued'
        left join due_work w on w.org_id = c.org_id and w.kind = 'campaigns'
       where d.campaign_id is not null and c.status in ('completed', 'cancelled')
         and (not c.is_settling or w.org_id is null)
      union all
      select c.org_id, c.id, c.status, null from campaigns c
        left join due_work w on w.org_id = c.org_id and w.kind = 'campaigns'
       where c.is_settling and w.org_id is null`,
  },
  {
    id: 'C4',
    sql: `
      select org_id, campaign_id, name, reason, counted.count as counted, there.count as there
        from (select org_id, campaign_id, name, reason, sum(count) as count from (
                select org_id, campaign_id, name, reason, count from campaign_counts
                 union all
                select org_id, campaign_id, name, reason, count from campaign_changes) c
               where name in ('sent', 'delivered', 'read', 'failed', 'undelivered', 'cancelled', 'skipped',
                              'unsubscribed', 'complained', 'charged', 'pressed')
               group by org_id, campaign_id, name, reason) counted
        full join (
              select org_id, campaign_id, status as name,
                     case when status in ('failed', 'undelivered', 'cancelled') then coalesce(error_code, status)
                       else '' end as reason, count(*) as count
                from deliveries where campaign_id is not null and status not in ('queued', 'sending')
               group by 1, 2, 3, 4
               union all
              select org_id, campaign_id, 'skipped', reason, count(*) from campaign_recipients
               where status = 'skipped' group by 1, 2, 4
               union all
              select org_id, campaign_id, 'unsubscribed', '', count(*) from campaign_recipients
               where unsubscribed_at is not null group by 1, 2
               union all
              select org_id, campaign_id, 'complained', '', count(*) from campaign_recipients
               where complained_at is not null group by 1, 2
               union all
              select org_id, campaign_id, 'charged', tier || ' ' || price_micros, count(*) from deliveries
               where campaign_id is not null group by 1, 2, 4
               union all
              select org_id, campaign_id, 'pressed', index::text, count(*)
                from campaign_recipients cross join unnest(pressed) as p (index)
               where pressed is not null group by 1, 2, 4) there
             using (org_id, campaign_id, name, reason)
       where coalesce(counted.count, 0) <> coalesce(there.count, 0)`,
  },
  {
    id: 'C5',
    sql: `
      select org_id, campaign_id, name, by_day.count as by_day, counted.count as counted
        from (select org_id, campaign_id, name, sum(count) as count from campaign_days
               group by org_id, campaign_id, name) by_day
        full join (
              select org_id, campaign_id, name, sum(count) as count from campaign_counts
               where name in ('left', 'arrived', 'read', 'failed', 'undelivered', 'cancelled', 'replied',
                              'unsubscribed', 'complained', 'opened', 'clicked')
               group by org_id, campaign_id, name) counted using (org_id, campaign_id, name)
       where coalesce(by_day.count, 0) <> coalesce(counted.count, 0)`,
  },
]
