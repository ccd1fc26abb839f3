// The one way to PostgreSQL: a pool for transactions, and a few connections for reads that need none.
// Statements given together travel together (pg's pipeline): a batch of them costs one round trip.

import type { Writable } from 'node:stream'
import pg from 'pg'
import { Refusal } from './refusals.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'

/** How long a statement of a request may wait for a row lock, before the caller is told to try again. */
const LOCK_TIMEOUT_MS = 1500
const STATEMENT_TIMEOUT_MS = 15_000
/** How long a request waits for a connection: a full pool answers 503 instead of hanging. */
const CONNECTION_TIMEOUT_MS = 1500
const POOL_CONNECTIONS_DEFAULT = 12
/** Connections that serve reads without a transaction; each carries many requests at once. */
const READER_CONNECTIONS = 1
/** A reader with more waiting than this says "try again" instead of growing a queue. */
const READER_QUEUE_MAX = 2000

/** What an action gets: a place to run statements, within the transaction that its caller opened. */
export interface Tx {
  rows<Row>(statement: Statement): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row>(statement: Statement): Promise<Row | undefined>
  /** Rows changed. */
  run(statement: Statement): Promise<number>
  /** Runs with the commit, in its round trip: for what nobody waits for, such as an event. */
  later(statement: Statement): void
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
    reads: statementsOf(
      (statement) => (readers[turn++ % READER_CONNECTIONS] as Reader).query(statement),
      () => {
        throw new Error('there is no commit to wait for outside a transaction')
      },
    ),

    async transaction(work) {
      return withClient(pool, async (client) => {
        const deferred: Statement[] = []
        let hasBegun = false
        // `begin` leaves with the first statement, `commit` with the last: an action of n statements costs n round trips, or fewer.
        const query = async (statement: Statement) => {
          const head = hasBegun ? [] : [BEGIN]
          hasBegun = true
          return (await runTogether(client, [...head, statement])).at(-1) as StatementResult
        }
        try {
          const result = await work(statementsOf(query, (statement) => deferred.push(statement)))
          if (hasBegun || deferred.length > 0) await commit(client, [...(hasBegun ? [] : [BEGIN]), ...deferred])
          return result
        } catch (error) {
          if (hasBegun) await runTogether(client, [ROLLBACK])
          throw error
        }
      })
    },

    async pipeline(work) {
      return withClient(pool, async (client) => {
        let hasBegun = false
        const begin = () => {
          const head = hasBegun ? [] : [BEGIN]
          hasBegun = true
          return head
        }
        try {
          return await work({
            async step(statements) {
              const head = begin()
              const results = await runTogether(client, [...head, ...statements])
              return results.slice(head.length).map(({ rows }) => rows)
            },
            async commit(statements) {
              const head = begin()
              const results = await commit(client, [...head, ...statements])
              return results.slice(head.length).map(({ rows }) => rows)
            },
          })
        } catch (error) {
          if (hasBegun) await runTogether(client, [ROLLBACK])
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

const BEGIN = sql`begin`
const COMMIT = sql`commit`
const ROLLBACK = sql`rollback`

/** Runs the last statements and commits, in one round trip. */
async function commit(client: pg.PoolClient, last: Statement[]): Promise<StatementResult[]> {
  const results = await runTogether(client, [...last, COMMIT])
  if (results.pop()?.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
  return results
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

function statementsOf(
  query: (statement: Statement) => Promise<StatementResult>,
  later: (statement: Statement) => void,
): Tx {
  return {
    later,
    rows: async <Row>(statement: Statement) => (await query(statement)).rows as Row[],
    row: async <Row>(statement: Statement) => (await query(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await query(statement)).count,
  }
}

interface Reader {
  query(statement: Statement): Promise<StatementResult>
  close(): Promise<void>
}

/** One connection that many requests share; replaced when it breaks. */
function createReader(config: pg.PoolConfig): Reader {
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
export const FOREIGN_KEY_VIOLATION = '23503'
