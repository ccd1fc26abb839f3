// The raw transactions as CSV, in the order in which they were made: all that is booked in the period, and what was
// made in it and is not booked. The amounts of the completed ones add up to what the ledger moved in the period, to the
// last digit, at the moment when the export was asked for; a page at a time, each a short transaction.

import type { App, Scope } from '#kit/app.ts'
import { firstUuidAt } from '#kit/ids.ts'
import { heading, recordOf } from '#money/wallet/statement.ts'
import { patiently } from './patience.ts'
import type { Progress } from './progress.ts'
import type { ExportRow } from './queries.ts'
import { lateRecharges, type MarkedRow, type Span, transactionsBehind } from './transaction-queries.ts'

const ROWS_OF_A_PAGE = 4000
/** Clocks of several processes differ by less: a page of rows that are younger than the period by so much ends it. */
export const BEHIND_MS = 24 * 3600 * 1000
/** Whose turn at the connections they take: not the organization's, whose sends must not wait for it. */
export const EXPORTS = 'exports'
/** Without it Excel takes the file for one of its own old encodings, and Hindi for signs. spec 13.28 */
const BYTE_ORDER_MARK = '\ufeff'
const NO_ID = '00000000-0000-0000-0000-000000000000'

export const spanOf = ({ organizationId }: Scope, row: ExportRow): Span => ({
  organizationId,
  from: row.from_at,
  to: row.to_at,
  version: row.wallet_version,
  askedAt: row.created_at,
  behind: new Date(row.to_at.getTime() + BEHIND_MS),
})

export async function* transactionsAsCsv(
  app: App,
  scope: Scope,
  row: ExportRow,
  progress: Progress,
): AsyncGenerator<Buffer> {
  const span = spanOf(scope, row)
  const end = new Date(Math.min(span.to.getTime(), span.askedAt.getTime()))
  yield Buffer.from(BYTE_ORDER_MARK + heading)
  for await (const page of pagesOf(app, span)) {
    const records = page.filter(({ is_in }) => is_in).map(asOfThen)
    const last = page.at(-1)
    if (last) progress.add(records.length, new Date(last.created_at * 1000), end)
    if (records.length > 0) yield Buffer.from(records.map(recordOf).join(''))
  }
}

async function* pagesOf({ database }: App, span: Span): AsyncGenerator<MarkedRow[]> {
  const first = firstUuidAt(span.from)
  const readAfter = (after: string, isLate: boolean) =>
    patiently(() =>
      database.transaction(
        (tx) =>
          tx.rows<MarkedRow>(
            isLate
              ? lateRecharges(span, after, first, ROWS_OF_A_PAGE)
              : transactionsBehind(span, after, ROWS_OF_A_PAGE),
          ),
        EXPORTS,
      ),
    )
  for (const [isLate, from] of [
    [true, NO_ID],
    [false, first],
  ] as const)
    for (let next: Promise<MarkedRow[]> | null = readAfter(from, isLate); next !== null; ) {
      const page: MarkedRow[] = await next
      const isLast = page.length < ROWS_OF_A_PAGE || page.every(({ is_behind }) => is_behind)
      // PostgreSQL reads the next one while this one is written.
      next = isLast ? null : readAfter((page.at(-1) as MarkedRow).id, isLate)
      next?.catch(() => {})
      yield page
    }
}

/** A recharge that was completed since was pending then. */
function asOfThen(row: MarkedRow): MarkedRow {
  if (!row.is_later) return row
  return { ...row, status: 'pending', balance_after_micros: null, completed_at: null, invoice_id: null }
}
