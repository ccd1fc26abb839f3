// One connection for the reads of many concurrent requests: pipelined, without a transaction, replaced when it breaks.
// For short, indexed reads: a slow one delays the others and belongs in a transaction.

import type { Writable } from 'node:stream'
import type pg from 'pg'
import { type ConnectionSettings, readTimeouts } from './connection-settings.ts'
import { asRefusal, busy } from './errors.ts'
import { keepConnection } from './kept-connection.ts'
import { discardOldPlans } from './plans-kept.ts'
import type { Statement } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'

/** With more callers waiting than this, new ones are refused with "try again" instead of queued. */
const WAITING_MAX = 2000
/** Planned by key only: a page of a table that was never analyzed must cost no more than later. */
export const readerSettings = (): ConnectionSettings => ({ ...readTimeouts(), isByKeyOnly: true })

export interface Reader {
  query(statement: Statement): Promise<StatementResult>
  close(): Promise<void>
}

export function createReader(config: pg.ClientConfig): Reader {
  const connection = keepConnection(config, readerSettings())
  let waiting = 0
  let isGathering = false

  /** Queries of the same turn of the event loop, from any number of requests, are sent together. */
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

  /** Not awaited: the server processes statements in order. */
  function planAnew(client: pg.Client): void {
    const discard = discardOldPlans(client)
    if (discard.length > 0) runTogether(client, discard).catch(() => {})
  }

  return {
    async query(statement) {
      if (waiting >= WAITING_MAX) throw busy()
      waiting++
      try {
        const client = await connection.get()
        gather(client)
        planAnew(client)
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
