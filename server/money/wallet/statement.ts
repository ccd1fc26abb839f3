// The wallet's statement as CSV: every transaction that matches, newest first, however many there are.
// It goes page by page, each page a short transaction of its own, so that a caller who reads slowly holds neither a
// connection nor a snapshot, and memory stays flat. Keyset pages: a row that existed throughout comes exactly once.

import type { Readable } from 'node:stream'
import type { Actor, App } from '#kit/app.ts'
import { csvCell, csvRecord } from '#kit/csv.ts'
import { Exports } from '#kit/exports.ts'
import { typeId } from '#kit/ids.ts'
import { indianClock } from '#kit/india/calendar.ts'
import { formatMicros } from '#kit/money.ts'
import { publicId } from '#kit/wire.ts'
import type { TransactionRow } from './queries.ts'
import { transactions } from './reading-queries.ts'
import { type TransactionQuery, transactionColumns } from './schema.ts'
import { CURRENCY } from './show.ts'

const ROWS_OF_A_PAGE = 2000
/**
 * Whose turn at the connections they take. Not the organization's: what its writes wait for must not break off a
 * statement that has begun, nor many statements delay its writes. `Exports` takes the organizations in turn.
 */
const EXPORTS = 'exports'

export type StatementAsCsv = (actor: Actor, query: TransactionQuery) => Promise<Readable>

export function createStatements({ database }: App): StatementAsCsv {
  const exports = new Exports()
  return ({ organizationId }, { limit: _, ...query }) =>
    exports.begin(organizationId, async (after) => {
      const page = transactions(organizationId, { ...query, starting_after: after ?? undefined }, ROWS_OF_A_PAGE)
      const rows = await database.transaction((tx) => tx.rows<TransactionRow>(page), EXPORTS)
      const last = rows.length === ROWS_OF_A_PAGE ? (rows.at(-1)?.id ?? null) : null
      return { text: (after === null ? heading : '') + rows.map(recordOf).join(''), last }
    })
}

/** Once more, as a spreadsheet reads a date: the clock of India, said in the column's name. */
const timeColumns = ['created_at', 'completed_at'] as const

export const heading = csvRecord([...transactionColumns, ...timeColumns.map((column) => `${column}_ist`)])

const clockOf = (at: number | null) => (at === null ? '' : at === lastAt ? lastClock : clockAt(at))
/** Most rows were completed when they were made, and many together. */
let lastAt = Number.NaN
let lastClock = ''

function clockAt(at: number): string {
  lastAt = at
  lastClock = indianClock(new Date(at * 1000))
  return lastClock
}

/**
 * As `csvRecord` of what `showTransaction` shows, in a third of the time: a million rows have nineteen cells each, of
 * which only the description may hold what has to be marked or quoted.
 */
export function recordOf(row: TransactionRow): string {
  const { id, balance_after_micros: balance, created_at, completed_at } = row
  return (
    `${typeId('txn', id)},${row.kind},${row.status},${formatMicros(row.amount_micros)},${CURRENCY},` +
    `${balance === null ? '' : formatMicros(balance)},${row.payment_method ?? ''},${row.failure_reason ?? ''},` +
    `${csvCell(row.description)},${row.channel ?? ''},${row.message_count ?? ''},${publicId('camp', row.campaign_id) ?? ''},` +
    `${publicId('rech', row.recharge_id) ?? ''},${publicId('inv', row.invoice_id) ?? ''},` +
    `${publicId('txn', row.reverses_id) ?? ''},${created_at},${completed_at ?? ''},${clockOf(created_at)},` +
    `${clockOf(completed_at)}\r\n`
  )
}
