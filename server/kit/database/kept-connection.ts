// One connection beside the pool, kept for as long as it works and replaced when it breaks; for what pipelines on it.

import pg from 'pg'
import { type ConnectionSettings, setUp } from './connection-settings.ts'

export interface KeptConnection {
  /** The connection, or an attempt at a new one that all who ask meanwhile share. */
  get(): Promise<pg.Client>
  close(): Promise<void>
}

export function keepConnection(config: pg.ClientConfig, settings: ConnectionSettings): KeptConnection {
  let connecting: Promise<pg.Client> | undefined
  let isClosed = false

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
        setUp(client, settings)
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
    // Who asks late, for what nobody waits for, would open one that nobody closes: the process would not end.
    get: () => (isClosed ? Promise.reject(new Error('Client was closed')) : (connecting ??= connect())),
    async close() {
      isClosed = true
      const client = await connecting?.catch(() => undefined)
      await client?.end()
    },
  }
}
