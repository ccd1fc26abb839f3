// Reads the rows of a sheet incrementally: a cell is text, or the index of a shared string. Memory is bounded.

import { validationError } from '#kit/messages/field-errors.ts'
import { COLUMNS_MAX, RECORD_CHARACTERS_MAX, ReadError } from '../csv-reader.ts'
import { columnOf, dateText, numberText, unescaped } from './values.ts'
import type { Workbook } from './workbook.ts'
import { type Attributes, XmlReader } from './xml.ts'

export interface SheetRow {
  /** 1-based, as the spreadsheet counts. */
  number: number
  /** A number is the index of a shared string. */
  cells: (string | number)[]
}

interface OpenCell {
  column: number
  type: string
  style: number
}

/** Maximum rows of a sheet. */
const ROW_NUMBER_MAX = 1_048_576

/** The number written in the sheet if it is greater than the previous one; otherwise the next number. */
function rowNumber(written: string | undefined, before: number): number {
  const number = Number(written)
  return Number.isInteger(number) && number > before && number <= ROW_NUMBER_MAX ? number : before + 1
}

export class SheetReader {
  readonly #workbook: Pick<Workbook, 'is1904' | 'isDate'>
  readonly #xml: XmlReader
  #rows: SheetRow[] = []
  #number = 0
  #cells: (string | number)[] = []
  #characters = 0
  #column = 0
  #cell: OpenCell | null = null
  #text = ''
  #isText = false
  #phonetic = 0

  constructor(workbook: Pick<Workbook, 'is1904' | 'isDate'>) {
    this.#workbook = workbook
    this.#xml = new XmlReader({
      open: (name, attributes) => this.#open(name, attributes),
      text: (words) => this.#take(words),
      close: (name) => this.#close(name),
    })
  }

  /** Returns the rows that end within the chunk; rows that end before an error are left for `left`. */
  push(chunk: Buffer): SheetRow[] {
    this.#xml.push(chunk)
    return this.left()
  }

  end(): SheetRow[] {
    this.#xml.end()
    return this.left()
  }

  left(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      this.#number = rowNumber(attributes.r, this.#number)
      this.#cells = []
      this.#characters = 0
      this.#column = 0
    } else if (name === 'c') {
      const column = columnOf(attributes.r ?? '') ?? this.#column
      this.#cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? -1) }
      this.#column = column + 1
      this.#text = ''
    } else if (name === 'rPh') this.#phonetic++
    this.#isText = this.#cell !== null && this.#phonetic === 0 && (name === 'v' || name === 't')
  }

  #take(words: string): void {
    if (!this.#isText) return
    this.#text += words
    this.#characters += words.length
    if (this.#characters > RECORD_CHARACTERS_MAX)
      throw new ReadError(
        'row_too_long',
        validationError('spreadsheet_row_too_long', { row: this.#number, max: RECORD_CHARACTERS_MAX }),
      )
  }

  #close(name: string): void {
    if (name === 'rPh') this.#phonetic--
    else if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
  }

  #endCell(): void {
    const cell = this.#cell as OpenCell
    this.#cell = null
    // Cells with only a background colour may extend to the last column.
    if (this.#text === '') return
    if (cell.column >= COLUMNS_MAX)
      throw new ReadError(
        'too_many_columns',
        validationError('spreadsheet_too_many_columns', { row: this.#number, max: COLUMNS_MAX }),
      )
    while (this.#cells.length < cell.column) this.#cells.push('')
    this.#cells[cell.column] = this.#valueOf(cell)
  }

  #valueOf({ type, style }: OpenCell): string | number {
    const text = this.#text
    if (type === 's') return Number(text)
    if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE'
    if (type === 'd') return text.replace(/T00:00:00(\.0+)?Z?$/, '')
    if (type === 'n') return this.#workbook.isDate[style] ? dateText(text, this.#workbook.is1904) : numberText(text)
    return unescaped(text)
  }

  #endRow(): void {
    if (this.#cells.length > 0) this.#rows.push({ number: this.#number, cells: this.#cells })
    this.#cells = []
  }
}
