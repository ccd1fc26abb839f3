// Sender names for a message log, loaded a page at a time.

import type { CopiedRows } from '#kit/database/copied-rows.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { namesOf } from './log-queries.ts'
import { patiently } from './patience.ts'

/** Maximum number of cached names. */
const NAMES_MAX = 10_000
const UUID_BYTES = 16

export class SenderNames {
  readonly #reads: Tx
  /** By ids in hexadecimal; null for ids without a name. */
  readonly #byId = new Map<string, Buffer | null>()
  /** The last id and its name: most rows have the same sender as the row before. */
  readonly #lastId = new Uint8Array(UUID_BYTES)
  #last: Buffer | null | undefined

  constructor(reads: Tx) {
    this.#reads = reads
  }

  /** Loads the names of all senders in a column, from the first row to the last. */
  async learn(rows: CopiedRows, column: number): Promise<void> {
    if (this.#byId.size > NAMES_MAX) this.#byId.clear()
    this.#last = undefined
    const unknown: Uuid[] = []
    while (rows.next()) {
      if (rows.isNull(column) || this.#isLast(rows, column)) continue
      const hex = this.#remember(rows, column)
      if (this.#byId.has(hex)) continue
      this.#byId.set(hex, null)
      unknown.push(rows.uuid(column))
    }
    rows.rewind()
    this.#last = undefined
    if (unknown.length === 0) return
    const found = await patiently(() => this.#reads.rows<{ id: Uuid; name: string }>(namesOf(unknown)))
    for (const { id, name } of found) this.#byId.set(id.replaceAll('-', ''), name === '' ? null : Buffer.from(name))
  }

  /** Null for a row without a sender, or a sender without a name. */
  of(rows: CopiedRows, column: number): Buffer | null {
    if (rows.isNull(column)) return null
    if (!this.#isLast(rows, column)) this.#last = this.#byId.get(this.#remember(rows, column)) ?? null
    return this.#last ?? null
  }

  #isLast({ bytes, starts }: CopiedRows, column: number): boolean {
    if (this.#last === undefined) return false
    const start = starts[column] as number
    for (let index = 0; index < UUID_BYTES; index++) if (bytes[start + index] !== this.#lastId[index]) return false
    return true
  }

  #remember(rows: CopiedRows, column: number): string {
    const start = rows.starts[column] as number
    this.#lastId.set(rows.bytes.subarray(start, start + UUID_BYTES))
    this.#last = null
    return rows.hex(column)
  }
}
