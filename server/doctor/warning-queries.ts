// B1: invariant of low balance warnings. An episode starts when credit is added.

import type { Invariant } from './invariants.ts'

export const warningInvariants: readonly Invariant[] = [
  {
    id: 'B1',
    // Each warning refers to the transaction that caused the balance; the percentage is of the balance right after the
    // last credit. Empty means below the price of the cheapest message, which the warning contains; older warnings
    // meant 0. Warnings without a transaction cannot be checked.
    sql: `
      with warnings as (
        select org_id, id as event_id, (payload ->> 'level')::int as level,
               (payload ->> 'wallet_version')::bigint as wallet_version,
               coalesce((payload ->> 'next_price')::numeric * 1000000, 1) as next_price_micros
          from events
         where type in ('balance.low', 'balance.empty') and object_id = org_id
           and payload -> 'wallet_version' is not null),
      episodes as (
        select w.*, t.balance_after_micros as balance_micros, m.wallet_version as begun_at_version,
               m.balance_after_micros as of_micros
          from warnings w
          left join transactions t on t.org_id = w.org_id and t.wallet_version = w.wallet_version
          left join lateral (
            select i.wallet_version, i.balance_after_micros from transactions i
             where i.org_id = w.org_id and i.kind in ('recharge', 'credit') and i.status = 'completed'
               and i.wallet_version <= w.wallet_version
             order by i.wallet_version desc limit 1) m on true),
      told as (
        select *, lag(level) over (partition by org_id, begun_at_version
                                   order by wallet_version, event_id) as previous_level,
               case when balance_micros < next_price_micros then 0 when balance_micros * 10 <= of_micros then 10
                    when balance_micros * 5 <= of_micros then 20 end as reached_level
          from episodes)
      select org_id, event_id, level, wallet_version, previous_level, reached_level
        from told
       where level >= previous_level or level is distinct from reached_level`,
  },
]
