// The wallet's statement as CSV: every transaction that matches, newest first, however many there are.
// It goes page by page, each page a short transaction of its own, so that a caller who reads slowly holds neither a
// connection nor a snapshot, and memory stays flat. Keyset pages: a row that existed throughout comes exactly once.

import type { Readable } from 'node:stream'
import type { Actor, App } from '#kit/app.ts'
import { csvRecord } from '#kit/csv.ts'
import { Exports } from '#kit/exports.ts'
import { indianClock } from '#kit/india/calendar.ts'
import type { TransactionRow } from './queries.ts'
import { transactions } from './reading-queries.ts'
import { type TransactionQuery, transactionColumns } from './schema.ts'
import { showTransaction } from './show.ts'

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

const heading = csvRecord([...transactionColumns, ...timeColumns.map((column) => `${column}_ist`)])

function recordOf(row: TransactionRow): string {
  const shown = showTransaction(row)
  const times = timeColumns.map((column) => {
    const at = shown[column]
    return at === null ? null : indianClock(new Date(at * 1000))
  })
  return csvRecord([...transactionColumns.map((column) => shown[column]), ...times])
}
