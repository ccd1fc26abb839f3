// The failed rows of an import as CSV, to be corrected and imported again: row number, column, reason with its code and
// parameters, and the original cells.

import { csvRecord } from '#kit/csv-cell.ts'
import type { Tx } from '#kit/database/database.ts'
import type { MakePage } from '#kit/exports.ts'
import type { Uuid } from '#kit/ids.ts'
import type { FaultRow, ImportRow } from './queries.ts'
import * as queries from './queries.ts'
import { readStoredError } from './stored-errors.ts'

/** Without it Excel reads the file in a legacy encoding. */
const BYTE_ORDER_MARK = '\ufeff'
const PAGE = 1000

export const faultPages =
  (reads: Tx, organizationId: Uuid, { id, settings }: ImportRow): MakePage =>
  async (after) => {
    const rows = await reads.rows<FaultRow>(queries.faultsBehind(organizationId, id, Number(after ?? 0), PAGE))
    const own = ['import_row', 'import_column', 'import_reason', 'import_code', 'import_params']
    const heading = [...own, ...settings.columns.map(({ name }) => name)]
    const begun = after === null ? BYTE_ORDER_MARK + csvRecord(heading) : ''
    const records = rows.map(({ row_number, column_name, reason, cells }) => {
      const { code, params, message } = readStoredError(reason)
      return csvRecord([row_number, column_name, message, code, code && JSON.stringify(params), ...cells])
    })
    const last = rows.length < PAGE ? null : String(rows.at(-1)?.row_number)
    return { content: begun + records.join(''), last }
  }
