// U1 to U3: invariants of usage counters.

import { pricedChannels } from '#money/pricing/rules.ts'
import type { Invariant } from './invariants.ts'

const counters = [
  'message_count',
  'delivery_count',
  'unit_count',
  'amount_micros',
  'reversed_count',
  'reversed_micros',
  'rerated_micros',
  'refunded_micros',
  'delivered_count',
  'failed_count',
]

/** Usage with contact lists: list_usage contains a part of what daily_usage contains. */
const byList = `(
  select org_id, day, channel, kind, user_id, campaign_id, null::uuid as list_id, price_list_id, ${counters.join(', ')}
    from daily_usage
  union all
  select org_id, day, channel, kind, user_id, campaign_id, case when sign > 0 then list_id end, price_list_id,
         ${counters.map((name) => `sign * ${name}`).join(', ')}
    from list_usage cross join (values (1), (-1)) as signs (sign))`

export const usageInvariants: readonly Invariant[] = [
  {
    id: 'U1',
    // Deliveries charged and accepted together are summed before any lookup. A message counts with its first delivery:
    // later ones of the same message are subtracted. An erased delivery no longer refers to its message; it is at most
    // one of it.
    sql: `
      with ordered as (
        select r.*, lag(r.up_to_number) over tiers as earlier_up_to, lag(r.price_micros) over tiers as earlier_price
          from rerates r window tiers as (partition by org_id, month, kind, price_list_id order by tier)),
      credits as (
        select d.org_id, d.transaction_id, d.created_at, d.channel, d.kind,
               case when d.month_number <= r.earlier_up_to then d.units * r.earlier_price else d.price_micros end
                 - d.units * r.price_micros as micros
          from ordered r
          join deliveries d on d.org_id = r.org_id and d.month = r.month and d.kind = r.kind
            and d.volume_list_id = r.price_list_id
           and d.month_number <= r.up_to_number
         where r.booked_at is not null
           and not (d.reversal_id is not null
                    and exists (select from transactions t
                                 where t.org_id = d.org_id and t.id = d.reversal_id
                                   and t.wallet_version <= r.wallet_version))),
      several as (
        select org_id, message_id from deliveries where message_id is not null
         group by org_id, message_id having count(*) > 1),
      later as (
        select * from (
          select d.org_id, d.transaction_id, d.created_at, d.channel, d.kind,
                 row_number() over (partition by d.org_id, d.message_id order by d.id) as ordinal
            from several s join deliveries d on d.org_id = s.org_id and d.message_id = s.message_id) ordinals
         where ordinal > 1),
      delivered as (
        select d.org_id, d.transaction_id, d.created_at, d.channel, d.kind,
               count(d.message_id) as messages, count(*) - count(d.message_id) as forgotten,
               count(*) as deliveries, sum(d.units) as units, sum(d.price_micros) as amount_micros,
               count(d.reversal_id) as reversed,
               coalesce(sum(d.returned_micros) filter (where d.reversal_id is not null), 0) as reversed_micros,
               0 as rerated_micros,
               coalesce(sum(case when d.reversal_id is null then d.returned_micros
                                 when d.volume_list_id is null then d.price_micros - d.returned_micros end), 0)
                 as refunded_micros
          from deliveries d group by d.org_id, d.transaction_id, d.created_at, d.channel, d.kind
        union all
        select org_id, transaction_id, created_at, channel, kind, 0, 0, 0, 0, 0, 0, 0, micros, 0 from credits
        union all
        select org_id, transaction_id, created_at, channel, kind, -1, 0, 0, 0, 0, 0, 0, 0, 0 from later),
      counted as (
        select org_id, day, channel, kind, user_id, campaign_id, list_id, price_list_id, message_count, delivery_count,
          unit_count, amount_micros,
               reversed_count, reversed_micros, rerated_micros, refunded_micros, 0 as messages, 0 as forgotten
          from ${byList} by_list
        union all
        select d.org_id, (d.created_at at time zone 'Asia/Kolkata')::date, d.channel, d.kind, t.user_id, t.campaign_id,
          t.list_id, t.price_list_id, 0, -d.deliveries, -d.units, -d.amount_micros, -d.reversed,
               -d.reversed_micros, -d.rerated_micros, -d.refunded_micros, d.messages, d.forgotten
          from delivered d left join transactions t on t.org_id = d.org_id and t.id = d.transaction_id)
      select org_id, day, channel, kind, user_id, campaign_id, list_id, price_list_id,
             sum(message_count) as message_count,
        sum(messages) as messages,
             sum(forgotten) as forgotten_deliveries, sum(delivery_count) as deliveries_off,
               sum(unit_count) as units_off,
             sum(amount_micros) as amount_off, sum(reversed_count) as reversed_off,
               sum(reversed_micros) as reversed_micros_off,
             sum(rerated_micros) as rerated_micros_off, sum(refunded_micros) as refunded_micros_off
        from counted
       group by org_id, day, channel, kind, user_id, campaign_id, list_id, price_list_id
      having sum(message_count) not between sum(messages) and sum(messages) + sum(forgotten)
          or (sum(delivery_count), sum(unit_count), sum(amount_micros), sum(reversed_count), sum(reversed_micros),
            sum(rerated_micros),
              sum(refunded_micros)) is distinct from row(0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric,
                0::numeric, 0::numeric)`,
  },
  {
    id: 'U2',
    sql: `
      select org_id, day, channel, sum(micros) as off_by_micros
        from (select org_id, day, channel, amount_micros - booked_back_micros as micros from daily_usage
              union all
              select org_id, (completed_at at time zone 'Asia/Kolkata')::date, split_part(counter_account, ':', 2),
                     amount_micros
                from transactions
               where status = 'completed'
                 and counter_account in (${pricedChannels.map((channel) => `'revenue:${channel}'`).join(', ')})) booked
       group by org_id, day, channel
      having sum(micros) <> 0`,
  },
  {
    id: 'U3',
    sql: `
      select org_id, day, channel, kind, transaction_user_id as user_id, campaign_id, list_id, price_list_id,
             sum(delivered) as delivered_off, sum(failed) as failed_off
        from (select org_id, day, channel, kind, user_id as transaction_user_id, campaign_id, list_id, price_list_id,
                     delivered_count as delivered, failed_count as failed
                from ${byList} by_list where delivered_count <> 0 or failed_count <> 0
              union all
              select c.org_id, c.day, c.channel, c.kind, t.user_id, t.campaign_id, t.list_id, t.price_list_id,
                     c.delivered_count, c.failed_count
                from usage_outcomes c left join transactions t on t.org_id = c.org_id and t.id = c.transaction_id
              union all
              select d.org_id, (d.created_at at time zone 'Asia/Kolkata')::date, d.channel, d.kind, t.user_id,
                     t.campaign_id, t.list_id, t.price_list_id, -d.delivered, -d.failed
                from (select org_id, transaction_id, created_at, channel, kind,
                             count(*) filter (where status in ('delivered', 'read')) as delivered,
                             count(*) filter (where status in ('failed', 'undelivered')) as failed
                        from deliveries where status in ('delivered', 'read', 'failed', 'undelivered')
                       group by org_id, transaction_id, created_at, channel, kind) d
                left join transactions t on t.org_id = d.org_id and t.id = d.transaction_id) counted
       group by org_id, day, channel, kind, transaction_user_id, campaign_id, list_id, price_list_id
      having sum(delivered) <> 0 or sum(failed) <> 0`,
  },
]
