// The PostgreSQL of a test run. bin/test.mjs starts one for all files and says where it is; a file that is run by
// itself starts its own, which ends with the file's process.

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** Says where the server of the whole run is, as a pg connection in JSON. */
export const TEST_POSTGRES_VARIABLE = 'SAMVAD_TEST_POSTGRES'

let own: Promise<pg.ClientConfig> | undefined

export async function startTestPostgres(): Promise<pg.ClientConfig> {
  const given = process.env[TEST_POSTGRES_VARIABLE]
  if (given) return JSON.parse(given)
  own ??= keepPostgres().then(({ connection }) => connection)
  return own
}

/** A new database with nothing in it, on the server of the test run. */
export async function emptyDatabase(): Promise<pg.ClientConfig> {
  const server = await startTestPostgres()
  const database = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  return { ...server, database }
}

export interface KeptPostgres {
  connection: pg.ClientConfig
  /** Ends the server and waits until its folder is gone. Unneeded when this process ends. */
  end(): Promise<void>
}

/** Starts a PostgreSQL that ends with this process, which it does not keep alive. */
export async function keepPostgres(): Promise<KeptPostgres> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  const gone = new Promise<void>((resolve) => keeper.once('close', () => resolve()))
  const { value: line } = await createInterface({ input: keeper.stdout })[Symbol.asyncIterator]().next()
  const report = line === undefined ? { error: 'it said nothing' } : JSON.parse(line)
  if ('error' in report) throw new Error(`PostgreSQL for the tests did not start: ${report.error}`)
  keeper.unref()
  for (const pipe of [keeper.stdin, keeper.stdout] as unknown as { unref(): void }[]) pipe.unref()
  return {
    connection: report.connection,
    async end() {
      keeper.ref()
      keeper.stdin.end()
      await gone
    },
  }
}

/** As DATABASE_URL. The socket's folder goes behind the `?`: an address must have a host. */
export function urlOf({ user, password, host, port, database }: pg.ClientConfig): string {
  const secret = password ? `:${encodeURIComponent(password as string)}` : ''
  return `postgres://${user}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host as string)}`
}
