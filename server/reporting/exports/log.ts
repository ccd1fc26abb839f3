// The log of a period: every delivery that was charged in it, with who sent it, what became of it and what it cost. It
// holds what billing keeps for good (spec 5.13), and so nothing that a deletion takes: no content, no address, no
// contact. spec 13.29

import type { App, Scope } from '#kit/app.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { CellValue, Column } from '#kit/spreadsheet/workbook.ts'
import { publicId } from '#kit/wire.ts'
import { deliveriesBehind, type LogRow, namesOf } from './log-queries.ts'
import { patiently } from './patience.ts'
import type { Progress } from './progress.ts'
import type { ExportRow } from './queries.ts'
import { EXPORTS, spanOf } from './transactions.ts'

const ROWS_OF_A_PAGE = 2000
/** Users whose names are kept. */
const NAMES_MAX = 10_000

type Names = Map<Uuid, string | null>
type CellOf = (row: LogRow, names: Names) => CellValue

const described: readonly (Column & { of: CellOf })[] = [
  { title: 'Accepted (IST)', kind: 'time', width: 20, of: (row) => row.created_at },
  { title: 'Delivery', kind: 'text', width: 34, of: (row) => publicId('dlv', row.id) },
  { title: 'Channel', kind: 'text', width: 10, of: (row) => row.channel },
  { title: 'Kind', kind: 'text', width: 14, of: (row) => row.kind },
  { title: 'Status', kind: 'text', width: 12, of: (row) => row.status },
  { title: 'Error', kind: 'text', width: 20, of: (row) => row.error_code },
  { title: 'Sent by', kind: 'text', width: 24, of: (row, names) => (row.user_id && names.get(row.user_id)) || null },
  { title: 'Campaign', kind: 'text', width: 34, of: (row) => publicId('camp', row.campaign_id) },
  { title: 'Number in month', kind: 'count', width: 16, of: (row) => row.month_number },
  { title: 'Tier', kind: 'count', width: 6, of: (row) => row.tier },
  { title: 'Units', kind: 'count', width: 6, of: (row) => row.units },
  { title: 'Charged (INR)', kind: 'money', width: 14, of: (row) => row.price_micros },
  { title: 'Given back (INR)', kind: 'money', width: 16, of: (row) => row.returned_micros },
  { title: 'Sent (IST)', kind: 'time', width: 20, of: (row) => row.sent_at },
  { title: 'Delivered (IST)', kind: 'time', width: 20, of: (row) => row.delivered_at },
  { title: 'Read (IST)', kind: 'time', width: 20, of: (row) => row.read_at },
  { title: 'Ended (IST)', kind: 'time', width: 20, of: (row) => row.ended_at },
  { title: 'Transaction', kind: 'text', width: 34, of: (row) => publicId('txn', row.transaction_id) },
]

export const logColumns: readonly Column[] = described

export async function* logPages(
  app: App,
  scope: Scope,
  row: ExportRow,
  progress: Progress,
): AsyncGenerator<CellValue[][]> {
  const span = spanOf(scope, row)
  const end = new Date(Math.min(span.to.getTime(), span.askedAt.getTime()))
  const names: Names = new Map()
  for (let after = firstUuidAt(span.from); ; ) {
    const statement = deliveriesBehind(span, after, ROWS_OF_A_PAGE)
    const page = await patiently(() => app.database.transaction((tx) => tx.rows<LogRow>(statement), EXPORTS))
    const rows = page.filter(({ is_in }) => is_in)
    await learnNames(app, names, rows)
    const last = page.at(-1)
    if (last) progress.add(rows.length, new Date(last.created_at * 1000), end)
    yield rows.map((one) => described.map(({ of }) => of(one, names)))
    if (!last || page.length < ROWS_OF_A_PAGE || page.every(({ is_behind }) => is_behind)) return
    after = last.id
  }
}

async function learnNames({ database }: App, names: Names, rows: readonly LogRow[]): Promise<void> {
  const unknown = new Set(rows.flatMap(({ user_id }) => (user_id === null || names.has(user_id) ? [] : user_id)))
  if (unknown.size === 0) return
  if (names.size > NAMES_MAX) names.clear()
  for (const id of unknown) names.set(id, null)
  const found = await database.reads.rows<{ id: Uuid; name: string }>(namesOf([...unknown]))
  for (const { id, name } of found) names.set(id, name)
}
