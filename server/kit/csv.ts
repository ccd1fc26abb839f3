// CSV as bytes, written cell by cell in the format of `csv-cell.ts`.

import type { ByteWriter } from './byte-writer.ts'
import { csvCell, FORMULA, NEEDS_QUOTES } from './csv-cell.ts'

const BEYOND_ASCII = 0x80
/** The first byte of U+2028 and U+2029 in UTF-8. */
const LINE_SEPARATOR_LEAD = 0xe2
/**
 * The bytes that a cell can start with, and those it can contain, without a check of the cell. Non-ASCII characters may
 * start a formula.
 */
const isPlainFirst = bytesThat((character, byte) => byte < BEYOND_ASCII && !FORMULA.test(character))
const isPlain = bytesThat((_, byte) => byte !== LINE_SEPARATOR_LEAD)

/** Like `csvCell`, for UTF-8 text. */
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
