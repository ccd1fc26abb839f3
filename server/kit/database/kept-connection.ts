// A dedicated connection outside the pool, kept as long as it works and replaced when it breaks; for pipelined queries.

import pg from 'pg'
import { connectionsNotIdle } from '#kit/database-metrics.ts'
import { type ConnectionSettings, setUp } from './connection-settings.ts'
import { closeNow, isInTransaction } from './idle.ts'

export interface KeptConnection {
  /**
   * Returns the connection; while it is being opened, all callers share the attempt. A connection with an open
   * transaction is closed and replaced, unless `opensTransactions`: the next query would become part of that
   * transaction.
   */
  get(opensTransactions?: boolean): Promise<pg.Client>
  close(): Promise<void>
}

/** As in a pool's configuration: the class of its clients, unless it is pg's. */
type ClassedConfig = pg.ClientConfig & { Client?: typeof pg.Client }

export function keepConnection(config: pg.ClientConfig, settings: ConnectionSettings): KeptConnection {
  let connecting: Promise<pg.Client> | undefined
  let connected: pg.Client | undefined
  let isClosed = false

  function connect(): Promise<pg.Client> {
    const { Client = pg.Client } = config as ClassedConfig
    const client = new Client(config)
    // Called twice for a connection that breaks, and by the second time there may be a new one, which must be kept.
    const forget = () => {
      if (connecting === opening) connecting = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    const opening = client.connect().then(
      () => {
        void setUp(client, settings)
        connected = client
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
    // After closing, a late background caller would open a connection that nobody closes, and the process would not
    // end.
    get(opensTransactions = false) {
      if (isClosed) return Promise.reject(new Error('Client was closed'))
      if (connected !== undefined && !opensTransactions && isInTransaction(connected)) {
        connectionsNotIdle.inc({ at: 'checkout' })
        closeNow(connected)
        connected = undefined
        connecting = undefined
      }
      connecting ??= connect()
      return connecting
    },
    async close() {
      isClosed = true
      const client = await connecting?.catch(() => undefined)
      await client?.end()
    },
  }
}
