// The one way to PostgreSQL: a pool for transactions, and one shared connection for reads that need none.
// Statements given together travel together (pg's pipeline): a batch of them costs one round trip.

import pg from 'pg'
import { setUp } from './connection-settings.ts'
import { asRefusal, isConnectionFailure } from './database-errors.ts'
import { watchPool } from './metrics.ts'
import { readTypesExactly } from './database-types.ts'
import { createLine, type Line } from './line.ts'
import { createReader } from './reader.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'

const STATEMENT_TIMEOUT_MS = 15_000
/** How long a request waits for a connection: a full pool answers 503 instead of hanging. */
const CONNECTION_TIMEOUT_MS = 1500
const POOL_CONNECTIONS_DEFAULT = 12

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
  /** A connection of its own, opened when it is first used, for transactions that are each one message to the server. */
  line(): Line
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

readTypesExactly()

export function openDatabase(connection: pg.PoolConfig, poolConnectionsMax = POOL_CONNECTIONS_DEFAULT): Database {
  const common = {
    ...connection,
    pipeline: true,
    application_name: 'samvad',
    keepAlive: true,
  } as pg.PoolConfig
  const pool = new pg.Pool({ ...common, max: poolConnectionsMax, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  // An idle connection that breaks (a restart of PostgreSQL) is replaced by the pool; the event only must not be unhandled.
  pool.on('error', () => {})
  pool.on('connect', (client) => setUp(client, { statementTimeoutMs: STATEMENT_TIMEOUT_MS }))
  const forgetPool = watchPool(pool)
  const reader = createReader({ ...common, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  const lines: Line[] = []

  return {
    pool,
    reads: statementsOf(
      (statement) => reader.query(statement),
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

    line() {
      const line = createLine({ ...common, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
      lines.push(line)
      return line
    },

    async close() {
      forgetPool()
      await Promise.all([reader.close(), ...lines.map((line) => line.close())])
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
  const { client, release } = await checkOut(pool)
  let failure: unknown
  try {
    return await work(client)
  } catch (error) {
    failure = error
    throw asRefusal(error)
  } finally {
    release(failure)
  }
}

/** A connection of the pool; `release` gives it back, or ends it when it broke or failed in a way that says so. */
async function checkOut(pool: pg.Pool): Promise<{ client: pg.PoolClient; release: (failure: unknown) => void }> {
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
  return {
    client,
    release(failure) {
      client.off('error', onError)
      client.release(broken ?? (isConnectionFailure(failure) ? (failure as Error) : undefined))
    },
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
