// Reads the first sheet of a spreadsheet (.xlsx) as records, row by row, like a CSV. spec 6.34.

import { validationError } from '#kit/messages/field-errors.ts'
import type { AttachmentStore, FileKey } from '#messaging/attachments/store/store.ts'
import { type CsvRecord, isBlank, ReadError } from '../csv-reader.ts'
import { SheetReader, type SheetRow } from './sheet-reader.ts'
import { readStrings, readWorkbook } from './workbook.ts'
import { openParts, protectedByPassword } from './zip-reader.ts'

const SHEET_BYTES_MAX = 2 * 1024 * 1024 * 1024

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Header of Excel files from before 2007 and of password-protected workbooks. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Detects .xlsx by the first bytes. Throws a `ReadError` for a spreadsheet that cannot be read. */
export function isXlsx(head: Buffer): boolean {
  if (head.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    if (head.includes(ENCRYPTED)) throw protectedByPassword()
    throw new ReadError('spreadsheet_unreadable', validationError('spreadsheet_old_format'))
  }
  return head.subarray(0, ZIP.length).equals(ZIP)
}

/** The first records. */
export async function xlsxHead(store: AttachmentStore, key: FileKey, recordsMax: number): Promise<CsvRecord[]> {
  const parts = await openParts(store, key)
  const workbook = await readWorkbook(parts)
  const reader = new SheetReader(workbook)
  const rows: SheetRow[] = []
  for await (const chunk of parts.chunksOf(workbook.sheet, SHEET_BYTES_MAX)) {
    rows.push(...reader.push(chunk))
    if (rows.length >= 2 * recordsMax) break
  }
  const last = Math.max(-1, ...rows.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'number')))
  const strings = await readStrings(parts, workbook.strings, last)
  return recordsIn(rows, strings).slice(0, recordsMax)
}

export interface XlsxPiece {
  records: CsvRecord[]
  /** How much of the sheet was read, from 0 to 1. */
  share: number
  error: ReadError | null
}

/** Yields the records in pieces; nothing follows an error. */
export async function* xlsxRecords(store: AttachmentStore, key: FileKey): AsyncGenerator<XlsxPiece> {
  let reader: SheetReader | undefined
  let strings: string[] = []
  let share = 0
  try {
    const parts = await openParts(store, key)
    const workbook = await readWorkbook(parts)
    reader = new SheetReader(workbook)
    strings = await readStrings(parts, workbook.strings)
    // The checksum is only known at the sheet's end: no row of a damaged sheet is imported.
    for await (const _ of parts.chunksOf(workbook.sheet, SHEET_BYTES_MAX));
    const size = Math.max(1, parts.sizeOf(workbook.sheet))
    let read = 0
    for await (const chunk of parts.chunksOf(workbook.sheet, SHEET_BYTES_MAX)) {
      read += chunk.length
      share = Math.min(1, read / size)
      yield { records: recordsIn(reader.push(chunk), strings), share, error: null }
    }
    yield { records: recordsIn(reader.end(), strings), share: 1, error: null }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    yield { records: recordsIn(reader?.left() ?? [], strings), share, error }
  }
}

/** Skips blank rows. A cell whose shared string does not exist is reported in `missing`: only its row fails. */
function recordsIn(rows: readonly SheetRow[], strings: readonly string[]): CsvRecord[] {
  return rows.flatMap(({ number, cells }) => {
    const missing: number[] = []
    const texts = Array.from(cells, (cell, column) => {
      const text = typeof cell === 'string' ? cell : strings[cell]
      if (text === undefined) missing.push(column)
      return text ?? ''
    })
    if (missing.length > 0) return [{ number, cells: texts, missing }]
    return isBlank(texts) ? [] : [{ number, cells: texts }]
  })
}
