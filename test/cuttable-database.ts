// A proxy in front of a database. It can be cut: connections stay open and no data passes, as with a stopped server. It
// can be slow: each packet is delayed, and so is opening a connection.

import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'

export interface CuttableDatabase {
  connection: pg.ClientConfig
  cut(): void
  /** Data that was in flight when it was cut arrives now. */
  mend(): void
  close(): Promise<void>
}

export interface Delays {
  /** Delay of each packet, in each direction. */
  packetMs?: number
  /** Delay of a new connection, before its first packet. A test may change it for later connections. */
  openMs?: number
}

/** Proxy for a server that listens on a socket in a folder. */
export async function cuttable(database: pg.ClientConfig, delays: Delays = {}): Promise<CuttableDatabase> {
  const { packetMs = 0 } = delays
  const folder = await mkdtemp(join(tmpdir(), 'samvad-cut-'))
  const name = `.s.PGSQL.${database.port}`
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((outer) => {
    const inner = connect(join(database.host as string, name))
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(from)
      // Timers of equal duration fire in order, so packets stay in order.
      from.on(
        'data',
        packetMs === 0 ? (chunk) => to.write(chunk) : (chunk) => setTimeout(() => to.write(chunk), packetMs),
      )
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isCut) from.pause()
    }
    const { openMs = 0 } = delays
    if (openMs > 0) {
      outer.pause()
      setTimeout(() => isCut || outer.resume(), openMs)
    }
  })
  await new Promise<void>((resolve) => server.listen(join(folder, name), resolve))
  return {
    connection: { ...database, host: folder },
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    mend() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
