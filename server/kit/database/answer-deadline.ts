// Deadline for responses on a connection. A stopped database, or one behind a broken network, closes nothing: without a
// deadline its callers would wait indefinitely.

import type { Socket } from 'node:net'
import type pg from 'pg'
import { answersMissed } from '#kit/database-metrics.ts'
import { type Statement, sql } from './sql.ts'

const deadlineOf = new WeakMap<pg.ClientBase, AnswerDeadline>()

/** Closes the connection when a query is in flight and nothing was received for this long. */
export function mustAnswerWithin(client: pg.ClientBase, withinMs: number): void {
  deadlineOf.set(client, new AnswerDeadline(client, withinMs))
}

/**
 * Sets the statement timeout for the rest of the transaction, `null` for none: for work that no caller waits for. Sets
 * the server's limit and with it the response deadline.
 */
export function letStatementsTake(ms: number | null): Statement {
  const limit = sql`select set_config('statement_timeout', ${String(ms ?? 0)}, true)`
  return { ...limit, answerTimeoutMs: ms === null ? Number.POSITIVE_INFINITY : ms + ANSWER_MARGIN_MS }
}

/** Registers a query in flight; call the returned function when it has ended. Repeated calls have no effect. */
export function asked(client: pg.ClientBase, statements: readonly Statement[]): () => void {
  return deadlineOf.get(client)?.asked(statements) ?? nothingToWatch
}

const nothingToWatch = () => {}
const ANSWER_MARGIN_MS = 1000
/** Statements that end a transaction, and with it the settings for that transaction. */
const LAST_WORDS = ['commit', 'rollback']

/**
 * One timer per connection, restarted by each response: queued queries also get the time of the ones before them. The
 * server's own statement limits are shorter, so the deadline passes only when the server does not respond at all.
 */
class AnswerDeadline {
  readonly #client: pg.ClientBase
  readonly #usualMs: number
  #withinMs: number
  #open = 0
  #timer: NodeJS.Timeout | undefined
  /** Number of responses, to detect one between two checks. */
  #count = 0

  constructor(client: pg.ClientBase, usualMs: number) {
    this.#client = client
    this.#usualMs = usualMs
    this.#withinMs = usualMs
  }

  asked(statements: readonly Statement[]): () => void {
    for (const { answerTimeoutMs } of statements) if (answerTimeoutMs !== undefined) this.#set(answerTimeoutMs)
    this.#open++
    // Also after the limit changed while other statements were in flight, which stops their timer.
    if (this.#timer === undefined || this.#open === 1) this.#begin()
    const isLast = LAST_WORDS.includes(statements.at(-1)?.text ?? '')
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#open--
      this.#count++
      if (isLast) this.#set(this.#usualMs)
      if (this.#open > 0) this.#begin()
    }
  }

  #set(withinMs: number): void {
    if (withinMs === this.#withinMs) return
    this.#withinMs = withinMs
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #begin(): void {
    if (this.#withinMs === Number.POSITIVE_INFINITY) return
    this.#timer ??= setTimeout(() => this.#passed(), this.#withinMs).unref()
    this.#timer.refresh()
  }

  #passed(): void {
    const before = this.#count
    // This process itself may have been suspended: reads data that arrived in the meantime first.
    setImmediate(() => {
      if (this.#open === 0 || this.#count > before) return
      const { stream } = (this.#client as unknown as { connection: { stream: Socket } }).connection
      answersMissed.inc()
      const message = `Connection terminated: the database has not answered for ${this.#withinMs} ms`
      stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
    })
  }
}
