// One connection for the reads of many requests at once: pipelined, without a transaction, replaced when it breaks.
// For short, indexed reads: what takes long here keeps the others waiting, and belongs in a transaction.

import type { Writable } from 'node:stream'
import pg from 'pg'
import { setUp } from './connection-settings.ts'
import { asRefusal, busy } from './database-errors.ts'
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
  let connecting: Promise<pg.Client> | undefined
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

  function connected(): Promise<pg.Client> {
    connecting ??= connect()
    return connecting
  }

  function connect(): Promise<pg.Client> {
    const client = new pg.Client(config)
    // Told twice of a connection that breaks, and the second time there may be another: only its own place is given up.
    const forget = () => {
      if (connecting === opening) connecting = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    const opening = client.connect().then(
      () => {
        setUp(client, STATEMENT_TIMEOUT_MS)
        return client
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
    return opening
  }

  return {
    async query(statement) {
      if (waiting >= WAITING_MAX) throw busy()
      waiting++
      try {
        const client = await connected()
        gather(client)
        return (await runTogether(client, [statement]))[0] as StatementResult
      } catch (error) {
        throw asRefusal(error)
      } finally {
        waiting--
      }
    },
    async close() {
      const client = await connecting?.catch(() => undefined)
      await client?.end()
    },
  }
}
