// Reads rows by id, a page at a time, each page in its own short statement: no snapshot is held while the file is
// written. PostgreSQL reads the next page while this one is written, so two pages are in memory.

import type { App } from '#kit/app.ts'
import { CopiedRows } from '#kit/database/copied-rows.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { patiently } from './patience.ts'

/** Takes PostgreSQL some milliseconds, and some megabytes of memory. A test about pages makes them shorter. */
export const rowsOfAPage = () => Number(process.env.SAMVAD_TEST_EXPORT_PAGE_ROWS ?? 10_000)
/**
 * The name under which exports are scheduled for connections: not the organization's, whose sends must not wait for
 * them.
 */
export const EXPORTS = 'exports'

/** Additional columns of every row; `is_behind`: from this row on, no row belongs to the period. */
type Marks = 'id' | 'created_at' | 'is_in' | 'is_behind'

export interface Read {
  columns: { at: Readonly<Record<Marks, number>>; count: number }
  /** The statement for the rows after this id. */
  behind(after: Uuid): Statement
}

export interface Page {
  /** All rows, including those outside the period; positioned before the first. */
  rows: CopiedRows
  /** The number of rows of the period. */
  count: number
  last: { id: Uuid; createdAt: Date } | null
}

export async function* pagesBehind(app: App, first: Uuid, { columns, behind }: Read): AsyncGenerator<Page> {
  const read = (after: Uuid) => {
    const bytes = patiently(() => app.database.copied(behind(after), EXPORTS))
    bytes.catch(() => {})
    return bytes
  }
  for (let next: Promise<Buffer> | null = read(first); next !== null; ) {
    const rows = new CopiedRows(await next, columns.count)
    const { page, isLast } = lookOver(rows, columns.at)
    next = isLast || page.last === null ? null : read(page.last.id)
    yield page
  }
}

function lookOver(rows: CopiedRows, at: Read['columns']['at']): { page: Page; isLast: boolean } {
  const full = rowsOfAPage()
  let [all, count, isBehind] = [0, 0, true]
  let last: Page['last'] = null
  while (rows.next()) {
    all++
    if (rows.isTrue(at.is_in)) count++
    if (!rows.isTrue(at.is_behind)) isBehind = false
    if (all === full || rows.isLast())
      last = { id: rows.uuid(at.id), createdAt: new Date(rows.seconds(at.created_at) * 1000) }
  }
  rows.rewind()
  return { page: { rows, count, last }, isLast: all < full || isBehind }
}
