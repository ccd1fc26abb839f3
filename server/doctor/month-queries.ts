// T1 to T6: invariants of monthly counters and the prices that depend on them.

import { channelOf, enterpriseFrom, pricedChannels, priceKinds } from '#money/pricing/rules.ts'
import type { Invariant } from './invariants.ts'

/** A process may notice a new price list a few seconds late (pricing): until then either list's price is correct. */
const PRICE_LIST_NOTICED_WITHIN = '5 seconds'

export const monthInvariants: readonly Invariant[] = [
  {
    id: 'T1',
    sql: `
      select org_id, channel, month, c.message_count, d.units, d.misplaced
        from month_counters c
        full join (select org_id, channel, month, sum(units) as units, count(*) filter (where units < 1
          or month_number <> place) as misplaced
                     from (select org_id, channel, month, units, month_number,
                                  coalesce(lag(month_number + units) over numbers, 1) as place
                             from deliveries
                           window numbers as (partition by org_id, channel, month order by month_number)) numbered
                    group by org_id, channel, month) d
       using (org_id, channel, month)
       where coalesce(c.message_count, 0) <> coalesce(d.units, 0) or d.misplaced > 0`,
  },
  {
    id: 'T2',
    // Every start of a list begins a span of an organization; the list in force is the organization's own before the
    // default one, the latest that has started.
    sql: `
      with lists as (
        select id, org_id, effective_from, published_at, greatest(effective_from, published_at) as begins, definition,
               greatest(effective_from, published_at + interval '${PRICE_LIST_NOTICED_WITHIN}') as noticed,
               case when exists (select from jsonb_each(definition -> 'prices') p
                 where p.value ->> 'mode' = 'volume') then id end as volume_list_id
          from price_lists),
      tiers as (
        select l.id as list_id, k.kind, t.place::int as tier,
               coalesce(lag((t.tier ->> 'up_to')::bigint) over (partition by l.id, k.kind
                 order by t.place), 0) as after_number,
               (t.tier ->> 'up_to')::bigint as up_to, ((t.tier ->> 'price')::numeric * 1000000)::bigint as price_micros
          from lists l
          cross join lateral jsonb_each(l.definition -> 'prices') as k (kind, price)
          cross join lateral jsonb_array_elements(k.price -> 'tiers') with ordinality as t (tier, place)),
      instants as (
        select o.id as org_id, l.begins, max(l.noticed) as noticed
          from organizations o join lists l on l.org_id is null or l.org_id = o.id group by o.id, l.begins),
      spans as (
        select i.org_id, i.begins, lead(i.noticed) over (partition by i.org_id order by i.begins) as ends,
               (select l.id from lists l where (l.org_id is null or l.org_id = i.org_id) and l.begins <= i.begins
                 order by l.org_id is null, l.effective_from desc, l.published_at desc, l.id desc limit 1) as list_id
          from instants i),
      prices as (
        select s.org_id, s.begins, s.ends, l.volume_list_id, t.list_id, t.kind, t.tier, t.after_number, t.up_to,
          t.price_micros
          from spans s join tiers t on t.list_id = s.list_id join lists l on l.id = s.list_id)
      select d.org_id, d.id as delivery_id, d.kind, d.month_number, d.units, d.tier, d.price_micros, d.volume_list_id,
        d.created_at
        from deliveries d
       where not exists (
         select from prices p
          where p.org_id = d.org_id and p.kind = d.kind and p.tier = d.tier
            and d.month_number > p.after_number and (p.up_to is null or d.month_number <= p.up_to)
            and d.volume_list_id is not distinct from p.volume_list_id
            and (d.campaign_id is null and d.created_at >= p.begins and (p.ends is null or d.created_at < p.ends)
              -- A campaign keeps the list that it was started with.
              or p.list_id = (select c.price_list_id from campaigns c
                               where c.org_id = d.org_id and c.id = d.campaign_id))
            and d.price_micros = case when d.units = 1 then p.price_micros else (
              select sum(t.price_micros * greatest(0, least(d.month_number + d.units - 1, coalesce(t.up_to,
                d.month_number + d.units - 1))
                                                      - greatest(d.month_number - 1, t.after_number)))
                from tiers t where t.list_id = p.list_id and t.kind = d.kind) end)`,
  },
  {
    id: 'T3',
    sql: `
      select org_id, id as delivery_id, month, created_at from deliveries
       where month <> date_trunc('month', created_at at time zone 'Asia/Kolkata')::date`,
  },
  {
    id: 'T4',
    // The contact's message may have been deleted since; the contact stores the time of the last one, which only
    // increases.
    sql: `
      select d.org_id, d.id as delivery_id, d.contact_id, d.created_at, c.last_inbound_at
        from deliveries d join contacts c on c.org_id = d.org_id and c.id = d.contact_id
       where d.kind = 'app_session'
         and (c.last_inbound_at is null or c.last_inbound_at < d.created_at - interval '24 hours')`,
  },
  {
    id: 'T5',
    // The delivery with the first number of a cheaper tier was accepted by the flush that crossed into it.
    sql: `
      with ordered as (
        select r.*, lag(r.up_to_number) over tiers as earlier_up_to, lag(r.price_micros) over tiers as earlier_price
          from rerates r window tiers as (partition by org_id, month, kind, price_list_id order by tier)),
      owed as (
        select r.org_id, r.id, count(d.id) filter (where t.id is null) as messages,
               coalesce(sum(case when d.month_number <= r.earlier_up_to then d.units * r.earlier_price
                 else d.price_micros end
                            - d.units * r.price_micros) filter (where t.id is null), 0) as amount_micros
          from ordered r
          left join deliveries d on d.org_id = r.org_id and d.month = r.month and d.kind = r.kind
            and d.volume_list_id = r.price_list_id
           and d.month_number <= r.up_to_number
          left join transactions t on t.org_id = d.org_id and t.id = d.reversal_id
            and t.wallet_version <= r.wallet_version
         group by r.org_id, r.id),
      tiers as (
        select l.id as list_id, c.channel, k.kind, t.place::int as tier, (t.tier ->> 'price')::numeric as price,
               lag((t.tier ->> 'up_to')::bigint) over kinds as after_number,
                 lag((t.tier ->> 'price')::numeric) over kinds as price_before
          from price_lists l
          cross join lateral jsonb_each(l.definition -> 'prices') as k (kind, price)
          cross join lateral jsonb_array_elements(k.price -> 'tiers') with ordinality as t (tier, place)
          join (values ${priceKinds.map((kind) => `('${kind}', '${channelOf(kind)}')`).join(', ')}) as c (kind,
            channel) on c.kind = k.kind
         where k.price ->> 'mode' = 'volume'
        window kinds as (partition by l.id, k.kind order by t.place)),
      crossings as (
        select d.org_id, d.month, t.list_id, t.kind, t.tier
          from deliveries d
          join tiers t on t.list_id = d.volume_list_id and t.channel = d.channel and t.price < t.price_before
           and t.after_number + 1 between d.month_number and d.month_number + d.units - 1
         where d.volume_list_id is not null and t.after_number > 0)
      select r.org_id, r.id as rerate_id, r.kind, r.month, r.tier, r.message_count, r.amount_micros,
        o.messages as covers,
             o.amount_micros as owed_micros, r.transaction_id
        from rerates r join owed o on o.org_id = r.org_id and o.id = r.id
        left join transactions t on t.org_id = r.org_id and t.id = r.transaction_id
        left join due_work w on w.kind = 'rerate' and w.org_id = r.org_id
       where case when r.booked_at is null then w.org_id is null
                  else r.message_count <> o.messages or r.amount_micros <> o.amount_micros
                       or case when r.amount_micros = 0 then r.transaction_id is not null
                               else t.id is null or t.kind <> 'credit' or t.status <> 'completed'
                                 or t.amount_micros <> r.amount_micros
                                    or t.message_count is distinct from r.message_count or t.key is null
                                      or t.key not like 'rerate:%' end end
      union all
      select c.org_id, null, c.kind, c.month, c.tier, null, null, null, null, null
        from crossings c
        left join rerates r on r.org_id = c.org_id and r.month = c.month and r.kind = c.kind
          and r.price_list_id = c.list_id
         and r.tier >= c.tier
       where r.org_id is null
      union all
      select r.org_id, r.id, r.kind, r.month, r.tier, null, null, null, null, null
        from rerates r
        left join crossings c on c.org_id = r.org_id and c.month = r.month and c.kind = r.kind
          and c.list_id = r.price_list_id
         and c.tier <= r.tier
       where c.org_id is null
      union all
      select t.org_id, null, null, null, null, t.message_count, t.amount_micros, null, null, t.id
        from transactions t
       where t.key like 'rerate:%'
         and not exists (select from rerates r where r.org_id = t.org_id and r.transaction_id = t.id)`,
  },
  {
    id: 'T6',
    sql: `
      select org_id, channel, month, c.message_count, e.reached_at
        from (select c.* from month_counters c
                join (values ${pricedChannels
                  .filter((channel) => enterpriseFrom(channel) !== null)
                  .map((channel) => `('${channel}', ${enterpriseFrom(channel)})`)
                  .join(', ')}) as l (channel, reached) on l.channel = c.channel and c.message_count >= l.reached) c
        full join enterprise_eligibilities e using (org_id, channel, month)
       where c.message_count is null or e.reached_at is null`,
  },
]
