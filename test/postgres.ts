// The PostgreSQL of the tests, with a database per test file. `npm test` starts one for its run; `npm run
// test:postgres` keeps one running for developers who run single files with `node --test FILE`.

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { modules } from '../bin/platform.mjs'

/** The server of the run, as a pg connection in JSON; `npm test` sets it for its processes. */
export const TEST_POSTGRES_VARIABLE = 'SAMVAD_TEST_POSTGRES'
/** Read by server/postgres/settings.ts. */
export const FSYNC_VARIABLE = 'SAMVAD_TEST_POSTGRES_FSYNC'
/** Read by server/backup/age-passphrase.ts. */
const PASSPHRASE_VARIABLE = 'SAMVAD_TEST_PASSPHRASE_WORK_FACTOR'
/** Where `npm run test:postgres` writes the connection while it runs. */
export const KEPT_UP_FILE = join(modules, '.cache', 'test-postgres.json')

const NOT_UP =
  'The PostgreSQL of the tests is not running. Start it in another terminal with `npm run test:postgres`, or run this file with `npm test -- FILE`, which starts one.'

/** The server for a test file. */
export async function testPostgres(): Promise<pg.ClientConfig> {
  const connection = ofRun() ?? (await keptUp())
  if (!connection) throw new Error(NOT_UP)
  return connection
}

let administration: Promise<pg.Pool> | undefined

/**
 * Creates or drops a database, over one connection for all files of this process, which does not keep the process
 * alive.
 */
async function administer(statement: string): Promise<void> {
  administration ??= testPostgres().then((server) => {
    const pool = new pg.Pool({ ...server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    return pool.on('error', () => {})
  })
  await (await administration).query(statement)
}

/** Databases that this process created and has not dropped. */
const created = new Set<string>()

/** A new empty database. */
export const emptyDatabase = (): Promise<pg.ClientConfig> => createDatabase()

/** A new database: a copy of the template if one is given. */
export async function createDatabase(template?: string): Promise<pg.ClientConfig> {
  const database = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  created.add(database)
  // Copied as files, which is cheapest.
  await administer(`create database ${database}${template ? ` template ${template} strategy file_copy` : ''}`)
  return { ...(await testPostgres()), database }
}

/** Disconnects remaining clients. */
export async function dropDatabase(database: string): Promise<void> {
  await administer(`drop database if exists ${database} with (force)`)
  created.delete(database)
}

/** Drops the databases that test files of this process created, except `kept`. */
export async function dropDatabases(kept: ReadonlySet<string> = new Set()): Promise<void> {
  for (const database of created) if (!kept.has(database)) await dropDatabase(database)
}

export interface RunningPostgres {
  connection: pg.ClientConfig
  /** Folder for temporary files of the run, in memory where there is room. */
  folder: string
  /** Stops the server and waits until its folder is removed; it also stops when this process ends. */
  end(): Promise<void>
}

/**
 * For a test run. The embedded PostgreSQL of each started program does not wait for the disk either, and backup
 * passphrases use a minimal work factor.
 */
export async function startPostgresOfRun(): Promise<RunningPostgres> {
  process.env[FSYNC_VARIABLE] ??= 'off'
  process.env[PASSPHRASE_VARIABLE] ??= '10'
  return keptUpOrNew()
}

/** The running kept-up server, or a new one that ends with this process. */
async function keptUpOrNew(): Promise<RunningPostgres> {
  const connection = ofRun() ?? (await keptUp())
  return connection ? { connection, folder: tmpdir(), async end() {} } : startTestPostgres()
}

/**
 * For a command that is not a test run, such as `npm run kills`: `testPostgres` finds a server from then on. Its
 * programs run as in production, because some of these commands measure.
 */
export async function providePostgres(): Promise<void> {
  const { connection } = await keptUpOrNew()
  process.env[TEST_POSTGRES_VARIABLE] = JSON.stringify(connection)
}

/** Starts a server without durability. It ends with this process, and does not keep this process alive. */
export async function startTestPostgres(): Promise<RunningPostgres> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  const closed = new Promise<void>((resolve) => keeper.once('close', () => resolve()))
  const { value: line } = await createInterface({ input: keeper.stdout })[Symbol.asyncIterator]().next()
  const report = line === undefined ? { error: 'it printed nothing' } : JSON.parse(line)
  if ('error' in report) throw new Error(`PostgreSQL for the tests did not start: ${report.error}`)
  keeper.unref()
  for (const pipe of [keeper.stdin, keeper.stdout] as unknown as { unref(): void }[]) pipe.unref()
  return {
    connection: report.connection,
    folder: report.folder,
    async end() {
      keeper.ref()
      keeper.stdin.end()
      await closed
    },
  }
}

/** As a DATABASE_URL. The socket's folder is in the query, because a URL must have a host. */
export function urlOf({ user, password, host, port, database }: pg.ClientConfig): string {
  const secret = password ? `:${encodeURIComponent(password as string)}` : ''
  return `postgres://${user}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host as string)}`
}

function ofRun(): pg.ClientConfig | null {
  const given = process.env[TEST_POSTGRES_VARIABLE]
  return given ? JSON.parse(given) : null
}

/** Null also where the file remains from a killed server. */
async function keptUp(): Promise<pg.ClientConfig | null> {
  try {
    const connection: pg.ClientConfig = JSON.parse(readFileSync(KEPT_UP_FILE, 'utf8'))
    const client = new pg.Client(connection)
    await client.connect()
    await client.end()
    return connection
  } catch {
    return null
  }
}
