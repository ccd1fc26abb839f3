// The wallet's statement as CSV: every transaction that matches, newest first, however many there are.
// It goes page by page, each page a short transaction of its own, so that a caller who reads slowly holds neither a
// connection nor a snapshot, and memory stays flat. Keyset pages: a row that existed throughout comes exactly once.

import { Readable } from 'node:stream'
import type { Actor, App } from '#kit/app.ts'
import { indianClock } from '#kit/calendar.ts'
import { csvRecord } from '#kit/csv.ts'
import type { TransactionRow } from './queries.ts'
import { transactions } from './reading-queries.ts'
import { type TransactionQuery, transactionColumns } from './schema.ts'
import { showTransaction } from './show.ts'

const ROWS_OF_A_PAGE = 2000

export function statementAsCsv(app: App, actor: Actor, query: TransactionQuery): Readable {
  return Readable.from(pages(app, actor, query), { objectMode: false })
}

async function* pages(app: App, actor: Actor, { limit: _, ...query }: TransactionQuery): AsyncGenerator<string> {
  const fetchPage = (after: string | undefined) => {
    const page = transactions(actor.organizationId, { ...query, starting_after: after }, ROWS_OF_A_PAGE)
    const rows = app.database.transaction((tx) => tx.rows<TransactionRow>(page))
    // A caller who goes away meanwhile leaves nobody to hear of its failure.
    rows.catch(() => {})
    return rows
  }

  yield csvRecord([...transactionColumns, ...timeColumns.map((column) => `${column}_ist`)])
  let next: ReturnType<typeof fetchPage> | null = fetchPage(undefined)
  while (next !== null) {
    const rows: TransactionRow[] = await next
    // The next page is on its way while this one is written.
    next = rows.length === ROWS_OF_A_PAGE ? fetchPage(rows.at(-1)?.id) : null
    if (rows.length > 0) yield rows.map(recordOf).join('')
  }
}

/** Once more, as a spreadsheet reads a date: the clock of India, said in the column's name. */
const timeColumns = ['created_at', 'completed_at'] as const

function recordOf(row: TransactionRow): string {
  const shown = showTransaction(row)
  const times = timeColumns.map((column) => {
    const at = shown[column]
    return at === null ? null : indianClock(new Date(at * 1000))
  })
  return csvRecord([...transactionColumns.map((column) => shown[column]), ...times])
}
