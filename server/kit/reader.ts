// One connection for the reads of many requests at once: pipelined, without a transaction, replaced when it breaks.
// For short, indexed reads: what takes long here keeps the others waiting, and belongs in a transaction.

import type { Writable } from 'node:stream'
import type pg from 'pg'
import { asRefusal, busy } from './database-errors.ts'
import { keepConnection } from './kept-connection.ts'
import type { Statement } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'

/** With more waiting than this it says "try again" instead of growing a queue. */
const WAITING_MAX = 2000
const STATEMENT_TIMEOUT_MS = 2000

export interface Reader {
  query(statement: Statement): Promise<StatementResult>
  close(): Promise<void>
}

export function createReader(config: pg.ClientConfig): Reader {
  const connection = keepConnection(config, { statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  let waiting = 0
  let isGathering = false

  /** Queries of the same turn of the event loop, from as many requests, travel together. */
  function gather(client: pg.Client): void {
    if (isGathering) return
    isGathering = true
    const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
    stream.cork()
    setImmediate(() => {
      isGathering = false
      stream.uncork()
    })
  }

  return {
    async query(statement) {
      if (waiting >= WAITING_MAX) throw busy()
      waiting++
      try {
        const client = await connection.get()
        gather(client)
        return (await runTogether(client, [statement]))[0] as StatementResult
      } catch (error) {
        throw asRefusal(error)
      } finally {
        waiting--
      }
    },
    close: connection.close,
  }
}
