// A transaction as a record of the CSV, written from the bytes that PostgreSQL sends: as `csvRecord` of what
// `showTransaction` shows. A million rows have nineteen cells each, of which only the description may hold what has to
// be marked or quoted.

import type { ByteWriter } from '#kit/byte-writer.ts'
import { writeCsvCell } from '#kit/csv.ts'
import { csvRecord } from '#kit/csv-cell.ts'
import { type CopiedRows, columnsOf } from '#kit/database/copied-rows.ts'
import { IndianClocks, writeMicros, writeTypeId } from '#kit/written-values.ts'
import { recordColumns } from './queries.ts'
import { transactionColumns } from './schema.ts'
import { CURRENCY } from './show.ts'

/** Once more, as a spreadsheet reads a date: the clock of India, said in the column's name. */
const timeColumns = ['created_at', 'completed_at'] as const

export const heading = csvRecord([...transactionColumns, ...timeColumns.map((column) => `${column}_ist`)])

const { at } = columnsOf(recordColumns)
const PENDING = 'pending'

export class RecordWriter {
  readonly #clocks = new IndianClocks()

  /** The row that the cursor is at, whose first columns are `recordColumns`; as it is, or before it was completed. */
  write(out: ByteWriter, rows: CopiedRows, wasPending = false): void {
    writeTypeId(out, 'txn_', rows, at.id)
    cell(out, rows, at.kind)
    if (wasPending) out.ascii(`,${PENDING}`)
    else cell(out, rows, at.status)
    out.ascii(',')
    writeMicros(out, rows, at.amount_micros)
    out.ascii(`,${CURRENCY},`)
    if (!wasPending && !rows.isNull(at.balance_after_micros)) writeMicros(out, rows, at.balance_after_micros)
    cell(out, rows, at.payment_method)
    cell(out, rows, at.failure_reason)
    out.ascii(',')
    writeCsvCell(out, rows.bytes, rows.starts[at.description] as number, rows.endOf(at.description))
    cell(out, rows, at.channel)
    out.ascii(',')
    if (!rows.isNull(at.message_count)) out.integer(rows.int4(at.message_count))
    id(out, rows, at.campaign_id, ',camp_')
    id(out, rows, at.recharge_id, ',rech_')
    if (wasPending) out.ascii(',')
    else id(out, rows, at.invoice_id, ',inv_')
    id(out, rows, at.reverses_id, ',txn_')
    this.#times(out, rows, wasPending || rows.isNull(at.completed_at))
    out.ascii('\r\n')
  }

  #times(out: ByteWriter, rows: CopiedRows, isOpen: boolean): void {
    const created = rows.seconds(at.created_at)
    const completed = isOpen ? 0 : rows.seconds(at.completed_at)
    out.ascii(',')
    out.integer(created)
    out.ascii(',')
    if (!isOpen) out.integer(completed)
    out.ascii(',')
    this.#clocks.write(out, created)
    out.ascii(',')
    if (!isOpen) this.#clocks.write(out, completed)
  }
}

/** Of a closed list: nothing in it has to be quoted. */
function cell(out: ByteWriter, rows: CopiedRows, column: number): void {
  out.ascii(',')
  if (!rows.isNull(column)) out.copy(rows.bytes, rows.starts[column] as number, rows.endOf(column))
}

function id(out: ByteWriter, rows: CopiedRows, column: number, prefix: string): void {
  if (rows.isNull(column)) out.ascii(',')
  else writeTypeId(out, prefix, rows, column)
}
