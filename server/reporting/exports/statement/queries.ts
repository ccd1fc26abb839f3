// SQL of a statement of account: spending by day, every other movement individually, the opening balance, and the tax
// documents. Everything up to one wallet version, so that the statements agree with each other.

import { letStatementsTake } from '#kit/database/answer-deadline.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { Span } from '../transaction-queries.ts'

/** A year of millions of messages is summed once. */
const TIMEOUT_MS = 10 * 60_000
export const allowTime = (): Statement => letStatementsTake(TIMEOUT_MS)

export interface SpendingRow {
  /** In India. */
  day: string
  kind: 'deduction' | 'refund' | 'credit'
  /** `revenue:CHANNEL`. */
  account: string
  /** Price per message; null when prices differed. */
  price_micros: Micros | null
  messages: bigint
  amount_micros: Micros
  /** The number of single movements booked before it. */
  singles_before: number
  /** The wallet version after its last booking. */
  last_version: bigint
}

/**
 * Spending by day, split at the day's single movements, whose wallet versions are given in ascending order, so that all
 * movements can be listed in booking order.
 */
// Indian time is UTC+5:30 all year, so no time zone of the server is needed.
export function spending({ organizationId, from, to, version }: Span, singles: readonly bigint[]): Statement {
  return sql`
    select to_char((completed_at at time zone 'UTC') + interval '5 hours 30 minutes', 'YYYY-MM-DD') as day, kind,
           counter_account as account,
           case when kind = 'deduction' and amount_micros % nullif(message_count, 0) = 0
                then -amount_micros / message_count end as price_micros,
           width_bucket(wallet_version, ${singles}::int8[]) as singles_before,
           coalesce(sum(message_count), 0)::int8 as messages, sum(amount_micros)::int8 as amount_micros,
           max(wallet_version) as last_version
      from transactions
     where org_id = ${organizationId} and id > ${firstUuidAt(from)} and status = 'completed'
       and wallet_version <= ${version} and completed_at >= ${from} and completed_at < ${to}
       and counter_account like 'revenue:%'
     group by 1, 2, 3, 4, 5 order by 1, 5, 2, 3, 4 desc nulls last`
}

export interface SingleRow {
  id: Uuid
  kind: 'recharge' | 'refund' | 'credit'
  account: string
  amount_micros: Micros
  description: string
  completed_at: Date
  wallet_version: bigint
  /** Of its invoice. */
  number: string | null
}

/** Uses an index of its own, which has few rows however many messages are sent. */
const besideSpending = ({ version }: Span) => sql`
  t.status = 'completed' and t.kind <> 'deduction' and t.counter_account not like 'revenue:%'
    and t.wallet_version <= ${version}`

export function singles(span: Span, limit: number): Statement {
  return sql`
    select t.id, t.kind, t.counter_account as account, t.amount_micros, t.description, t.completed_at, t.wallet_version,
           i.number
      from transactions t
      left join invoices i on i.org_id = ${span.organizationId} and i.transaction_id = t.id
     where t.org_id = ${span.organizationId} and ${besideSpending(span)}
       and t.completed_at >= ${span.from} and t.completed_at < ${span.to}
     order by t.wallet_version limit ${limit}`
}

/**
 * The total of movements since the period began: the difference of the balance at the version and before the period.
 */
export function movedSince(span: Span): Statement {
  return sql`
    select (coalesce((
      select sum(amount_micros) from transactions
       where org_id = ${span.organizationId} and id > ${firstUuidAt(span.from)} and status = 'completed'
         and wallet_version <= ${span.version} and completed_at >= ${span.from}
         and counter_account like 'revenue:%'), 0)
    + coalesce((
      select sum(t.amount_micros) from transactions t
       where t.org_id = ${span.organizationId} and ${besideSpending(span)}
         and t.completed_at >= ${span.from}), 0))::int8 as moved_micros`
}

export interface TaxRow {
  number: string
  kind: 'recharge' | 'subscription' | 'credit_note'
  issued_at: Date
  taxable_micros: Micros
  total_micros: Micros
  taxes: { name: string; amount: string }[]
  is_sandbox: boolean
}

export function taxDocuments({ organizationId, from, to, askedAt }: Span, limit: number): Statement {
  return sql`
    select number, kind, issued_at, taxable_micros, total_micros, document -> 'taxes' as taxes,
           coalesce((document ->> 'sandbox')::boolean, false) as is_sandbox
      from invoices
     where org_id = ${organizationId} and kind in ('recharge', 'subscription', 'credit_note')
       and issued_at >= ${from} and issued_at < ${to} and issued_at <= ${askedAt}
     order by issued_at, number limit ${limit}`
}
