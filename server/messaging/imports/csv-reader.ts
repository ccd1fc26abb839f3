// Incremental CSV reader: RFC 4180 and common deviations (any line end, blank lines, quotes in the middle of a cell,
// text after a closing quote). Memory is bounded for any input.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'

/** The file cannot be read any further. `code` is the import's error code, `error` says how to fix the file. */
export class ReadError extends Error {
  readonly code:
    | 'row_too_long'
    | 'too_many_columns'
    | 'quote_not_closed'
    | 'spreadsheet_unreadable'
    | 'spreadsheet_too_large'
  readonly error: ValidationError

  constructor(code: ReadError['code'], error: ValidationError) {
    super(error.message)
    this.code = code
    this.error = error
  }
}

export interface CsvRecord {
  /** 1-based, as a spreadsheet counts: blank rows too, a row with line breaks once, and no line with the separator. */
  number: number
  cells: string[]
  /** 0-based columns whose text the file refers to but does not contain: `cells` has an empty text there. */
  missing?: number[]
}

export const RECORD_CHARACTERS_MAX = 128 * 1024
export const COLUMNS_MAX = 200

/** A row of separators alone is as blank as an empty line. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** The first line by which a file names its separator to Excel: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i

/** The separator that a text names in its first line; null where it names none. */
export function namedSeparator(text: string): string | null {
  const [line = ''] = text.slice(0, 20).split(/[\r\n]/, 1)
  return SEPARATOR_LINE.exec(line.replace(/^\ufeff/, ''))?.[1] ?? null
}

const QUOTE = 34
const LF = 10
const CR = 13

export class CsvReader {
  readonly #delimiter: number
  readonly #keepsBlank: boolean
  #number = 1
  #cells: string[] = []
  #cell = ''
  /** Characters of the current record in the earlier chunks. */
  #characters = 0
  #isQuoted = false
  /** True when a quote opened the cell: it then counts as a cell even if it is empty. */
  #wasQuoted = false
  /** A quote within quotes: it closes them unless another one follows. */
  #isQuoteOpen = false
  #isAfterCr = false
  /** True once a line was read. */
  #isBegun = false

  /** `keepsBlank`: blank rows and the separator line count as records, as before 0.5.0. */
  constructor(delimiter: string, { keepsBlank = false }: { keepsBlank?: boolean } = {}) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#keepsBlank = keepsBlank
  }

  /** Yields the records that end within the text. */
  *push(text: string): Generator<CsvRecord> {
    let start = 0
    let recordStart = 0
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (this.#isAfterCr) {
        this.#isAfterCr = false
        if (code === LF) {
          start = index + 1
          recordStart = start
          continue
        }
      }
      if (this.#isQuoteOpen) {
        this.#isQuoteOpen = false
        start = index
        // A doubled quote is a literal quote.
        if (code === QUOTE) continue
        this.#isQuoted = false
      }
      if (this.#isQuoted) {
        if (code === QUOTE) {
          this.#take(text, start, index)
          start = index + 1
          this.#isQuoteOpen = true
        }
        continue
      }
      if (code === QUOTE && !this.#wasQuoted && this.#cell === '' && start === index) {
        this.#isQuoted = true
        this.#wasQuoted = true
        start = index + 1
      } else if (code === this.#delimiter) {
        this.#take(text, start, index)
        this.#endCell()
        start = index + 1
      } else if (code === LF || code === CR) {
        this.#take(text, start, index)
        this.#mustBeShort(this.#characters + index - recordStart)
        const record = this.#endRecord()
        if (record) yield record
        this.#isAfterCr = code === CR
        start = index + 1
        recordStart = start
      }
    }
    this.#take(text, start, text.length)
    this.#characters += text.length - recordStart
    this.#mustBeShort(this.#characters)
  }

  /** Yields the last record of a file that does not end with a line end. */
  *end(): Generator<CsvRecord> {
    if (this.#isQuoted && !this.#isQuoteOpen) throw notClosed(this.#number)
    const record = this.#endRecord()
    if (record) yield record
  }

  #take(text: string, start: number, end: number): void {
    if (end > start) this.#cell += text.slice(start, end)
  }

  #endCell(): void {
    if (this.#cells.push(this.#cell) >= COLUMNS_MAX)
      throw new ReadError(
        'too_many_columns',
        validationError('csv_too_many_columns', { row: this.#number, max: COLUMNS_MAX }),
      )
    this.#cell = ''
    this.#wasQuoted = false
  }

  #endRecord(): CsvRecord | null {
    const isEmptyLine = this.#cells.length === 0 && this.#cell.trim() === '' && !this.#wasQuoted
    if (!isEmptyLine) this.#cells.push(this.#cell)
    const isSeparator = !this.#keepsBlank && !this.#isBegun && this.#isSeparatorLine()
    this.#isBegun = true
    const isLeftOut = isEmptyLine || isSeparator || (!this.#keepsBlank && isBlank(this.#cells))
    const record = { number: this.#number, cells: this.#cells }
    if (!isSeparator) this.#number++
    this.#cells = []
    this.#cell = ''
    this.#characters = 0
    this.#isQuoted = false
    this.#wasQuoted = false
    this.#isQuoteOpen = false
    return isLeftOut ? null : record
  }

  /** The `sep=` line: split by the separator that it names it has two cells, by another separator one. */
  #isSeparatorLine(): boolean {
    const line = this.#cells.join(String.fromCharCode(this.#delimiter)).replace(/^\ufeff/, '')
    return SEPARATOR_LINE.test(line)
  }

  #mustBeShort(characters: number): void {
    if (characters <= RECORD_CHARACTERS_MAX) return
    if (this.#isQuoted) throw notClosed(this.#number)
    throw new ReadError(
      'row_too_long',
      validationError('csv_row_too_long', { row: this.#number, max: RECORD_CHARACTERS_MAX }),
    )
  }
}

const notClosed = (row: number) => new ReadError('quote_not_closed', validationError('csv_quote_not_closed', { row }))
