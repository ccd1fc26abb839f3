// Contacts as CSV, in creation order: those created in the period that match the filter.

import type { App, Scope } from '#kit/app.ts'
import { ByteWriter } from '#kit/byte-writer.ts'
import { writeCsvCell } from '#kit/csv.ts'
import { csvRecord } from '#kit/csv-cell.ts'
import { firstUuidAt } from '#kit/ids.ts'
import { IndianClocks, writeTypeId } from '#kit/written-values.ts'
import { exportedBehind, exportedColumns, textColumns } from '#messaging/contacts/export-queries.ts'
import { pagesBehind, rowsOfAPage } from './pages.ts'
import type { Progress } from './progress.ts'
import type { ExportRow } from './queries.ts'

/** Without a byte order mark Excel assumes a legacy encoding and garbles Hindi. spec 13.28 */
const BYTE_ORDER_MARK = '\ufeff'
const bytesOfAPage = () => 200 * rowsOfAPage()

const names = Object.keys(textColumns)
const heading = csvRecord(['id', ...names, 'created_at', 'created_at_ist'])
const at = exportedColumns.at as Readonly<Record<string, number>>

export async function* contactsAsCsv(
  app: App,
  { organizationId }: Scope,
  row: ExportRow,
  progress: Progress,
): AsyncGenerator<Buffer> {
  const { from_at: from, to_at: to, created_at: askedAt, filter } = row
  const end = new Date(Math.min(to.getTime(), askedAt.getTime()))
  const out = new ByteWriter(bytesOfAPage())
  const clocks = new IndianClocks()
  const places = names.map((name) => at[name] as number)
  const read = {
    columns: exportedColumns,
    behind: (after: string) =>
      exportedBehind(organizationId, { ...filter, from, to }, { askedAt, after, limit: rowsOfAPage() }),
  }
  yield Buffer.from(BYTE_ORDER_MARK + heading)
  for await (const { rows, count, last } of pagesBehind(app, firstUuidAt(from), read)) {
    if (last) progress.add(count, last.createdAt, end)
    while (rows.next()) {
      if (!rows.isTrue(exportedColumns.at.is_in)) continue
      writeTypeId(out, 'contact_', rows, exportedColumns.at.id)
      for (const place of places) {
        out.ascii(',')
        if (!rows.isNull(place)) writeCsvCell(out, rows.bytes, rows.starts[place] as number, rows.endOf(place))
      }
      const created = rows.seconds(exportedColumns.at.created_at)
      out.ascii(',')
      out.integer(created)
      out.ascii(',')
      clocks.write(out, created)
      out.ascii('\r\n')
    }
    if (count > 0) yield out.take()
  }
}
