// Reads the balance and transactions of a wallet.

import { checkCursor, checkPage, checkPeriod, envelope } from '#edge/paging.ts'
import type { Actor, App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { absent, invalidFields } from '#kit/refusals.ts'
import { createPriceLists } from '#money/pricing/actions.ts'
import { type PricedChannel, type PriceList, pricedChannels } from '#money/pricing/rules.ts'
import * as queries from './queries.ts'
import * as reading from './reading-queries.ts'
import { nextPrice, SPENDING_DAYS } from './rules.ts'
import type { TransactionQuery } from './schema.ts'
import { showBalance, showTransaction } from './show.ts'

const DAY_MS = 24 * 3600 * 1000
/** How long a payment counts as undecided after the gateway's last report; it is queried at least daily. */
const UNDER_WAY_MS = 25 * 3600 * 1000

/**
 * True when an organization can send on a channel; injected, because channels depend on the wallet and not vice versa.
 */
export type CanSend = (organizationId: Uuid, channel: PricedChannel) => boolean | Promise<boolean>

/** The balance with the next possible messages, as the API shows it. */
export function createBalance(app: App, canSend: CanSend) {
  const priceLists = createPriceLists(app)
  return async (tx: Tx, scope: Scope) => {
    const { organizationId, at } = scope
    const channels: PricedChannel[] = []
    for (const channel of pricedChannels) if (await canSend(organizationId, channel)) channels.push(channel)
    return balance(tx, scope, await priceLists(organizationId, at), channels)
  }
}

/** `list` and `channels`: the prices and channels for the next possible messages. */
async function balance(tx: Tx, { organizationId, at }: Scope, list: PriceList, channels: readonly PricedChannel[]) {
  const since = new Date(at.getTime() - SPENDING_DAYS * DAY_MS)
  const [wallet, pending, spending, counters] = await Promise.all([
    tx.row<queries.ShownWalletRow>(queries.wallet(organizationId)),
    tx.row<reading.PendingRow>(reading.paymentsUnderWay(organizationId, new Date(at.getTime() - UNDER_WAY_MS))),
    tx.row<reading.SpendingRow>(reading.spendingSince(organizationId, since)),
    tx.rows<queries.CounterRow>(queries.counters(organizationId, indianMonth(at))),
  ])
  if (!wallet || !pending || !spending) throw new Error('the organization has no wallet')
  const counts = new Map(counters.map(({ channel, message_count }) => [channel, message_count]))
  return showBalance(wallet, pending, spending, nextPrice(list, counts, channels))
}

export async function transactions(tx: Tx, { organizationId }: Scope, query: TransactionQuery) {
  checkPage(query)
  mustHaveKind(query)
  await checkCursor(query, async (id) => (await tx.row(queries.transaction(organizationId, id))) !== undefined)
  return envelope(
    query,
    await tx.rows<queries.ShownTransactionRow>(reading.transactions(organizationId, query)),
    showTransaction,
  )
}

/** 400 for a paging parameter on a response without pages. */
export function mustBeWhole(query: TransactionQuery): void {
  checkPeriod(query)
  mustHaveKind(query)
  const field = (['limit', 'starting_after', 'ending_before'] as const).find((name) => query[name] !== undefined)
  if (field === undefined) return
  throw invalidFields('invalid_query', [{ field, ...validationError('csv_has_no_pages') }])
}

function mustHaveKind({ kind, amount }: TransactionQuery): void {
  if (amount === undefined || reading.hasAmounts(kind)) return
  throw invalidFields('invalid_query', [
    { field: 'amount', ...validationError('amount_needs_kind', { kinds: ['recharge', 'refund', 'credit'] }) },
  ])
}

export async function findTransaction(
  tx: Tx,
  { organizationId }: Actor,
  id: Uuid,
): Promise<queries.ShownTransactionRow> {
  const row = await tx.row<queries.ShownTransactionRow>(queries.transaction(organizationId, id))
  if (!row) throw absent('transaction')
  return row
}
