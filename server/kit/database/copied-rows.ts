// Reads rows of COPY … (format binary) in place, without creating objects. Source: PostgreSQL documentation, COPY,
// "Binary Format"; values have the format of each type's send function.

import { type Statement, sql } from './sql.ts'

/** The signature, flags, and the length of the header extension that follows them. */
const HEADER_BYTES = 19
const ADDED_LENGTH_AT = 15
const END = -1
/** 1 January 2000, PostgreSQL's epoch. */
const SECONDS_OF_2000 = 946_684_800
const MILLION = 1_000_000
/** 2^32 divided by a million: quotient, and remainder. */
const MILLIONS_OF_2_32 = 4294
const REST_OF_2_32 = 967_296

/** The columns of a `select` and their positions, so that none can be confused with another. */
export interface Columns<Name extends string, Given> {
  list(given: Given): Statement
  at: Readonly<Record<Name, number>>
  count: number
}

/** Columns by name; `Given` is the data they depend on. */
export function columnsOf<Name extends string, Given = void>(
  columns: Readonly<Record<Name, (given: Given) => Statement>>,
): Columns<Name, Given> {
  const names = Object.keys(columns) as Name[]
  const pieces = ['', ...names.slice(1).map(() => ', '), '']
  const template = Object.assign(pieces, { raw: pieces })
  return {
    list: (given) => sql(template, ...names.map((name) => columns[name](given))),
    at: Object.fromEntries(names.map((name, index) => [name, index])) as Record<Name, number>,
    count: names.length,
  }
}

/** A cursor over the rows: gives access to each column of the row that `next` moved to. */
export class CopiedRows {
  readonly bytes: Buffer
  /** Start and length of each column's value; -1 for null. */
  readonly starts: Int32Array
  readonly lengths: Int32Array
  readonly #view: DataView
  readonly #first: number
  #next: number

  constructor(bytes: Buffer, columns: number) {
    this.bytes = bytes
    this.starts = new Int32Array(columns)
    this.lengths = new Int32Array(columns)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#first = HEADER_BYTES + this.#view.getInt32(ADDED_LENGTH_AT)
    this.#next = this.#first
  }

  /** Moves before the first row. */
  rewind(): void {
    this.#next = this.#first
  }

  /** False after the last row. */
  next(): boolean {
    const { starts, lengths } = this
    const view = this.#view
    let at = this.#next
    const count = view.getInt16(at)
    if (count === END) return false
    if (count !== starts.length) throw new Error(`a row has ${count} columns, not ${starts.length}`)
    at += 2
    for (let column = 0; column < count; column++) {
      const length = view.getInt32(at)
      at += 4
      starts[column] = at
      lengths[column] = length
      if (length > 0) at += length
    }
    this.#next = at
    return true
  }

  /** True when the current row is the last. */
  isLast(): boolean {
    return this.#view.getInt16(this.#next) === END
  }

  isNull(column: number): boolean {
    return (this.lengths[column] as number) < 0
  }

  /** The position after the column's last byte. */
  endOf(column: number): number {
    return (this.starts[column] as number) + (this.lengths[column] as number)
  }

  /** A bool; not for null. */
  isTrue(column: number): boolean {
    return this.lengths[column] === 1 && this.bytes[this.starts[column] as number] === 1
  }

  /** An int4. */
  int4(column: number): number {
    return this.#view.getInt32(this.starts[column] as number)
  }

  /** An int8 that is known to be a safe integer. */
  int8(column: number): number {
    const start = this.starts[column] as number
    return this.#view.getInt32(start) * 2 ** 32 + this.#view.getUint32(start + 4)
  }

  /** The sign of an int8. */
  isNegative(column: number): boolean {
    return this.#view.getInt32(this.starts[column] as number) < 0
  }

  /**
   * The whole millions of an int8's absolute value; `restOf` returns the remainder. Both parts fit into a number
   * exactly.
   */
  millionsOf(column: number): number {
    const { high, low } = this.#magnitude(column)
    return high * MILLIONS_OF_2_32 + Math.floor((high * REST_OF_2_32 + low) / MILLION)
  }

  restOf(column: number): number {
    const { high, low } = this.#magnitude(column)
    return (high * REST_OF_2_32 + low) % MILLION
  }

  /** A timestamptz, in whole Unix seconds. */
  seconds(column: number): number {
    const start = this.starts[column] as number
    const high = this.#view.getInt32(start)
    const low = this.#view.getUint32(start + 4)
    return high * MILLIONS_OF_2_32 + Math.floor((high * REST_OF_2_32 + low) / MILLION) + SECONDS_OF_2000
  }

  /** In hexadecimal. */
  hex(column: number): string {
    return this.bytes.toString('hex', this.starts[column], this.endOf(column))
  }

  /** A uuid, as text. */
  uuid(column: number): string {
    const hex = this.hex(column)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  #magnitude(column: number): { high: number; low: number } {
    const start = this.starts[column] as number
    const high = this.#view.getInt32(start)
    const low = this.#view.getUint32(start + 4)
    if (high >= 0) return { high, low }
    return low === 0 ? { high: -high, low: 0 } : { high: ~high, low: 2 ** 32 - low }
  }
}
