// Writes a transaction as a CSV record straight from PostgreSQL's bytes, equal to `csvRecord` of `showTransaction`. Of
// the nineteen cells of each row only the description can need escaping, which matters for a million rows.

import type { ByteWriter } from '#kit/byte-writer.ts'
import { writeCsvCell } from '#kit/csv.ts'
import { csvRecord } from '#kit/csv-cell.ts'
import { type CopiedRows, columnsOf } from '#kit/database/copied-rows.ts'
import { IndianClocks, writeMicros, writeTypeId } from '#kit/written-values.ts'
import { recordColumns } from './queries.ts'
import { transactionColumns } from './schema.ts'
import { CURRENCY } from './show.ts'

/** Repeated in a format that spreadsheets parse as a date: Indian time, as the column's name says. */
const timeColumns = ['created_at', 'completed_at'] as const

export const heading = csvRecord([...transactionColumns, ...timeColumns.map((column) => `${column}_ist`)])

const { at } = columnsOf(recordColumns)
const PENDING = 'pending'

export class RecordWriter {
  readonly #clocks = new IndianClocks()

  /** The cursor's current row, whose first columns are `recordColumns`; as it is, or as it was before completion. */
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

/** Values of closed lists need no quoting. */
function cell(out: ByteWriter, rows: CopiedRows, column: number): void {
  out.ascii(',')
  if (!rows.isNull(column)) out.copy(rows.bytes, rows.starts[column] as number, rows.endOf(column))
}

function id(out: ByteWriter, rows: CopiedRows, column: number, prefix: string): void {
  if (rows.isNull(column)) out.ascii(',')
  else writeTypeId(out, prefix, rows, column)
}
