// SQL for reading the wallet. Each query reads only as much as it returns, however long the history: every filter has
// an index in its own order (db/migrations/0003_money.sql).

import { PAGE_DEFAULT, pageById } from '#edge/paging.ts'
import { columnsOf } from '#kit/database/copied-rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { pricedChannels } from '#money/pricing/rules.ts'
import { recordColumns, shownColumns } from './queries.ts'
import type { TransactionKind, TransactionStatus } from './rules.ts'
import type { TransactionQuery } from './schema.ts'

export interface PendingRow {
  count: bigint
  amount_micros: Micros
}

/**
 * Payments in progress: requested automatic debits, and payments that the gateway reported as undecided since `since`.
 * An unpaid checkout is not one.
 */
export function paymentsUnderWay(organizationId: Uuid, since: Date): Statement {
  return sql`
    select count(*) as count, coalesce(sum(t.amount_micros), 0)::int8 as amount_micros
      from transactions t
      join recharges r on r.org_id = t.org_id and r.id = t.recharge_id and r.transaction_id = t.id
        and r.status in ('created', 'pending')
     where t.org_id = ${organizationId} and t.status = 'pending'
       and (r.under_way_at >= ${since}
            or exists (select from auto_recharge_attempts a
                        where a.org_id = r.org_id ${onShard(sql`a.org_id`, [organizationId])} and a.recharge_id = r.id
                          and a.kind = 'debit' and a.outcome is null))`
}

export interface SpendingRow {
  spent_micros: Micros
}

/**
 * Spending since then, minus refunds of it. Not summed up, which would read all messages: it is the balance at that
 * time, minus the current balance, plus the few other movements in between. Exact, because it follows wallet versions.
 */
export function spendingSince(organizationId: Uuid, since: Date): Statement {
  const lastBefore = pricedChannels.map(
    (channel) => sql`
      (select wallet_version, balance_after_micros from transactions
        where org_id = ${organizationId} and channel = ${channel} and created_at <= ${since} and status = 'completed'
        order by created_at desc, id desc limit 1)`,
  )
  return sql`
    with before as (select * from (${unionOf(lastBefore)}) as candidates order by wallet_version desc limit 1)
    select (coalesce((select balance_after_micros from before), 0) - balance_micros
            + (select coalesce(sum(amount_micros), 0) from transactions
                where org_id = ${organizationId} and status = 'completed' and kind <> 'deduction'
                  and counter_account not like 'revenue:%'
                  and wallet_version > coalesce((select wallet_version from before), 0)))::int8 as spent_micros
      from wallets where org_id = ${organizationId}`
}

/** Less than every id. */
const NO_ID = sql`'00000000-0000-0000-0000-000000000000'::uuid`

// --- The statement ---------------------------------------------------------------------------------------------------

// Literals, so that the planner finds the matching partial index.
const ofKind: Record<TransactionKind, Statement> = {
  recharge: sql`and kind = 'recharge'`,
  deduction: sql`and kind = 'deduction'`,
  refund: sql`and kind = 'refund'`,
  credit: sql`and kind = 'credit'`,
}
const ofStatus: Record<TransactionStatus, Statement> = {
  pending: sql`and status = 'pending'`,
  completed: sql`and status = 'completed'`,
  failed: sql`and status = 'failed'`,
}

/** Charges have no index by their amount. */
export const hasAmounts = (kind: TransactionKind | undefined): boolean => kind !== undefined && kind !== 'deduction'

export function transactions(organizationId: Uuid, query: TransactionQuery): Statement {
  return matching(organizationId, query, shownColumns, query.limit ?? PAGE_DEFAULT)
}

export const copiedColumns = columnsOf(recordColumns)

/** For callers that read everything in pages of `rows` rows. */
export function copiedTransactions(organizationId: Uuid, query: TransactionQuery, rows: number): Statement {
  // pageById fetches one row more than the limit, which shows whether there are more.
  return matching(organizationId, query, copiedColumns.list(), rows - 1)
}

function matching(organizationId: Uuid, query: TransactionQuery, what: Statement, limit: number): Statement {
  const { kind, status, channel, campaign_id, from, to, amount } = query
  const filters = sql`
    ${kind === undefined ? nothing : ofKind[kind]}
    ${status === undefined ? nothing : ofStatus[status]}
    ${channel === undefined ? nothing : sql`and channel = ${channel}`}
    ${campaign_id === undefined ? nothing : sql`and campaign_id = ${campaign_id}`}
    ${amount === undefined || !hasAmounts(kind) ? nothing : sql`and abs(amount_micros) = ${amount}`}`
  const page = { ...query, limit }

  // Uncompleted transactions are few and have their own index by id, as all transactions together have.
  const isNotCompleted = status === 'pending' || status === 'failed'
  const isByItself = campaign_id !== undefined || channel !== undefined || (kind !== undefined && kind !== 'deduction')
  const hasPeriod = from !== undefined || to !== undefined
  if (isNotCompleted || !(isByItself || hasPeriod)) {
    const { where, tail } = pageById(page)
    const period = sql`${since(from)} ${until(to)}`
    return sql`select ${what} from transactions
      where org_id = ${organizationId} ${filters} ${period} ${where} ${tail}`
  }

  const { where, tail } = pageByTime(organizationId, page)
  if (isByItself)
    return sql`select ${what} from transactions where org_id = ${organizationId} ${filters} ${where} ${tail}`
  // A period over all channels is merged from those of each channel, newest first: this saves one index, which every
  // message would have to update.
  const ofChannel = (which: Statement) => sql`
    (select * from transactions where org_id = ${organizationId} and ${which} ${filters} ${where} ${tail})`
  const each = [...pricedChannels.map((name) => sql`channel = ${name}`), sql`channel is null`].map(ofChannel)
  return sql`select ${what} from (${unionOf(each)}) as transactions where true ${tail}`
}

const since = (from: Date | undefined) => (from === undefined ? nothing : sql`and created_at >= ${from}`)
const until = (to: Date | undefined) => (to === undefined ? nothing : sql`and created_at < ${to}`)

/**
 * Like `pageById`, but by creation time and then id, within the period. A cursor replaces the period's bound on its
 * side, because with two bounds PostgreSQL starts at one of them and reads everything in between.
 */
function pageByTime(organizationId: Uuid, page: TransactionQuery & { limit: number }) {
  const { from, to, starting_after, ending_before, limit } = page
  const of = (id: Uuid) => sql`from transactions where org_id = ${organizationId} and id = ${id}`
  const newestFirst = sql`order by transactions.created_at desc, transactions.id desc limit ${limit + 1}`
  if (starting_after) {
    const place = to
      ? sql`select least(created_at, ${to}), case when created_at < ${to} then id else ${NO_ID} end`
      : sql`select created_at, id`
    return { where: sql`${since(from)} and (created_at, id) < (${place} ${of(starting_after)})`, tail: newestFirst }
  }
  if (ending_before) {
    const place = from
      ? sql`select greatest(created_at, ${from}), case when created_at < ${from} then ${NO_ID} else id end`
      : sql`select created_at, id`
    const tail = sql`order by transactions.created_at asc, transactions.id asc limit ${limit + 1}`
    return { where: sql`${until(to)} and (created_at, id) > (${place} ${of(ending_before)})`, tail }
  }
  return { where: sql`${since(from)} ${until(to)}`, tail: newestFirst }
}

function unionOf(selects: Statement[]): Statement {
  return selects.reduce((all, one) => sql`${all} union all ${one}`)
}
