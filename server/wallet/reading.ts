// What the wallet shows: the balance and its transactions.

import { checkCursor, checkPage, checkPeriod, envelope } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Scope } from '#kit/reactions.ts'
import type { Tx } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, Refusal } from '#kit/refusals.ts'
import * as queries from './queries.ts'
import * as reading from './reading-queries.ts'
import { SPENDING_DAYS } from './rules.ts'
import type { TransactionQuery } from './schema.ts'
import { showBalance, showTransaction } from './show.ts'

const DAY_MS = 24 * 3600 * 1000

export async function balance(tx: Tx, { organizationId, at }: Scope) {
  const since = new Date(at.getTime() - SPENDING_DAYS * DAY_MS)
  const [wallet, pending, spending] = await Promise.all([
    tx.row<queries.ShownWalletRow>(queries.wallet(organizationId)),
    tx.row<reading.PendingRow>(reading.pendingTransactions(organizationId)),
    tx.row<reading.SpendingRow>(reading.spendingSince(organizationId, since)),
  ])
  if (!wallet || !pending || !spending) throw new Error('the organization has no wallet')
  return showBalance(wallet, pending, spending)
}

export async function transactions(tx: Tx, { organizationId }: Scope, query: TransactionQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.transaction(organizationId, id))) !== undefined)
  return envelope(
    query,
    await tx.rows<queries.TransactionRow>(reading.transactions(organizationId, query)),
    showTransaction,
  )
}

/** 400 for a query that asks for a page of what is given whole. */
export function mustBeWhole(query: TransactionQuery): void {
  checkPeriod(query)
  const field = (['limit', 'starting_after', 'ending_before'] as const).find((name) => query[name] !== undefined)
  if (field === undefined) return
  throw new Refusal('invalid_query', `${field}: CSV has no pages, it holds all that match; leave ${field} out.`, [
    { field, message: 'cannot be combined with text/csv' },
  ])
}

export async function findTransaction(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<queries.TransactionRow> {
  const row = await tx.row<queries.TransactionRow>(queries.transaction(organizationId, id))
  if (!row) throw absent('transaction')
  return row
}
