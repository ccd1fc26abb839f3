// L1 to L12: invariants of money. The ledger's views are in db/ledger.sql.

import type { Invariant } from './invariants.ts'

export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'L1',
    sql: `
      select e.org_id, e.transaction_id, sum(e.amount_micros) as off_by_micros,
        count(*) - count(t.id) as entries_without_transaction
        from ledger_entries e
        left join transactions t on t.org_id = e.org_id and t.id = e.transaction_id and t.status = 'completed'
       group by e.org_id, e.transaction_id
      having sum(e.amount_micros) <> 0 or count(t.id) < count(*)`,
  },
  {
    id: 'L2',
    sql: `
      select org_id, w.balance_micros, t.sum_micros
        from wallets w
        full join (select org_id, sum(amount_micros) as sum_micros
          from transactions where status = 'completed' group by org_id) t
       using (org_id)
       where w.org_id is null or w.balance_micros <> coalesce(t.sum_micros, 0)
      union all
      select o.id, null, null from organizations o where not exists (select from wallets w where w.org_id = o.id)`,
  },
  {
    id: 'L3',
    sql: `
      select org_id, null::uuid as transaction_id, version as wallet_version, balance_micros
        from wallets where balance_micros < 0
      union all
      select org_id, id, wallet_version, balance_after_micros from transactions where balance_after_micros < 0`,
  },
  {
    id: 'L4',
    sql: `
      select org_id, id as transaction_id, wallet_version, place, balance_before_micros, amount_micros,
        balance_after_micros
        from (select org_id, id, wallet_version, amount_micros, balance_after_micros,
                     row_number() over chain as place, coalesce(lag(balance_after_micros) over chain,
                       0) as balance_before_micros
                from transactions where status = 'completed'
              window chain as (partition by org_id order by wallet_version)) chained
       where wallet_version is distinct from place
         or balance_after_micros is distinct from balance_before_micros + amount_micros
      union all
      select w.org_id, null, w.version, coalesce(t.last_version, 0), null, null, null
        from wallets w
        left join (select org_id, max(wallet_version) as last_version
          from transactions group by org_id) t on t.org_id = w.org_id
       where w.version <> coalesce(t.last_version, 0)`,
  },
  {
    id: 'L5',
    sql: `select sum(balance_micros) as off_by_micros from ledger_balances having sum(balance_micros) <> 0`,
  },
  {
    id: 'L6',
    sql: `
      select d.org_id, d.id as delivery_id, d.transaction_id, d.price_micros
        from deliveries d
       where not exists (select from transactions t
                          where t.org_id = d.org_id and t.id = d.transaction_id and t.kind = 'deduction'
                            and t.status = 'completed')`,
  },
  {
    id: 'L7',
    sql: `
      select t.org_id, t.id as transaction_id, t.message_count, coalesce(d.deliveries, 0) as deliveries,
             -t.amount_micros as charged_micros, coalesce(d.price_micros, 0) as price_micros
        from transactions t
        left join (select org_id, transaction_id, count(*) as deliveries, sum(price_micros) as price_micros
                     from deliveries group by org_id, transaction_id) d
          on d.org_id = t.org_id and d.transaction_id = t.id
       where t.kind = 'deduction' and t.status = 'completed'
         and (coalesce(t.message_count, 0) <> coalesce(d.deliveries, 0)
           or -t.amount_micros <> coalesce(d.price_micros, 0))`,
  },
  {
    id: 'L8',
    // Free deliveries are not refunded. A refund is distributed only when its deliveries are unambiguous. A delivery
    // that failed after sending gets what refunds leave of its charge, and waits for pending ones.
    sql: `
      with unsent as (
        select d.org_id, d.id, d.status, d.transaction_id, d.reversal_id, d.returned_micros, r.id as found_id,
               coalesce((select d.units * x.price_micros from rerates x
                          where x.org_id = d.org_id and x.month = d.month and x.kind = d.kind
                            and x.price_list_id = d.volume_list_id
                            and x.up_to_number >= d.month_number and (r.id is null
                              or x.wallet_version < r.wallet_version)
                          order by x.tier desc limit 1), d.price_micros) as cost_micros
          from deliveries d
          left join transactions r on r.org_id = d.org_id and r.id = d.reversal_id and r.key like 'reversal:%'
         where d.status in ('failed', 'cancelled') or d.reversal_id is not null)
      select org_id, id as delivery_id, reversal_id as transaction_id, status, returned_micros, cost_micros
        from unsent u
       where status not in ('failed', 'cancelled') or (reversal_id is not null and found_id is null)
          or returned_micros > cost_micros
          or (case when reversal_id is null then 0 else returned_micros end < cost_micros
              and not exists (
                select from transactions t
                 cross join lateral (
                   select sum(amount_micros) as refunded_micros, bool_or(status = 'requested') as is_open
                     from refunds where org_id = t.org_id and transaction_id = t.id
                      and status not in ('rejected', 'failed')) f
                 cross join lateral (
                   select -t.amount_micros - f.refunded_micros - coalesce(sum(returned_micros), 0) as micros
                     from deliveries
                    where org_id = t.org_id and transaction_id = t.id and reversal_id is not null) room
                 where t.org_id = u.org_id and t.id = u.transaction_id
                   and (room.micros = 0 or (f.is_open and u.reversal_id is null and room.micros < u.cost_micros))))
      union all
      select t.org_id, null, t.id, t.status, t.amount_micros, coalesce(g.returned_micros, 0)
        from transactions t
        left join (select org_id, reversal_id, count(*) as deliveries, sum(returned_micros) as returned_micros,
                          array_agg('reversal:' || id) as keys, array_agg(distinct channel) as channels,
                          case when count(distinct transaction_id) = 1 then min(transaction_id::text) end as charge
                     from deliveries where reversal_id is not null group by org_id, reversal_id) g
          on g.org_id = t.org_id and g.reversal_id = t.id
       where t.key like 'reversal:%'
         and (t.kind <> 'refund' or t.status <> 'completed' or g.deliveries is null
           or t.amount_micros <> g.returned_micros
              or t.message_count is distinct from g.deliveries or t.channel <> all(g.channels)
                or cardinality(g.channels) > 1
              or t.reverses_id::text is distinct from g.charge or t.key <> all(g.keys))
      union all
      select d.org_id, min(d.id::text)::uuid, d.transaction_id, null, sum(d.returned_micros),
        coalesce(r.refunded_micros, 0)
        from deliveries d
        left join lateral (select sum(amount_micros) - (
                              select coalesce(sum(price_micros - returned_micros), 0) from deliveries
                               where org_id = d.org_id and transaction_id = d.transaction_id
                                 and reversal_id is not null and volume_list_id is null) as refunded_micros
                             from refunds
                            where org_id = d.org_id and transaction_id = d.transaction_id
                              and status = 'completed') r on true
       where d.reversal_id is null and d.returned_micros > 0
       group by d.org_id, d.transaction_id, r.refunded_micros
      having sum(d.returned_micros) is distinct from r.refunded_micros`,
  },
  {
    id: 'L9',
    sql: `
      select org_id, key, g.captured_at, t.times, t.id as transaction_id
        from (select p.org_id, 'payment:' || p.gateway || ':' || p.payment_id as key, p.captured_at
                from gateway_payments p
                left join recharges r on r.org_id = p.org_id and r.id = p.recharge_id
               where r.purpose is distinct from 'subscription') g
        full join (select org_id, key, count(*) as times, min(id::text) as id,
                          bool_and(kind = 'recharge' and status = 'completed') as is_recharge
                     from transactions
                    where (kind = 'recharge' and status = 'completed') or key like 'payment:%' group by org_id, key) t
       using (org_id, key)
       where g.captured_at is null or t.times is distinct from 1 or not t.is_recharge
      union all
      select t.org_id, t.key, null, 1, t.id::text
        from transactions t
        join recharges r on r.org_id = t.org_id and r.id = t.recharge_id and r.purpose = 'subscription'`,
  },
  {
    id: 'L10',
    sql: `
      with booked as (
        select r.org_id, r.id, r.status, r.transaction_id, r.amount_micros, r.tax_micros,
               case when r.destination = 'wallet' then r.amount_micros else -r.amount_micros end as moved_micros,
               (select coalesce(sum((tax ->> 'amount')::numeric), 0) * 1000000
                 from jsonb_array_elements(r.taxes) as tax) as taxes_micros,
               out.id as out_id, out.amount_micros as out_micros, out.reverses_id as out_reverses_id,
                 out_tax.amount_micros as out_tax_micros,
               back.id as back_id, back.amount_micros as back_micros, back.reverses_id as back_reverses_id,
                 back_tax.amount_micros as back_tax_micros,
               r.refund_transaction_id, r.return_transaction_id
          from refunds r
          left join transactions out on out.org_id = r.org_id and out.key = 'refund:' || r.id and out.kind = 'refund'
            and out.status = 'completed'
          left join transfers out_tax on out_tax.org_id = r.org_id and out_tax.transaction_id = out.id
           and out_tax.debit_account = 'tax' and out_tax.credit_account = 'gateway'
          left join transactions back on back.org_id = r.org_id and back.key = 'refund_return:' || r.id
            and back.kind = 'refund' and back.status = 'completed'
          left join transfers back_tax on back_tax.org_id = r.org_id and back_tax.transaction_id = back.id
           and back_tax.debit_account = 'gateway' and back_tax.credit_account = 'tax'
         where r.purpose = 'wallet'),
      given as (
        select org_id, transaction_id, sum(amount_micros) as amount_micros, sum(tax_micros) as tax_micros
          from refunds where purpose = 'wallet' and status not in ('rejected', 'failed')
         group by org_id, transaction_id)
      select g.org_id, g.transaction_id, null::uuid as refund_id, g.amount_micros,
        abs(t.amount_micros) - v.reversed_micros as at_most_micros,
             g.tax_micros, c.tax_micros as tax_at_most_micros
        from given g
        left join transactions t on t.org_id = g.org_id and t.id = g.transaction_id and t.status = 'completed'
        left join recharges c on c.org_id = t.org_id and c.id = t.recharge_id
        cross join lateral (
          select coalesce(sum(returned_micros), 0) as reversed_micros from deliveries
           where org_id = g.org_id and transaction_id = g.transaction_id and reversal_id is not null) v
       where t.id is null or t.kind not in ('recharge', 'deduction')
         or g.amount_micros > abs(t.amount_micros) - v.reversed_micros
          or g.tax_micros > coalesce(c.tax_micros, 0)
      union all
      select org_id, transaction_id, id, amount_micros, out_micros, tax_micros, out_tax_micros
        from booked
       where tax_micros <> taxes_micros or out_id is distinct from refund_transaction_id
         or back_id is distinct from return_transaction_id
          or (out_id is null) <> (status in ('requested', 'rejected')) or (back_id is null) <> (status <> 'failed')
          or (out_id is not null and (out_micros <> moved_micros or out_reverses_id is distinct from transaction_id
                                      or coalesce(out_tax_micros, 0) <> tax_micros))
          or (back_id is not null and (back_micros <> -moved_micros or back_reverses_id is distinct from out_id
                                       or coalesce(back_tax_micros, 0) <> tax_micros))
      union all
      select t.org_id, t.reverses_id, null, t.amount_micros, null, null, null
        from transactions t
       where (t.key like 'refund:%' or t.key like 'refund_return:%')
         and not exists (select from refunds r where r.org_id = t.org_id
           and t.id in (r.refund_transaction_id, r.return_transaction_id))`,
  },
  {
    id: 'L11',
    sql: `
      with open as (select org_id, id from recharges where origin = 'auto' and status in ('created', 'pending')),
      awaited as (select org_id, recharge_id as id, kind from auto_recharge_attempts where outcome is null)
      select org_id, min(id::text) as recharge_id, count(*) as open from open group by org_id having count(*) > 1
      union all
      select o.org_id, o.id::text, null from open o
       where not exists (select from awaited a where a.org_id = o.org_id and a.id = o.id)
      union all
      select a.org_id, a.id::text, null from awaited a
       where a.kind = 'debit' and not exists (select from open o where o.org_id = a.org_id and o.id = a.id)`,
  },
  {
    id: 'L12',
    sql: `
      with counted as (
        select org_id, claim_id, sum(amount_micros + tax_micros) as micros
          from payment_claim_takings group by org_id, claim_id),
      given as (
        select org_id, transaction_id, sum(amount_micros) as amount_micros, sum(tax_micros) as tax_micros
          from (select org_id, transaction_id, amount_micros, tax_micros from payment_claim_takings
                union all
                select org_id, transaction_id, amount_micros, tax_micros from refunds
                 where destination = 'source' and status in ('approved', 'processing', 'completed')) back
         where transaction_id is not null group by org_id, transaction_id)
      select k.org_id, k.claim_id as claim_id, null::uuid as taking_id, k.micros, c.total_micros as at_most_micros
        from counted k left join payment_claims c on c.org_id = k.org_id and c.id = k.claim_id
       where c.id is null or not c.is_paid_out or k.micros > c.total_micros
      union all
      select g.org_id, null, null, g.amount_micros + g.tax_micros, t.amount_micros + coalesce(r.tax_micros, 0)
        from given g
        left join transactions t on t.org_id = g.org_id and t.id = g.transaction_id and t.kind = 'recharge'
          and t.status = 'completed'
        left join recharges r on r.org_id = t.org_id and r.id = t.recharge_id
       where t.id is null or g.amount_micros > t.amount_micros or g.tax_micros > coalesce(r.tax_micros, 0)
      union all
      select k.org_id, k.claim_id, k.id, k.taken_micros, -o.amount_micros
        from payment_claim_takings k
        left join transactions o on o.org_id = k.org_id and o.key = 'claim:' || k.id and o.kind = 'refund'
          and o.status = 'completed'
        left join transfers x on x.org_id = k.org_id and x.transaction_id = o.id and x.debit_account = 'tax'
          and x.credit_account = 'gateway'
        left join invoices i on i.org_id = k.org_id and i.id = k.credit_note_id and i.kind = 'credit_note'
        cross join lateral (
          select coalesce(sum((tax ->> 'amount')::numeric), 0) * 1000000 as micros
            from jsonb_array_elements(k.taxes) as tax) taxes
       where taxes.micros <> k.tax_micros or o.id is distinct from k.refund_transaction_id
          or (o.id is not null and (-o.amount_micros <> k.taken_micros
                                    or o.reverses_id is distinct from k.transaction_id
                                    or coalesce(x.amount_micros, 0) <> k.taken_tax_micros
                                    or i.transaction_id is distinct from o.id
                                    or i.taxable_micros is distinct from k.taken_micros
                                    or i.tax_micros is distinct from k.taken_tax_micros))
      union all
      select t.org_id, null, null, t.amount_micros, null
        from transactions t
       where t.key like 'claim:%'
         and not exists (select from payment_claim_takings k
                          where k.org_id = t.org_id and k.refund_transaction_id = t.id)`,
  },
]
