// The raw transactions as CSV in creation order: everything booked in the period, and what was created in it and is not
// booked. The amounts of the completed ones add up exactly to the ledger's movements of the period, as of the export's
// request.

import type { App, Scope } from '#kit/app.ts'
import { ByteWriter } from '#kit/byte-writer.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import { heading, RecordWriter } from '#money/wallet/records.ts'
import { type Page, pagesBehind, rowsOfAPage } from './pages.ts'
import type { Progress } from './progress.ts'
import type { ExportRow } from './queries.ts'
import { lateRecharges, markedColumns, type Span, transactionsBehind } from './transaction-queries.ts'

/** Reading ends with a page of rows younger than the period by this much; clocks of the processes differ by less. */
export const BEHIND_MS = 24 * 3600 * 1000
/** Without a byte order mark Excel assumes a legacy encoding and garbles Hindi. spec 13.28 */
const BYTE_ORDER_MARK = '\ufeff'
const NO_ID = '00000000-0000-0000-0000-000000000000'
/** About the size of a page's records. */
const bytesOfAPage = () => 200 * rowsOfAPage()

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
  const out = new ByteWriter(bytesOfAPage())
  const records = new RecordWriter()
  const { is_in, is_later } = markedColumns.at
  yield Buffer.from(BYTE_ORDER_MARK + heading)
  for await (const { rows, count, last } of pagesOf(app, span)) {
    if (last) progress.add(count, last.createdAt, end)
    // A recharge that was completed since was pending then.
    while (rows.next()) if (rows.isTrue(is_in)) records.write(out, rows, rows.isTrue(is_later))
    if (count > 0) yield out.take()
  }
}

async function* pagesOf(app: App, span: Span): AsyncGenerator<Page> {
  const first = firstUuidAt(span.from)
  const columns = markedColumns
  const late = (after: Uuid) => lateRecharges(span, after, first, rowsOfAPage())
  yield* pagesBehind(app, NO_ID, { columns, behind: late })
  yield* pagesBehind(app, first, { columns, behind: (after) => transactionsBehind(span, after, rowsOfAPage()) })
}
