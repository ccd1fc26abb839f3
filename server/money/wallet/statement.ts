// The wallet's statement as CSV: every matching transaction, newest first, of any number. It is read page by page, each
// in a short transaction, so that a slow reader holds neither a connection nor a snapshot, and memory stays flat.
// Keyset pages: a row that exists throughout appears exactly once.

import type { Readable } from 'node:stream'
import type { Actor, App } from '#kit/app.ts'
import { ByteWriter } from '#kit/byte-writer.ts'
import { CopiedRows } from '#kit/database/copied-rows.ts'
import { Exports } from '#kit/exports.ts'
import type { Uuid } from '#kit/ids.ts'
import { copiedColumns, copiedTransactions } from './reading-queries.ts'
import { heading, RecordWriter } from './records.ts'
import type { TransactionQuery } from './schema.ts'

/** Configurable, so that a test of paging can use short pages. */
const rowsOfAPage = () => Number(process.env.SAMVAD_TEST_STATEMENT_PAGE_ROWS ?? 5000)
/** The approximate size of a record. */
const BYTES_OF_A_ROW = 200
/**
 * The connection scheduler's key for statements. Not the organization's own: its writes must not interrupt a running
 * statement, nor statements delay its writes. `Exports` serves the organizations round-robin.
 */
const EXPORTS = 'exports'

export type StatementAsCsv = (actor: Actor, query: TransactionQuery) => Promise<Readable>

export function createStatements({ database }: App): StatementAsCsv {
  const exports = new Exports()
  const records = new RecordWriter()
  const full = rowsOfAPage()
  return ({ organizationId }, { limit: _, ...query }) =>
    exports.begin(organizationId, async (after) => {
      const page = { ...query, starting_after: after ?? undefined }
      const select = copiedTransactions(organizationId, page, full)
      const rows = new CopiedRows(await database.copied(select, EXPORTS), copiedColumns.count)
      const out = new ByteWriter(BYTES_OF_A_ROW * full)
      if (after === null) out.ascii(heading)
      let count = 0
      let last: Uuid | null = null
      while (rows.next()) {
        records.write(out, rows)
        if (++count === full) last = rows.uuid(copiedColumns.at.id)
      }
      return { content: out.take(), last }
    })
}
