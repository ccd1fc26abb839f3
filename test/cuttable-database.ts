// A database behind a network that can be cut: everything stays open, and nothing comes through any more. As a server
// that is stopped looks from outside.

import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'

export interface CuttableDatabase {
  connection: pg.ClientConfig
  cut(): void
  /** What was on its way when it was cut arrives now. */
  mend(): void
  close(): Promise<void>
}

/** In front of a server that is reached by a socket in a folder. */
export async function cuttable(database: pg.ClientConfig): Promise<CuttableDatabase> {
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
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isCut) from.pause()
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
