// How long a connection may be asked without answering. A database that is stopped, or behind a network that was cut,
// closes nothing: without this, who asked it would wait for as long as it lasts.

import type { Socket } from 'node:net'
import type pg from 'pg'
import { answersMissed } from '#kit/database-metrics.ts'
import { type Statement, sql } from './sql.ts'

const deadlineOf = new WeakMap<pg.ClientBase, AnswerDeadline>()

/** From now on the connection is dropped when something is asked on it and nothing was answered for so long. */
export function mustAnswerWithin(client: pg.ClientBase, withinMs: number): void {
  deadlineOf.set(client, new AnswerDeadline(client, withinMs))
}

/**
 * For the rest of the transaction a statement may take so long, `null` for as long as it takes: what nobody waits for.
 * The server's limit, and with it ours.
 */
export function letStatementsTake(ms: number | null): Statement {
  const limit = sql`select set_config('statement_timeout', ${String(ms ?? 0)}, true)`
  return { ...limit, answerTimeoutMs: ms === null ? Number.POSITIVE_INFINITY : ms + ANSWER_MARGIN_MS }
}

/** Something is asked; to be called when it was answered or failed, and may be called again. */
export function asked(client: pg.ClientBase, statements: readonly Statement[]): () => void {
  return deadlineOf.get(client)?.asked(statements) ?? nothingToWatch
}

const nothingToWatch = () => {}
const ANSWER_MARGIN_MS = 1000
/** What ends a transaction, and what held for it. */
const LAST_WORDS = ['commit', 'rollback']

/**
 * One timer a connection, begun anew by each answer: what was asked behind others has the time that they had, too. The
 * server's own limits of a statement are shorter; so the deadline only passes where nobody is there to keep those.
 */
class AnswerDeadline {
  readonly #client: pg.ClientBase
  readonly #usualMs: number
  #withinMs: number
  #open = 0
  #timer: NodeJS.Timeout | undefined
  /** Answers so far: whether there was one between two looks. */
  #count = 0

  constructor(client: pg.ClientBase, usualMs: number) {
    this.#client = client
    this.#usualMs = usualMs
    this.#withinMs = usualMs
  }

  asked(statements: readonly Statement[]): () => void {
    for (const { answerTimeoutMs } of statements) if (answerTimeoutMs !== undefined) this.#set(answerTimeoutMs)
    this.#open++
    // Also after a change of the limit while other statements are in flight, which ends their timer.
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
    // It may be this process that was stopped: what has arrived meanwhile is read first.
    setImmediate(() => {
      if (this.#open === 0 || this.#count > before) return
      const { stream } = (this.#client as unknown as { connection: { stream: Socket } }).connection
      answersMissed.inc()
      const message = `Connection terminated: the database has not answered for ${this.#withinMs} ms`
      stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
    })
  }
}
