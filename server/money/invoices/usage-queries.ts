// SQL of usage statements. Reads the wallet's ledger and the messages' deliveries; writes nothing. A past month does
// not change any more: reversals of its charges are booked in the month in which they happen.

import { letStatementsTake } from '#kit/database/answer-deadline.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { InvoiceDocument } from './schema.ts'

/** A month with millions of messages takes longer than a normal request may. */
const TIMEOUT_MS = 60_000
export const allowTime = (): Statement => letStatementsTake(TIMEOUT_MS)

export interface Month {
  organizationId: Uuid
  /** The first day, the form in which deliveries store their month. */
  key: string
  from: Date
  to: Date
}

/** The smallest id that a row of that time or later can have: a row's id is never older than the row. */
function leastId(at: Date): Uuid {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

export interface ChargeRow {
  kind: string
  price_micros: Micros
  messages: bigint
}

export function charges({ organizationId, key, from }: Month): Statement {
  return sql`
    select channel, kind, price_micros, count(*) as messages from deliveries
     where org_id = ${organizationId} and id >= ${leastId(from)} and month = ${key}
     group by channel, kind, price_micros order by channel, kind, price_micros desc`
}

export interface ReturnRow {
  /** Kind of the reversed messages; null when an amount was returned for another reason. */
  kind: string | null
  movement: 'refund' | 'credit'
  account: string
  price_micros: Micros
  returns: bigint
}

/** Amounts returned for charges of this or earlier months: single messages by price, everything else as one sum. */
export function returns({ organizationId, from, to }: Month): Statement {
  return sql`
    with returned as (
      select t.kind as movement, t.counter_account as account,
             coalesce(d.returned_micros, t.amount_micros) as amount_micros, d.kind
        from transactions t
        left join deliveries d on d.org_id = t.org_id and d.reversal_id = t.id
       where t.org_id = ${organizationId} and t.status = 'completed' and t.kind in ('refund', 'credit')
         and t.id >= ${leastId(from)}
         and t.completed_at >= ${from} and t.completed_at < ${to} and t.counter_account like 'revenue:%')
    select kind, movement, account, amount_micros as price_micros, count(*) as returns
      from returned where kind is not null group by kind, movement, account, amount_micros
    union all
    select null, movement, account, sum(amount_micros)::int8, 1
      from returned where kind is null group by movement, account
     order by account, kind nulls last, price_micros desc`
}

export interface PositionRow {
  /** Charges of the month, and the same minus what was returned. */
  charged_micros: Micros
  used_micros: Micros
  /** Everything that was used before the month began. */
  used_before_micros: Micros
}

/**
 * The amount used before the month: everything ever credited, minus the balance, minus what was used since. This reads
 * only the time since the month began. One statement, because all three values must belong to one moment.
 */
export function position({ organizationId, from, to }: Month): Statement {
  return sql`
    with used as (
      select kind, completed_at < ${to} as is_of_month, -sum(amount_micros) as micros from transactions
       where org_id = ${organizationId} and status = 'completed' and id >= ${leastId(from)} and completed_at >= ${from}
         and counter_account like 'revenue:%'
       group by kind, is_of_month)
    select (select coalesce(sum(micros), 0)::int8 from used where is_of_month and kind = 'deduction') as charged_micros,
           (select coalesce(sum(micros), 0)::int8 from used where is_of_month) as used_micros,
           ((select coalesce(sum(amount_micros), 0) from transactions
              where org_id = ${organizationId} and status = 'completed' and kind <> 'deduction'
                and counter_account not like 'revenue:%')
            - (select balance_micros from wallets where org_id = ${organizationId})
            - (select coalesce(sum(micros), 0) from used))::int8 as used_before_micros`
}

export interface MoneyRow {
  id: Uuid
  amount_micros: Micros
  reverses_id: Uuid | null
  invoice: InvoiceDocument | null
}

/** Money received and returned until the month's end, in booking order, with the invoices of recharges. */
export function money({ organizationId, to }: Month): Statement {
  return sql`
    select t.id, t.amount_micros, t.reverses_id, i.document as invoice
      from transactions t
      left join invoices i on i.org_id = t.org_id and i.transaction_id = t.id and i.kind = 'recharge'
     where t.org_id = ${organizationId} and t.status = 'completed' and t.kind <> 'deduction' and t.completed_at < ${to}
       and t.counter_account not like 'revenue:%'
     order by t.wallet_version`
}
