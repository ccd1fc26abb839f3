// The connection with which a Node process uses the embedded PostgreSQL. Its end signals a crash of PostgreSQL, and its
// lock shows other Node processes that PostgreSQL is in use. Both end with the process in any case, so nothing must be
// cleaned up after a kill -9, as files with process ids would need.

import { realpath } from 'node:fs/promises'
import pg from 'pg'
import { SUPERUSER } from './cluster.ts'

export const DATABASE = 'samvad'

const CONNECT_LIMIT_MS = 5_000
/** Longer than another process may need to stop PostgreSQL, for which a new session waits. */
const CALL_LIMIT_MS = 30_000

// Keys of advisory locks in the database `postgres`, which contains nothing else.
const IN_USE = 7_261_001
const ONE_AT_A_TIME = 7_261_002
const PROGRAM = 7_261_003

export type Address = { host: string; port: number }

export class RefusedError extends Error {}

export class Session {
  readonly address: Address
  /** Process id of the connected postmaster. */
  readonly postmasterPid: number
  /** Resolves when the connection ends for any reason. */
  readonly lost: Promise<void>
  readonly #client: pg.Client

  private constructor(address: Address, postmasterPid: number, client: pg.Client, lost: Promise<void>) {
    this.address = address
    this.postmasterPid = postmasterPid
    this.lost = lost
    this.#client = client
  }

  /** Throws RefusedError when a retry cannot help, and any other error when it can. */
  static async open(address: Address, password: string, folder: string): Promise<Session> {
    const client = new pg.Client({
      ...address,
      user: SUPERUSER,
      password,
      database: 'postgres',
      application_name: 'samvad supervisor',
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: CALL_LIMIT_MS,
    })
    client.on('error', () => {})
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    try {
      await client.connect()
      const postmasterPid = await postmasterOf(client, folder)
      // Waits while another process stops PostgreSQL, and fails when it has stopped: then we start it again.
      await client.query('select pg_advisory_lock_shared($1)', [IN_USE])
      await createDatabase(client)
      return new Session(address, postmasterPid, client, lost)
    } catch (error) {
      await client.end().catch(() => {})
      throw refusal(error, folder)
    }
  }

  /** True when no other process uses this PostgreSQL; then none can start to until the session ends. */
  async isLast(): Promise<boolean> {
    // One at a time: of two processes that stop at once, both would otherwise see the other and leave it running.
    await this.#client.query('select pg_advisory_lock($1)', [ONE_AT_A_TIME])
    const { rows } = await this.#client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [IN_USE])
    if (rows[0]?.last) return true
    await this.#client.query('select pg_advisory_unlock_all()')
    return false
  }

  /** True when this process becomes the only program on it, apart from commands. False while another one is. */
  async beTheProgram(): Promise<boolean> {
    const { rows } = await this.#client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [PROGRAM])
    return rows[0]?.is === true
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {})
  }
}

async function postmasterOf(client: pg.Client, folder: string): Promise<number> {
  const { rows } = await client.query<{ folder: string; pid: number }>(
    `select current_setting('data_directory') as folder,
            split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`,
  )
  const answer = rows[0]
  if (!answer || (await realpath(answer.folder)) !== folder) {
    throw new RefusedError(`The PostgreSQL that responded uses ${answer?.folder}, not ${folder}.`)
  }
  return answer.pid
}

async function createDatabase(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [ONE_AT_A_TIME])
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  await client.query('select pg_advisory_unlock($1)', [ONE_AT_A_TIME])
}

function refusal(error: unknown, folder: string): unknown {
  const code = (error as { code?: string }).code
  if (code !== '28P01' && code !== '28000') return error
  return new RefusedError(
    `PostgreSQL in ${folder} rejects the password in the file postgres-password next to it. ` +
      'Restore the right file. Or stop PostgreSQL and move the file away: the next start sets a new password.',
  )
}
