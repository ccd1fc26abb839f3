// A connection for transactions that are each one message to the server, sent without waiting for the one before: PostgreSQL works on
// one while the next is on its way. Beside the pool, so that who sends never waits for a connection that somebody else holds.

import type pg from 'pg'
import { keepConnection } from './kept-connection.ts'
import type { Statement } from './sql.ts'
import { runTogether } from './statement-batch.ts'

/** As for any transaction of a request. */
const STATEMENT_TIMEOUT_MS = 15_000

export interface Line {
  /**
   * All of them or none: what travels together is one transaction. May be called again before it resolves; the server works in the
   * order of the calls. One array of rows a statement; rejects with the failure as the database gave it.
   */
  send(statements: readonly Statement[]): Promise<unknown[][]>
  close(): Promise<void>
}

export function createLine(config: pg.ClientConfig): Line {
  const connection = keepConnection(config, { statementTimeoutMs: STATEMENT_TIMEOUT_MS, isByKeyOnly: true })
  return {
    async send(statements) {
      const client = await connection.get()
      return (await runTogether(client, statements)).map(({ rows }) => rows)
    },
    close: connection.close,
  }
}
