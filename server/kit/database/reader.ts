// One connection for the reads of many requests at once: pipelined, without a transaction, replaced when it breaks.
// For short, indexed reads: what takes long here keeps the others waiting, and belongs in a transaction.

import type { Writable } from 'node:stream'
import type pg from 'pg'
import { type ConnectionSettings, READ_TIMEOUTS } from './connection-settings.ts'
import { asRefusal, busy } from './errors.ts'
import { keepConnection } from './kept-connection.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'

/** With more waiting than this it says "try again" instead of growing a queue. */
const WAITING_MAX = 2000
/**
 * A plan is kept until the table is analyzed, and one that was made while it was small may sort all that there is,
 * because that was little: so they are made anew now and then, for the size that the table has by now.
 */
const PLANS_KEPT_MS = 10_000
/** Planned by keys alone: a page of a table that was never analyzed is to cost what it costs afterwards. */
export const READER_SETTINGS: ConnectionSettings = { ...READ_TIMEOUTS, isByKeyOnly: true }

export interface Reader {
  query(statement: Statement): Promise<StatementResult>
  close(): Promise<void>
}

export function createReader(config: pg.ClientConfig): Reader {
  const connection = keepConnection(config, READER_SETTINGS)
  let waiting = 0
  let isGathering = false
  let planned: { by: pg.Client; at: number } | undefined

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

  /** Nobody waits for it: the server works in the order of what is sent. */
  function planAnew(client: pg.Client): void {
    const now = performance.now()
    if (planned?.by === client && now - planned.at < PLANS_KEPT_MS) return
    planned = { by: client, at: now }
    runTogether(client, [sql`discard plans`]).catch(() => {})
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
