// Reads a query's result as PostgreSQL's own bytes, by COPY: for many rows, creating an object per row and a string per
// value would take most of the time.

import pg from 'pg'
import { GrowingBytes } from '#kit/growing-bytes.ts'
import { asked } from './answer-deadline.ts'
import type { Statement } from './sql.ts'
import { prepareValue } from './statement-batch.ts'

/** The part of pg's connection that sends a text. */
interface Wire {
  query(text: string): void
}

/** Passed to `client.query`; a subclass of pg's own query, because a pipelining client accepts no other. */
class Copying extends pg.Query {
  readonly #text: string
  readonly #settle: (error: Error | null, bytes: Buffer) => void
  readonly #bytes = new GrowingBytes(FIRST_BYTES)

  constructor(text: string, settle: (error: Error | null, bytes: Buffer) => void) {
    super('')
    this.#text = text
    this.#settle = settle
  }

  // pg declares it as a property; it is a method.
  // @ts-expect-error
  override submit(connection: pg.Connection): void {
    ;(connection as unknown as Wire).query(this.#text)
  }

  /** A row, or the end of the rows. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#bytes.add(chunk)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settle(null, this.#bytes.all())
  }

  handleError(error: Error): void {
    this.#settle(error, NOTHING)
  }
}

const FIRST_BYTES = 256 * 1024
const NOTHING = Buffer.alloc(0)

/** The complete result of the `select`, for `CopiedRows`. Requires that no transaction is open on the client. */
export function copied(client: pg.ClientBase, select: Statement): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const text = `copy (${textOf(select)}) to stdout (format binary)`
    const answered = asked(client, [select])
    client.query(
      new Copying(text, (error, bytes) => {
        answered()
        if (error) reject(error)
        else resolve(bytes)
      }),
    )
  })
}

/** COPY accepts no parameters: each value is inserted into the text, quoted, with the type of its parameter. */
export function textOf({ text, values }: Statement): string {
  return text.replace(/\$(\d+)/g, (_, position: string) => literalOf(values[Number(position) - 1]))
}

function literalOf(value: unknown): string {
  const text = prepareValue(value)
  if (text === null) return 'null'
  return pg.escapeLiteral(Buffer.isBuffer(text) ? `\\x${text.toString('hex')}` : text)
}
