// The rows of a sheet, written cell by cell as bytes. Text is inline, so that no shared strings are collected; text
// that could be run as a formula once the sheet is saved as CSV is marked as in our CSV. Source: ECMA-376,
// SpreadsheetML.

import { ByteWriter } from '#kit/byte-writer.ts'
import { asText } from '#kit/csv-cell.ts'

/** `time` in Unix seconds, displayed in Indian time; `money` in micro-rupees. */
export type ColumnKind = 'text' | 'time' | 'money' | 'count'

export interface Column {
  title: string
  kind: ColumnKind
  /** In characters, approximately. */
  width: number
}

/** Indices of the workbook's styles. */
const STYLES: Readonly<Record<ColumnKind | 'header', number>> = { text: 0, header: 1, time: 2, money: 3, count: 4 }
/** Excel's limit for a cell. */
const TEXT_MAX = 32_767
const KOLKATA_SECONDS = 19_800
const DAY_SECONDS = 86_400
/** 1 January 1970 in the day count of spreadsheets. */
const DAYS_OF_1970 = 25_569
/** Until the year 2248 a float has the same first nine decimals as the exact value. */
const EXACT_DAYS_MAX = 101_900
const SERIAL_DECIMALS = 9

const TEXT_END = Buffer.from('</t></is></c>')
const NUMBER_END = Buffer.from('</v></c>')
const ROW_BEGIN = Buffer.from('<row r="')
const ROW_MIDDLE = Buffer.from('">')
const ROW_END = Buffer.from('</row>')
/** Initial size beyond the fixed part; most rows fit. */
const ROW_BYTES = 16 * 1024

/** The XML around a column's value: before the row number, after it, and after the value. */
interface Frame {
  before: Buffer
  behind: Buffer
  end: Buffer
}

export class Cells {
  readonly out: ByteWriter
  readonly #frames: readonly Frame[]
  /** The digits of the row number. */
  readonly #number = new ByteWriter(16)
  #column = 0

  constructor(columns: readonly Column[], pieceBytes: number) {
    this.out = new ByteWriter(pieceBytes + ROW_BYTES)
    this.#frames = columns.map(({ kind }, index) => frameOf(letterOf(index), kind))
  }

  begin(row: number): void {
    this.#number.length = 0
    this.#number.integer(row)
    this.#column = 0
    this.out.copy(ROW_BEGIN)
    this.out.copy(this.#number.bytes, 0, this.#number.length)
    this.out.copy(ROW_MIDDLE)
  }

  end(): void {
    this.out.copy(ROW_END)
  }

  /** Leaves the next cell empty. */
  skip(): void {
    this.#column++
  }

  /** Starts the next cell: its value is written until `close`, a number or text that needs no escaping. */
  open(): ByteWriter {
    const { out } = this
    const { before, behind } = this.#frames[this.#column] as Frame
    out.copy(before)
    out.copy(this.#number.bytes, 0, this.#number.length)
    out.copy(behind)
    return out
  }

  close(): void {
    this.out.copy((this.#frames[this.#column] as Frame).end)
    this.#column++
  }

  /** User text in UTF-8. */
  text(bytes: Buffer, start = 0, end = bytes.length): void {
    const out = this.open()
    if (isWrittenPlainly(bytes, start, end)) out.copy(bytes, start, end)
    else out.copy(Buffer.from(textOf(bytes.toString('utf8', start, end))))
    this.close()
  }

  /** Days and fractions of days, in Indian time. */
  time(unixSeconds: number): void {
    const out = this.open()
    const seconds = unixSeconds + KOLKATA_SECONDS
    const days = Math.floor(seconds / DAY_SECONDS)
    if (days < 0 || days > EXACT_DAYS_MAX) out.ascii(serialOf(unixSeconds))
    else {
      out.integer(days + DAYS_OF_1970)
      out.ascii('.')
      // In billionths of a day: a second has 10^9 / 86,400 = 312,500 / 27 of them.
      out.digits(Math.round(((seconds - days * DAY_SECONDS) * 312_500) / 27), SERIAL_DECIMALS)
    }
    this.close()
  }
}

/** Formats a number of any size. */
export function serialOf(unixSeconds: number): string {
  return ((unixSeconds + KOLKATA_SECONDS) / DAY_SECONDS + DAYS_OF_1970).toFixed(SERIAL_DECIMALS)
}

/** A row of column titles. */
export function headerOf(columns: readonly Column[]): string {
  const cells = columns.map(({ title }, index) => {
    const { before, behind, end } = frameOf(letterOf(index), 'text', STYLES.header)
    return `${before}1${behind}${escaped(title)}${end}`
  })
  return `<row r="1">${cells.join('')}</row>`
}

function frameOf(letters: string, kind: ColumnKind, style = STYLES[kind]): Frame {
  const isText = kind === 'text'
  return {
    before: Buffer.from(`<c r="${letters}`),
    behind: Buffer.from(isText ? `" s="${style}" t="inlineStr"><is><t xml:space="preserve">` : `" s="${style}"><v>`),
    end: isText ? TEXT_END : NUMBER_END,
  }
}

const SPECIAL = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]/u
const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '\t',
  '\n': '\n',
}

/** Removes characters that XML cannot contain: control characters and unpaired surrogates. */
export function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.toWellFormed().replace(/[&<>"\p{Cc}\ufffe\uffff]/gu, (character) => replacements[character] ?? '')
}

const textOf = (text: string) => escaped(asText(text).slice(0, TEXT_MAX))

const BEYOND_ASCII = 0x80
/** The first UTF-8 bytes of non-ASCII control characters, U+FFFE and U+FFFF. */
const SPECIAL_LEADS = [0xc2, 0xef]
/** Bytes that can be written unescaped, as the first one and later. Non-ASCII characters may start a formula. */
const isPlainFirst = bytesThat((byte, character) => byte < BEYOND_ASCII && textOf(character) === character)
const isPlain = bytesThat((byte, character) =>
  byte < BEYOND_ASCII ? escaped(character) === character : !SPECIAL_LEADS.includes(byte),
)

function bytesThat(mayBe: (byte: number, character: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (mayBe(byte, String.fromCharCode(byte)) ? 1 : 0))
}

function isWrittenPlainly(bytes: Buffer, start: number, end: number): boolean {
  if (start === end) return true
  if (isPlainFirst[bytes[start] as number] === 0 || end - start > TEXT_MAX) return false
  for (let index = start + 1; index < end; index++) if (isPlain[bytes[index] as number] === 0) return false
  return true
}

/** A, B, … Z, AA. */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}
