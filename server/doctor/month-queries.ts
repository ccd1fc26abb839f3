// T1 to T4: what must hold of a month's numbers and of the prices that follow from them.

import type { Invariant } from './invariants.ts'

/** A process may not notice a new price list for a few seconds (pricing): either list's price is right that long. */
const PRICE_LIST_NOTICED_WITHIN = '5 seconds'

export const monthInvariants: readonly Invariant[] = [
  {
    id: 'T1',
    statement: "The month's counter of a channel is the number of its deliveries, which are numbered 1 to it.",
    sql: `
      select org_id, channel, month, c.message_count, d.deliveries, d.first_number, d.last_number, d.distinct_numbers
        from month_counters c
        full join (select org_id, channel, month, count(*) as deliveries, min(month_number) as first_number,
                          max(month_number) as last_number, count(distinct month_number) as distinct_numbers
                     from deliveries group by org_id, channel, month) d
       using (org_id, channel, month)
       where coalesce(c.message_count, 0) <> coalesce(d.deliveries, 0) or d.first_number <> 1
          or d.last_number <> d.deliveries or d.distinct_numbers <> d.deliveries`,
  },
  {
    id: 'T2',
    statement:
      'Each price is that of the tier which holds its own number, by the price list in force when it was accepted.',
    // Every instant at which a list takes over begins a span of one organization; the list in force is the organization's
    // own before the default one, the latest that has begun.
    sql: `
      with lists as (
        select id, org_id, effective_from, published_at, greatest(effective_from, published_at) as begins, definition from price_lists),
      tiers as (
        select l.id as list_id, k.kind, t.place::int as tier,
               coalesce(lag((t.tier ->> 'up_to')::bigint) over (partition by l.id, k.kind order by t.place), 0) as after_number,
               (t.tier ->> 'up_to')::bigint as up_to, ((t.tier ->> 'price')::numeric * 1000000)::bigint as price_micros
          from lists l
          cross join lateral jsonb_each(l.definition -> 'prices') as k (kind, price)
          cross join lateral jsonb_array_elements(k.price -> 'tiers') with ordinality as t (tier, place)),
      instants as (
        select distinct o.id as org_id, l.begins from organizations o join lists l on l.org_id is null or l.org_id = o.id),
      spans as (
        select i.org_id, i.begins, lead(i.begins) over (partition by i.org_id order by i.begins) as ends,
               (select l.id from lists l where (l.org_id is null or l.org_id = i.org_id) and l.begins <= i.begins
                 order by l.org_id is null, l.effective_from desc, l.published_at desc limit 1) as list_id
          from instants i),
      prices as (
        select s.org_id, s.begins, s.ends, t.kind, t.tier, t.after_number, t.up_to, t.price_micros
          from spans s join tiers t on t.list_id = s.list_id)
      select d.org_id, d.id as delivery_id, d.kind, d.month_number, d.tier, d.price_micros, d.created_at
        from deliveries d
       where not exists (
         select from prices p
          where p.org_id = d.org_id and p.kind = d.kind and p.tier = d.tier and p.price_micros = d.price_micros
            and d.month_number > p.after_number and (p.up_to is null or d.month_number <= p.up_to)
            and d.created_at >= p.begins
            and (p.ends is null or d.created_at < p.ends + interval '${PRICE_LIST_NOTICED_WITHIN}'))`,
  },
  {
    id: 'T3',
    statement: 'A delivery counts in the calendar month of Asia/Kolkata in which it was accepted.',
    sql: `
      select org_id, id as delivery_id, month, created_at from deliveries
       where month <> date_trunc('month', created_at at time zone 'Asia/Kolkata')::date`,
  },
  {
    id: 'T4',
    statement: "The session price is charged only within 24 hours of the contact's message.",
    // The contact's message itself may have been deleted since; the contact keeps the time of the last one, which only moves on.
    sql: `
      select d.org_id, d.id as delivery_id, d.contact_id, d.created_at, c.last_inbound_at
        from deliveries d join contacts c on c.org_id = d.org_id and c.id = d.contact_id
       where d.kind = 'app_session'
         and (c.last_inbound_at is null or c.last_inbound_at < d.created_at - interval '24 hours')`,
  },
]
