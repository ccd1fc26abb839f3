// The message log of a period: every delivery charged in it, with its sender, result and cost. spec 13.29
// It contains only what billing keeps permanently (spec 5.13), and so nothing that a deletion removes: no content,
// address or contact.

import type { App, Scope } from '#kit/app.ts'
import type { CopiedRows } from '#kit/database/copied-rows.ts'
import { firstUuidAt, type Prefix, type Uuid } from '#kit/ids.ts'
import type { Cells, Column } from '#kit/spreadsheet/cells.ts'
import type { Page } from '#kit/spreadsheet/workbook.ts'
import { writeMicros, writeTypeId } from '#kit/written-values.ts'
import { deliveriesBehind, readColumns } from './log-queries.ts'
import { pagesBehind, rowsOfAPage } from './pages.ts'
import type { Progress } from './progress.ts'
import type { ExportRow } from './queries.ts'
import { SenderNames } from './sender-names.ts'
import { spanOf } from './transactions.ts'

/** Writes a cell of the row that the cursor is at. */
type Write = (cells: Cells, rows: CopiedRows, names: SenderNames) => void

const { at } = readColumns

const filled =
  (column: number, write: Write): Write =>
  (cells, rows, names) =>
    rows.isNull(column) ? cells.skip() : write(cells, rows, names)

const text = (column: number): Write =>
  filled(column, (cells, rows) => cells.text(rows.bytes, rows.starts[column] as number, rows.endOf(column)))

const time = (column: number): Write => filled(column, (cells, rows) => cells.time(rows.seconds(column)))

const id = (prefix: `${Prefix}_`, column: number): Write =>
  filled(column, (cells, rows) => {
    writeTypeId(cells.open(), prefix, rows, column)
    cells.close()
  })

const money = (column: number): Write =>
  filled(column, (cells, rows) => {
    writeMicros(cells.open(), rows, column)
    cells.close()
  })

const count = (valueOf: (rows: CopiedRows) => number): Write => {
  return (cells, rows) => {
    cells.open().integer(valueOf(rows))
    cells.close()
  }
}

const name: Write = (cells, rows, names) => {
  const found = names.of(rows, at.user_id)
  if (found) cells.text(found)
  else cells.skip()
}

const described: readonly (Column & { write: Write })[] = [
  { title: 'Accepted (IST)', kind: 'time', width: 20, write: time(at.created_at) },
  { title: 'Delivery ID', kind: 'text', width: 34, write: id('dlv_', at.id) },
  { title: 'Channel', kind: 'text', width: 10, write: text(at.channel) },
  { title: 'Kind', kind: 'text', width: 14, write: text(at.kind) },
  { title: 'Status', kind: 'text', width: 12, write: text(at.status) },
  { title: 'Error code', kind: 'text', width: 20, write: text(at.error_code) },
  { title: 'Sent by', kind: 'text', width: 24, write: name },
  { title: 'Campaign ID', kind: 'text', width: 34, write: id('camp_', at.campaign_id) },
  { title: 'Number in the month', kind: 'count', width: 16, write: count((rows) => rows.int8(at.month_number)) },
  { title: 'Tier', kind: 'count', width: 6, write: count((rows) => rows.int4(at.tier)) },
  { title: 'Units', kind: 'count', width: 6, write: count((rows) => rows.int4(at.units)) },
  { title: 'Charged (INR)', kind: 'money', width: 14, write: money(at.price_micros) },
  { title: 'Reversed (INR)', kind: 'money', width: 16, write: money(at.returned_micros) },
  { title: 'Sent (IST)', kind: 'time', width: 20, write: time(at.sent_at) },
  { title: 'Delivered (IST)', kind: 'time', width: 20, write: time(at.delivered_at) },
  { title: 'Read (IST)', kind: 'time', width: 20, write: time(at.read_at) },
  { title: 'Ended (IST)', kind: 'time', width: 20, write: time(at.ended_at) },
  { title: 'Transaction ID', kind: 'text', width: 34, write: id('txn_', at.transaction_id) },
  { title: 'List ID', kind: 'text', width: 34, write: id('list_', at.list_id) },
]

export const logColumns: readonly Column[] = described

export async function* logPages(app: App, scope: Scope, row: ExportRow, progress: Progress): AsyncGenerator<Page> {
  const span = spanOf(scope, row)
  const end = new Date(Math.min(span.to.getTime(), span.askedAt.getTime()))
  const names = new SenderNames(app.database.reads)
  const behind = (after: Uuid) => deliveriesBehind(span, after, rowsOfAPage())
  for await (const page of pagesBehind(app, firstUuidAt(span.from), { columns: readColumns, behind })) {
    const { rows, last } = page
    await names.learn(rows, at.user_id)
    if (last) progress.add(page.count, last.createdAt, end)
    yield {
      count: page.count,
      writeRow(cells) {
        while (rows.next() && !rows.isTrue(at.is_in));
        for (const { write } of described) write(cells, rows, names)
      },
    }
  }
}
