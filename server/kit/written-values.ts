// Writes PostgreSQL's values in the API's formats, byte by byte: the same results as typeId, formatMicros and
// indianClock.

import type { ByteWriter } from './byte-writer.ts'
import type { CopiedRows } from './database/copied-rows.ts'
import { ALPHABET } from './ids.ts'
import { indianClock } from './india/calendar.ts'

const LETTERS = Buffer.from(ALPHABET)
const TYPE_ID_LETTERS = 26
const UUID_BYTES = 16
const [POINT, MINUS] = ['.', '-'].map((sign) => sign.charCodeAt(0)) as [number, number]
const KOLKATA_SECONDS = 19_800
const DAY_SECONDS = 86_400
/** 31 December 9999: later years have more digits. */
const LAST_DAY = 2_932_896

/** `prefix` includes its underscore. */
export function writeTypeId(out: ByteWriter, prefix: string, rows: CopiedRows, column: number): void {
  out.ascii(prefix)
  out.reserve(TYPE_ID_LETTERS)
  const { bytes } = out
  const source = rows.bytes
  const start = rows.starts[column] as number
  let at = out.length
  const first = source[start] as number
  bytes[at++] = LETTERS[first >>> 5] as number
  bytes[at++] = LETTERS[first & 31] as number
  // Five bytes become eight letters.
  for (let from = start + 1; from < start + UUID_BYTES; from += 5) {
    const high = ((source[from] as number) << 16) | ((source[from + 1] as number) << 8) | (source[from + 2] as number)
    const low = ((source[from + 3] as number) << 8) | (source[from + 4] as number)
    bytes[at] = LETTERS[high >>> 19] as number
    bytes[at + 1] = LETTERS[(high >>> 14) & 31] as number
    bytes[at + 2] = LETTERS[(high >>> 9) & 31] as number
    bytes[at + 3] = LETTERS[(high >>> 4) & 31] as number
    bytes[at + 4] = LETTERS[((high & 15) << 1) | (low >>> 15)] as number
    bytes[at + 5] = LETTERS[(low >>> 10) & 31] as number
    bytes[at + 6] = LETTERS[(low >>> 5) & 31] as number
    bytes[at + 7] = LETTERS[low & 31] as number
    at += 8
  }
  out.length = at
}

/** An int8 of micro-rupees: as many decimals as it needs, and at least two. */
export function writeMicros(out: ByteWriter, rows: CopiedRows, column: number): void {
  if (rows.isNegative(column)) out.character(MINUS)
  out.integer(rows.millionsOf(column))
  out.character(POINT)
  const micros = rows.restOf(column)
  const paise = Math.floor(micros / 10_000)
  const rest = micros - paise * 10_000
  out.digits(paise, 2)
  if (rest === 0) return
  if (rest % 1000 === 0) out.digits(rest / 1000, 1)
  else if (rest % 100 === 0) out.digits(rest / 100, 2)
  else if (rest % 10 === 0) out.digits(rest / 10, 3)
  else out.digits(rest, 4)
}

/** Formats times in Indian time. Consecutive rows are close in time, so a date is formatted once for many of them. */
export class IndianClocks {
  #day = Number.NaN
  #date = ''

  /** `YYYY-MM-DD HH:MM:SS`. */
  write(out: ByteWriter, unixSeconds: number): void {
    const seconds = unixSeconds + KOLKATA_SECONDS
    const day = Math.floor(seconds / DAY_SECONDS)
    if (day < 0 || day > LAST_DAY) return out.ascii(indianClock(new Date(unixSeconds * 1000)))
    if (day !== this.#day) {
      this.#day = day
      this.#date = `${indianClock(new Date(unixSeconds * 1000)).slice(0, 10)} `
    }
    out.ascii(this.#date)
    const ofDay = seconds - day * DAY_SECONDS
    const minutes = Math.floor(ofDay / 60)
    const hours = Math.floor(minutes / 60)
    out.digits(hours, 2)
    out.ascii(':')
    out.digits(minutes - hours * 60, 2)
    out.ascii(':')
    out.digits(ofDay - minutes * 60, 2)
  }
}
