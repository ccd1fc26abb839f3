// L1 to L9: what must hold of money. The ledger's views are in db/ledger.sql.

import type { Invariant } from './invariants.ts'

export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'L1',
    statement: 'The entries of a transaction sum to 0, and every entry belongs to a completed transaction.',
    sql: `
      select e.org_id, e.transaction_id, sum(e.amount_micros) as off_by_micros, count(*) - count(t.id) as entries_without_transaction
        from ledger_entries e
        left join transactions t on t.org_id = e.org_id and t.id = e.transaction_id and t.status = 'completed'
       group by e.org_id, e.transaction_id
      having sum(e.amount_micros) <> 0 or count(t.id) < count(*)`,
  },
  {
    id: 'L2',
    statement: 'Every organization has a wallet, whose balance is the sum of its completed transactions.',
    sql: `
      select org_id, w.balance_micros, t.sum_micros
        from wallets w
        full join (select org_id, sum(amount_micros) as sum_micros from transactions where status = 'completed' group by org_id) t
       using (org_id)
       where w.org_id is null or w.balance_micros <> coalesce(t.sum_micros, 0)
      union all
      select o.id, null, null from organizations o where not exists (select from wallets w where w.org_id = o.id)`,
  },
  {
    id: 'L3',
    statement: 'A balance is never negative, now or after any transaction.',
    sql: `
      select org_id, null::uuid as transaction_id, version as wallet_version, balance_micros from wallets where balance_micros < 0
      union all
      select org_id, id, wallet_version, balance_after_micros from transactions where balance_after_micros < 0`,
  },
  {
    id: 'L4',
    statement:
      "A wallet's completed transactions are numbered 1 to its version without a gap, and each keeps the exact balance after it.",
    sql: `
      select org_id, id as transaction_id, wallet_version, place, balance_before_micros, amount_micros, balance_after_micros
        from (select org_id, id, wallet_version, amount_micros, balance_after_micros,
                     row_number() over chain as place, coalesce(lag(balance_after_micros) over chain, 0) as balance_before_micros
                from transactions where status = 'completed'
              window chain as (partition by org_id order by wallet_version)) chained
       where wallet_version is distinct from place or balance_after_micros is distinct from balance_before_micros + amount_micros
      union all
      select w.org_id, null, w.version, coalesce(t.last_version, 0), null, null, null
        from wallets w
        left join (select org_id, max(wallet_version) as last_version from transactions group by org_id) t on t.org_id = w.org_id
       where w.version <> coalesce(t.last_version, 0)`,
  },
  {
    id: 'L5',
    statement: 'The accounts of the whole system sum to 0.',
    sql: `select sum(balance_micros) as off_by_micros from ledger_balances having sum(balance_micros) <> 0`,
  },
  {
    id: 'L6',
    statement: 'Every accepted delivery was charged: it names a completed deduction.',
    sql: `
      select d.org_id, d.id as delivery_id, d.transaction_id, d.price_micros
        from deliveries d
       where not exists (select from transactions t
                          where t.org_id = d.org_id and t.id = d.transaction_id and t.kind = 'deduction' and t.status = 'completed')`,
  },
  {
    id: 'L7',
    statement:
      'No charge without its deliveries: those that name a deduction are as many as it says, and cost what it took.',
    sql: `
      select t.org_id, t.id as transaction_id, t.message_count, coalesce(d.deliveries, 0) as deliveries,
             -t.amount_micros as charged_micros, coalesce(d.price_micros, 0) as price_micros
        from transactions t
        left join (select org_id, transaction_id, count(*) as deliveries, sum(price_micros) as price_micros
                     from deliveries group by org_id, transaction_id) d
          on d.org_id = t.org_id and d.transaction_id = t.id
       where t.kind = 'deduction' and t.status = 'completed'
         and (coalesce(t.message_count, 0) <> coalesce(d.deliveries, 0) or -t.amount_micros <> coalesce(d.price_micros, 0))`,
  },
  {
    id: 'L8',
    statement: 'What never left is given back once, at the price of that delivery; nothing else is.',
    sql: `
      select org_id, key, d.status, d.price_micros, r.times, r.amount_micros
        from (select org_id, 'reversal:' || id as key, status, price_micros, transaction_id
                from deliveries where status in ('failed', 'cancelled') and price_micros > 0) d
        full join (select org_id, key, count(*) as times, sum(amount_micros) as amount_micros,
                          bool_and(kind = 'refund' and status = 'completed') as is_refund, min(reverses_id::text) as reverses_id
                     from transactions where key like 'reversal:%' group by org_id, key) r
       using (org_id, key)
       where d.status is null or r.times is distinct from 1 or r.amount_micros <> d.price_micros or not r.is_refund
          or r.reverses_id is distinct from d.transaction_id::text`,
  },
  {
    id: 'L9',
    statement: 'Every captured payment is credited once, and every recharge comes from a captured payment.',
    sql: `
      select org_id, key, g.captured_at, t.times, t.id as transaction_id
        from (select org_id, 'payment:' || gateway || ':' || payment_id as key, captured_at from gateway_payments) g
        full join (select org_id, key, count(*) as times, min(id::text) as id,
                          bool_and(kind = 'recharge' and status = 'completed') as is_recharge
                     from transactions
                    where (kind = 'recharge' and status = 'completed') or key like 'payment:%' group by org_id, key) t
       using (org_id, key)
       where g.captured_at is null or t.times is distinct from 1 or not t.is_recharge`,
  },
]
