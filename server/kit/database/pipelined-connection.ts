// A connection for transactions that are one message to the server, sent without waiting for the previous one:
// PostgreSQL processes one while the next is on its way. Outside the pool, so that a sender never waits for a
// connection in use.

import type pg from 'pg'
import { TRANSACTION_TIMEOUTS } from './connection-settings.ts'
import { closeNow } from './idle.ts'
import { keepConnection } from './kept-connection.ts'
import { discardOldPlans } from './plans-kept.ts'
import { areShards } from './shards.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'

export interface PipelinedConnection {
  /**
   * All of them or none: statements sent together are one transaction. May be called again before it resolves; the
   * server processes calls in order. Returns one array of rows per statement; rejects with the database's error.
   */
  send(statements: readonly Statement[]): Promise<unknown[][]>
  close(): Promise<void>
}

export function openPipelinedConnection(config: pg.ClientConfig): PipelinedConnection {
  const connection = keepConnection(config, { ...TRANSACTION_TIMEOUTS, isByKeyOnly: true })
  return {
    async send(statements) {
      const isBegun = areShards()
      const client = await connection.get(isBegun)
      if (isBegun) return rowsOf(await begunAndEnded(client, statements))
      const discard = discardOldPlans(client)
      return rowsOf((await runTogether(client, [...discard, ...statements])).slice(discard.length))
    },
    close: connection.close,
  }
}

const rowsOf = (results: readonly StatementResult[]) => results.map(({ rows }) => rows)

/**
 * On one PostgreSQL the statements before one Sync form a transaction. Across several shards they do not: statements
 * before a failure stay. So the transaction is opened and committed explicitly. Statements that were already sent after
 * a failure fail as well, and nothing of them is written.
 */
async function begunAndEnded(client: pg.ClientBase, statements: readonly Statement[]): Promise<StatementResult[]> {
  try {
    const results = await runTogether(client, [BEGIN, ...statements, COMMIT])
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
    return results.slice(1, -1)
  } catch (error) {
    // A transaction that cannot be rolled back is ended by closing its connection.
    await runTogether(client, [ROLLBACK]).catch(() => closeNow(client))
    throw error
  }
}

const BEGIN = sql`begin`
const COMMIT = sql`commit`
const ROLLBACK = sql`rollback`
