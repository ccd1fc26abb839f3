// Several prepared statements in one message to PostgreSQL, with one Sync: the server responds once instead of once per
// statement, and both sides wake up once. Result columns are described once per connection. When a statement fails,
// PostgreSQL skips the following ones, and none of the batch takes effect.
//
//   to the server    Parse Bind Describe Execute   Bind Execute   Bind Execute   Sync
//                    └ a new statement              └ known statements: no text, no description
//   from the server  … rows CommandComplete        rows CommandComplete           ReadyForQuery ── the promise resolves
//                    or ErrorResponse, then nothing until                         ReadyForQuery ── it rejects
//
// A connection accepts the next batch before the previous one has its response. A statement is therefore known to be
// prepared only after a response has confirmed it; until then every batch prepares it again. Source: PostgreSQL
// documentation, "Message Flow", extended query and pipelining.

import { createRequire } from 'node:module'
import pg from 'pg'
import { asked } from './answer-deadline.ts'
import type { Statement } from './sql.ts'

export interface StatementResult {
  rows: unknown[]
  /** Rows changed or returned, from the command tag. */
  count: number
  /** `INSERT`, `COMMIT`, `ROLLBACK`, … */
  command: string
}

interface Field {
  name: string
  parse: (text: string) => unknown
}

/** State of a prepared statement on a connection. */
interface Known {
  /** Null until the first response has described its columns. */
  fields: Field[] | null
  /**
   * True when a response has confirmed that it is prepared, and no failure followed. Until then every batch prepares it
   * again, because an earlier batch in flight may fail and skip the preparation.
   */
  isPrepared: boolean
}

/** The parts of pg's connection that speak the protocol. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(message: { text: string; name: string }): void
  bind(message: { statement: string; values: unknown[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

const knownByConnection = new WeakMap<Wire, Map<string, Known>>()
export const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  /** A value in PostgreSQL's text format: arrays as `{...}`, dates in ISO 8601, objects as JSON. */
  prepareValue(value: unknown): string | Buffer | null
}

/** Passed to `client.query`; a subclass of pg's own query, because a pipelining client accepts no other. */
class StatementBatch extends pg.Query {
  readonly #statements: readonly Statement[]
  readonly #results: StatementResult[]
  readonly #settle: (error: Error | null, results: StatementResult[]) => void
  #known = new Map<string, Known>()
  /** By the statement's position: discarded after the batch. */
  readonly #unnamed = new Map<number, Known>()
  #current = 0
  #failure: Error | null = null

  constructor(statements: readonly Statement[], settle: (error: Error | null, results: StatementResult[]) => void) {
    super('')
    this.#statements = statements
    this.#results = statements.map(() => ({ rows: [], count: 0, command: '' }))
    this.#settle = settle
  }

  // pg declares it as a property; it is a method.
  // @ts-expect-error
  override submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    this.#known = knownByConnection.get(wire) ?? new Map()
    knownByConnection.set(wire, this.#known)
    // Converts all values before sending: a failing conversion must not leave half a batch on the wire.
    const values = this.#statements.map((statement) => statement.values.map(prepareValue))
    wire.stream.cork()
    this.#statements.forEach((statement, index) => this.#send(wire, statement, index, values[index] as unknown[]))
    wire.sync()
    wire.stream.uncork()
  }

  #send(wire: Wire, { name, text }: Statement, index: number, values: unknown[]): void {
    const known = this.#known.get(name) ?? { fields: null, isPrepared: false }
    if (name === '') this.#unnamed.set(index, known)
    else this.#known.set(name, known)
    if (!known.isPrepared) {
      // Closing a missing statement is no error.
      if (name !== '') wire.close({ type: 'S', name })
      wire.parse({ text, name })
    }
    wire.bind({ statement: name, values })
    if (known.fields === null) wire.describe({ type: 'P', name: '' })
    wire.execute({ portal: '', rows: 0 })
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const known = this.#knownOfCurrent
    if (!known) return
    known.fields = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID) as Field['parse'],
    }))
  }

  handleDataRow({ fields: values }: { fields: (string | null)[] }): void {
    const fields = this.#knownOfCurrent?.fields ?? []
    const row: Record<string, unknown> = {}
    try {
      for (let index = 0; index < fields.length; index++) {
        const { name, parse } = fields[index] as Field
        const value = values[index] as string | null
        row[name] = value === null ? null : parse(value)
      }
    } catch (error) {
      this.#failure ??= error as Error
    }
    this.#result.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const space = text.indexOf(' ')
    this.#result.command = space < 0 ? text : text.slice(0, space)
    this.#result.count = Number(/\d+$/.exec(text)?.[0] ?? 0)
    // The server describes a statement without columns by "no data", which pg does not pass on.
    const known = this.#knownOfCurrent
    if (known) {
      known.fields ??= []
      known.isPrepared = true
    }
    this.#current++
  }

  handleReadyForQuery(): void {
    this.#settle(this.#failure, this.#results)
  }

  handleError(error: Error): void {
    for (const { name } of this.#statements.slice(this.#current)) {
      const known = this.#known.get(name)
      if (known) known.isPrepared = false
    }
    this.#settle(error, [])
  }

  get #statement(): Statement {
    return this.#statements[this.#current] as Statement
  }

  get #knownOfCurrent(): Known | undefined {
    return this.#unnamed.get(this.#current) ?? this.#known.get(this.#statement.name)
  }

  get #result(): StatementResult {
    return this.#results[this.#current] as StatementResult
  }
}

/** Sends the statements together; resolves with one result each, or rejects with the first failure. */
export function runTogether(client: pg.ClientBase, statements: readonly Statement[]): Promise<StatementResult[]> {
  return new Promise((resolve, reject) => {
    const answered = asked(client, statements)
    const batch = new StatementBatch(statements, (error, results) => {
      answered()
      if (error) reject(error)
      else resolve(results)
    })
    try {
      client.query(batch)
    } catch (error) {
      // A value could not be converted: nothing was sent, so there will be no response.
      answered()
      reject(error)
    }
  })
}
