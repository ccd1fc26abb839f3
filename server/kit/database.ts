// The one way to PostgreSQL: a pool for transactions, and a few connections for reads that need none.
// Statements given together travel together (pg's pipeline): a batch of them costs one round trip.

import pg from 'pg'
import { Refusal } from './refusals.ts'
import type { Statement } from './sql.ts'

/** How long a statement of a request may wait for a row lock, before the caller is told to try again. */
const LOCK_TIMEOUT_MS = 1500
const STATEMENT_TIMEOUT_MS = 15_000
/** How long a request waits for a connection: a full pool answers 503 instead of hanging. */
const CONNECTION_TIMEOUT_MS = 1500
const POOL_CONNECTIONS_DEFAULT = 12
/** Connections that serve reads without a transaction; each carries many requests at once. */
const READER_CONNECTIONS = 2
/** A reader with more waiting than this says "try again" instead of growing a queue. */
const READER_QUEUE_MAX = 2000

/** What an action gets: a place to run statements, within the transaction that its caller opened. */
export interface Tx {
  rows<Row>(statement: Statement): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row>(statement: Statement): Promise<Row | undefined>
  /** Rows changed. */
  run(statement: Statement): Promise<number>
}

export interface Database {
  /** Runs `work` in one transaction; commits when it returns, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction whose statements are known beforehand step by step: `begin` and `commit` ride along, so that n steps cost n round trips. */
  pipeline<T>(work: (pipe: Pipe) => Promise<T>): Promise<T>
  /** For reads: each statement by itself, several requests sharing a connection. */
  readonly reads: Tx
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface Pipe {
  /** Sends all at once; the first call also begins. One array of rows a statement. */
  step(statements: Statement[]): Promise<unknown[][]>
  /** As `step`, and commits behind the last of them. Nothing is done unless this resolves. */
  commit(statements: Statement[]): Promise<unknown[][]>
}

// bigint for int8 and int8[], text for date (a Date would be local midnight).
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
const TEXT_ARRAY = 1009 as typeof pg.types.builtins.TEXT
const INT8_ARRAY = 1016 as typeof pg.types.builtins.TEXT
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[]
pg.types.setTypeParser(INT8_ARRAY, (text: string) =>
  parseTextArray(text).map((item) => (item === null ? null : BigInt(item))),
)
pg.types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)

export function openDatabase(connection: pg.PoolConfig, poolConnectionsMax = POOL_CONNECTIONS_DEFAULT): Database {
  const common = {
    ...connection,
    pipeline: true,
    application_name: 'samvad',
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Without these the server keeps a dead peer's locks for hours.
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    options: `${connection.options ?? ''} -c timezone=UTC`.trim(),
  } as pg.PoolConfig
  const pool = new pg.Pool({ ...common, max: poolConnectionsMax, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  // An idle connection that breaks (a restart of PostgreSQL) is replaced by the pool; the event only must not be unhandled.
  pool.on('error', () => {})
  const readers = Array.from({ length: READER_CONNECTIONS }, () => createReader(common))
  let turn = 0

  return {
    pool,
    reads: statementsOf((statement) => (readers[turn++ % READER_CONNECTIONS] as Reader).query(statement)),

    async transaction(work) {
      return withClient(pool, async (client) => {
        const begun = client.query('begin')
        try {
          const result = await work(statementsOf((statement) => client.query(statement)))
          await begun
          await commitOf(client)
          return result
        } catch (error) {
          await begun.then(() => client.query('rollback'))
          throw error
        }
      })
    },

    async pipeline(work) {
      return withClient(pool, async (client) => {
        let begun = false
        const send = (statements: Statement[]) => {
          const head = begun ? [] : [client.query('begin')]
          begun = true
          const body = statements.map((statement) => client.query(statement))
          return { head, body }
        }
        try {
          return await work({
            async step(statements) {
              const { head, body } = send(statements)
              return (await allOf(head, body)).map((result) => result.rows)
            },
            async commit(statements) {
              const { head, body } = send(statements)
              const commit = client.query('commit')
              const results = await allOf(head, [...body, commit])
              if (results.at(-1)?.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
              return results.slice(0, -1).map((result) => result.rows)
            },
          })
        } catch (error) {
          if (begun) await client.query('rollback')
          throw error
        }
      })
    },

    async close() {
      await Promise.all(readers.map((reader) => reader.close()))
      await pool.end()
    },
  }
}

/** Waits for every statement, so that none is left unhandled, then throws the first failure: the later ones only echo it. */
async function allOf(head: Promise<pg.QueryResult>[], body: Promise<pg.QueryResult>[]): Promise<pg.QueryResult[]> {
  const settled = await Promise.allSettled([...head, ...body])
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return settled.slice(head.length).map((one) => (one as PromiseFulfilledResult<pg.QueryResult>).value)
}

async function commitOf(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw asRefusal(error)
  }
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    return await work(client)
  } catch (error) {
    if (isConnectionFailure(error)) broken = error as Error
    throw asRefusal(error)
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

function statementsOf(query: (statement: Statement) => Promise<pg.QueryResult>): Tx {
  return {
    rows: async <Row>(statement: Statement) => (await query(statement)).rows as Row[],
    row: async <Row>(statement: Statement) => (await query(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  }
}

interface Reader {
  query(statement: Statement): Promise<pg.QueryResult>
  close(): Promise<void>
}

/** One connection that many requests share; replaced when it breaks. */
function createReader(config: pg.PoolConfig): Reader {
  let connecting: Promise<pg.Client> | undefined
  let waiting = 0

  function connected(): Promise<pg.Client> {
    connecting ??= (async () => {
      const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS } as pg.ClientConfig)
      const forget = () => {
        connecting = undefined
      }
      client.on('error', forget)
      client.on('end', forget)
      try {
        await client.connect()
      } catch (error) {
        forget()
        throw error
      }
      return client
    })()
    return connecting
  }

  return {
    async query(statement) {
      if (waiting >= READER_QUEUE_MAX) throw busy()
      waiting++
      try {
        const client = await connected()
        return await client.query(statement)
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

/** PostgreSQL's temporary refusals, by SQLSTATE: lock and statement timeouts, deadlock, shutdown, too many connections, disk full. */
const TRY_AGAIN = new Set([
  '55P03',
  '57014',
  '40P01',
  '40001',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '25P03',
])

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = sqlState(error)
  if ((code !== undefined && TRY_AGAIN.has(code)) || isConnectionFailure(error)) {
    return Object.assign(busy(), { cause: error })
  }
  return error
}

function busy(): Refusal {
  return new Refusal(
    'temporarily_unavailable',
    'The database is busy or restarting; nothing was done. Try again in a second.',
  )
}

function isConnectionFailure(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== undefined && (code.startsWith('08') || code.startsWith('57P') || code.startsWith('E'))) return true
  return (
    message !== undefined &&
    /^(Connection terminated|timeout exceeded|Client has encountered a connection error|Client was closed)/.test(
      message,
    )
  )
}

/** The SQLSTATE of a database error, or undefined. Shards change names and texts, never this. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export const UNIQUE_VIOLATION = '23505'
