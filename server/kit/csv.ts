// CSV as RFC 4180 writes it, safe to open in a spreadsheet: text that a spreadsheet could run as a formula is marked as
// text.

import type { ByteWriter } from './byte-writer.ts'

const NUMBER = /^-?\d+(\.\d+)?$/
/** What begins a formula somewhere: Excel takes the full-width ones, and others that look alike, for the plain ones. */
const STARTERS = '=+\\-@＝＋－＠﹢﹣﹦﹫−'
/**
 * Spreadsheets skip blanks, line breaks and what has no width before they look, so a cell that begins with any is
 * marked too.
 */
const FORMULA = new RegExp(`^[\\s\\p{Cc}\\p{Cf}${STARTERS}]`, 'u')
/**
 * Where the separator is another than the comma, quotes in the middle of a line mean nothing: what follows begins a
 * cell there.
 */
const HIDDEN_FORMULA = new RegExp(`([;|\\t\\r\\n\\u2028\\u2029][\\s\\p{Cc}\\p{Cf}"]*)(?=[${STARTERS}])`, 'gu')
const NEEDS_QUOTES = /[",;|\t\r\n\u2028\u2029]/

const BEYOND_ASCII = 0x80
/** U+2028 and U+2029 begin with it in UTF-8. */
const LINE_SEPARATOR_LEAD = 0xe2
/** Of a cell that is written as it is: its first byte, and those behind. What lies beyond ASCII may begin a formula. */
const isPlainFirst = bytesThat((character, byte) => byte < BEYOND_ASCII && !FORMULA.test(character))
const isPlain = bytesThat((_, byte) => byte !== LINE_SEPARATOR_LEAD)

export type Cell = string | number | null

/** One record with its line end. Numbers stay numbers, also negative ones; null is an empty cell. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  if (NUMBER.test(text)) return text
  const inside = text.replace(HIDDEN_FORMULA, "$1'")
  const safe = FORMULA.test(text) ? `'${inside}` : inside
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** As `csvCell`, of text in UTF-8. */
export function writeCsvCell(out: ByteWriter, bytes: Buffer, start: number, end: number): void {
  if (isWrittenPlainly(bytes, start, end)) out.copy(bytes, start, end)
  else out.copy(Buffer.from(csvCell(bytes.toString('utf8', start, end))))
}

function isWrittenPlainly(bytes: Buffer, start: number, end: number): boolean {
  if (start === end) return true
  if (isPlainFirst[bytes[start] as number] === 0) return false
  for (let index = start + 1; index < end; index++) if (isPlain[bytes[index] as number] === 0) return false
  return true
}

function bytesThat(mayBe: (character: string, byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const character = String.fromCharCode(byte)
    const needsQuotes = byte < BEYOND_ASCII && NEEDS_QUOTES.test(character)
    return !needsQuotes && mayBe(character, byte) ? 1 : 0
  })
}

/** A cell's text where cells are no matter of separators, marked where a spreadsheet could run it. */
export function asText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
