// M1 to M5: invariants of the monthly plan and its payments.

import type { Invariant } from './invariants.ts'

export const subscriptionInvariants: readonly Invariant[] = [
  {
    id: 'M1',
    sql: `
      select s.org_id, s.payment_id, s.period_from, s.period_to, c.captures, i.invoices
        from subscription_payments s
        left join recharges r on r.org_id = s.org_id and r.id = s.payment_id and r.purpose = 'subscription'
       cross join lateral (
         select count(*) as captures from gateway_payments p
          where p.org_id = s.org_id and p.recharge_id = s.payment_id) c
       cross join lateral (
         select count(*) as invoices from invoices i
          where i.org_id = s.org_id and i.recharge_id = s.payment_id and i.kind = 'subscription') i
       where s.outcome = 'used' and (r.status is distinct from 'succeeded' or c.captures = 0 or i.invoices <> 1)
      union all
      select org_id, payment_id, period_from, period_to, null, null
        from (select org_id, payment_id, period_from, period_to,
                     lag(period_to) over (partition by org_id, is_test_mode order by period_from) as before
                from subscription_payments where outcome = 'used') ordered
       where period_from < before
      union all
      select i.org_id, i.recharge_id, null, null, null, null
        from invoices i
        left join subscription_payments s on s.org_id = i.org_id and s.payment_id = i.recharge_id and s.outcome = 'used'
       where i.kind = 'subscription' and s.payment_id is null`,
  },
  {
    id: 'M2',
    sql: `
      select s.org_id, s.status, s.period_to, s.grace_started_at, s.next_debit_at, p.due_at, w.due_at as work_due_at
        from subscriptions s
        left join subscription_payments p on p.org_id = s.org_id and p.payment_id = s.open_payment_id
        left join due_work w on w.kind = 'subscription' and w.org_id = s.org_id
       where s.status <> 'free' and w.org_id is null
          or s.grace_started_at < s.period_to
          or s.retries_used > 4
          or s.next_debit_at not between s.grace_started_at and s.grace_started_at + interval '168 hours'
          or s.grace_started_at is not null and p.kind = 'debit'
             and p.due_at >= s.grace_started_at + interval '168 hours'
          or w.lease_id is null and w.due_at > s.grace_started_at + interval '168 hours'
          or w.lease_id is null and s.status = 'cancelling' and w.due_at > s.period_to`,
  },
  {
    id: 'M3',
    sql: `
      select s.org_id, s.status, s.period_to, s.open_payment_id as payment_id
        from subscriptions s
        left join lateral (
          select period_from, period_to, is_test_mode from subscription_payments p
           where p.org_id = s.org_id and p.outcome = 'used' and p.is_test_mode = s.is_test_mode
           order by p.period_from desc limit 1) last on true
       where s.status in ('active', 'cancelling', 'grace')
         and (last.period_from is distinct from s.period_from or last.period_to is distinct from s.period_to)
          or s.status in ('free', 'pending') and not last.is_test_mode and last.period_to > s.updated_at
          or s.status in ('free', 'cancelling') and s.open_payment_id is not null
      union all
      select coalesce(s.org_id, p.org_id), s.status, null, coalesce(p.payment_id, s.open_payment_id)
        from (select org_id, status, open_payment_id from subscriptions where open_payment_id is not null) s
        full join (select org_id, payment_id from subscription_payments where outcome is null) p
          on p.org_id = s.org_id and p.payment_id = s.open_payment_id
       where s.org_id is null or p.org_id is null`,
  },
  {
    id: 'M4',
    sql: `
      with taken as (
        select p.org_id, p.recharge_id as payment_id, count(*) as captures, count(*) * min(r.total_micros) as micros,
               min(r.total_micros) as once_micros
          from gateway_payments p
          join recharges r on r.org_id = p.org_id and r.id = p.recharge_id and r.purpose = 'subscription'
         group by p.org_id, p.recharge_id),
      refunded as (
        select org_id, recharge_id as payment_id, sum(amount_micros + tax_micros) as micros,
               coalesce(sum(amount_micros + tax_micros) filter (where credit_note_id is not null), 0) as noted_micros
          from refunds where purpose = 'subscription' and status in ('approved', 'processing', 'completed', 'failed')
         group by org_id, recharge_id),
      claimed as (
        select k.org_id, c.recharge_id as payment_id, sum(k.taken_micros + k.taken_tax_micros) as micros
          from payment_claim_takings k
          join payment_claims c on c.org_id = k.org_id and c.id = k.claim_id
         where k.transaction_id is null group by k.org_id, c.recharge_id),
      invoiced as (
        select i.org_id, i.recharge_id as payment_id, sum(i.total_micros) as micros,
               sum(coalesce(n.micros, 0)) as noted_micros
          from invoices i
          left join lateral (
            select sum(total_micros) as micros from invoices n
             where n.org_id = i.org_id and n.original_id = i.id and n.kind = 'credit_note') n on true
         where i.kind = 'subscription' group by i.org_id, i.recharge_id)
      select t.org_id, t.payment_id, s.outcome, t.captures, i.micros as invoiced_micros,
             i.noted_micros as credited_micros, r.micros as refunded_micros, c.micros as claimed_micros
        from taken t
        left join subscription_payments s on s.org_id = t.org_id and s.payment_id = t.payment_id
        left join refunded r on r.org_id = t.org_id and r.payment_id = t.payment_id
        left join claimed c on c.org_id = t.org_id and c.payment_id = t.payment_id
        left join invoiced i on i.org_id = t.org_id and i.payment_id = t.payment_id
       where coalesce(s.outcome not in ('used', 'refunded'), true)
          or coalesce(i.micros, 0) <> case when s.outcome = 'used' then t.once_micros else 0 end
          or coalesce(i.noted_micros, 0) <> coalesce(r.noted_micros, 0) + coalesce(c.micros, 0)
          or coalesce(r.micros, 0) > t.micros
          or coalesce(r.micros, 0) + coalesce(c.micros, 0)
             < t.micros - case when s.outcome = 'used' then t.once_micros else 0 end`,
  },
  {
    id: 'M5',
    // A list published now applies to payments opened a moment later.
    sql: `
      select s.org_id, s.payment_id, s.begun_at, r.amount_micros, r.tax_micros
        from subscription_payments s
        join recharges r on r.org_id = s.org_id and r.id = s.payment_id
       where s.purpose <> 'payment_method' and not exists (
         select from (values (s.begun_at), (s.begun_at - interval '5 seconds')) moments (at)
         cross join lateral (
           select premium_micros, tax_percent from plan_lists l
            where (l.org_id = s.org_id or l.org_id is null) and l.effective_from <= moments.at
            order by l.org_id is null, l.effective_from desc, l.published_at desc, l.id desc limit 1) list
          where list.premium_micros = r.amount_micros
            and abs(list.premium_micros * list.tax_percent / 100 - r.tax_micros) <= 10000)`,
  },
]
