// COPY as streams in both directions, with backpressure. Source: PostgreSQL documentation, "Message Flow", COPY
// operations.

import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** Maximum number of buffered bytes; beyond it the connection is not read. */
const UNREAD_BYTES_MAX = 1024 * 1024

/** The parts of pg's connection that speak the protocol. */
interface Wire {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Rows that the server sends before and after the copied data, as BASE_BACKUP does. */
export type TextRow = Record<string, string | null>

/** Passed to `client.query`, which calls its methods as the server responds. */
class CopyOut {
  readonly #text: string
  readonly #rows: TextRow[]
  #wire: Wire | undefined
  #columns: string[] = []
  #unread: Buffer[] = []
  #unreadBytes = 0
  #isOver = false
  #failure: Error | null = null
  #wake: () => void = () => {}

  constructor(text: string, rows: TextRow[]) {
    this.#text = text
    this.#rows = rows
  }

  submit(connection: pg.Connection): void {
    this.#wire = connection as unknown as Wire
    this.#wire.query(this.#text)
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(Object.fromEntries(this.#columns.map((name, index) => [name, fields[index] ?? null])))
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Copied, because pg reuses the memory for the next bytes.
    this.#unread.push(Buffer.from(chunk))
    this.#unreadBytes += chunk.length
    if (this.#unreadBytes > UNREAD_BYTES_MAX) this.#wire?.stream.pause()
    this.#wake()
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#wake()
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#isOver = true
    this.#wake()
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const taken = this.#unread
        this.#unread = []
        this.#unreadBytes = 0
        this.#wire?.stream.resume()
        yield* taken
        if (this.#unread.length > 0) continue
        if (this.#failure) throw this.#failure
        if (this.#isOver) return
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      // Stopping early leaves an unusable connection: the remaining data would still arrive.
      if (!this.#isOver) this.#wire?.stream.destroy()
    }
  }
}

/** The bytes of a COPY … TO STDOUT. `rows` receives other rows that the server sends. */
export function copyOut(client: pg.Client, text: string, rows: TextRow[] = []): AsyncGenerator<Buffer> {
  const copy = new CopyOut(text, rows)
  client.query(copy)
  return copy.chunks()
}

/** Resolves on close too. Removes its listeners: a large table waits thousands of times. */
async function drained(stream: Socket): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  } finally {
    over.abort()
  }
}

class CopyIn {
  readonly #text: string
  readonly #source: AsyncIterable<Buffer>
  readonly #settle: (error: Error | null, count: number) => void
  #count = 0
  #failure: Error | null = null
  #isOver = false

  constructor(text: string, source: AsyncIterable<Buffer>, settle: (error: Error | null, count: number) => void) {
    this.#text = text
    this.#source = source
    this.#settle = settle
  }

  submit(connection: pg.Connection): void {
    ;(connection as unknown as Wire).query(this.#text)
  }

  handleCopyInResponse(connection: pg.Connection): void {
    void this.#send(connection as unknown as Wire)
  }

  async #send(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.#isOver) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await drained(wire.stream)
      }
      if (!this.#isOver) wire.endCopyFrom()
    } catch (error) {
      // The server then reports a less specific error of its own.
      this.#failure = error as Error
      if (!this.#isOver) wire.sendCopyFail('the source failed')
    }
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(/\d+$/.exec(text)?.[0] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#settle(this.#failure, this.#count)
  }

  handleError(error: Error): void {
    this.#isOver = true
    this.#settle(this.#failure ?? error, 0)
  }
}

/** Sends the source to a COPY … FROM STDIN. Resolves with the number of rows; when it rejects, no row was written. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(text, source, (error, count) => (error ? reject(error) : resolve(count))))
  })
}
