// The one way to PostgreSQL: a pool for transactions, at which owners take turns (transaction-pool.ts), and one shared
// connection for reads that need none.
// Statements given together travel together (pg's pipeline): a batch of them costs one round trip.

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { lockTimeoutBehind, waitForLocks } from './connection-settings.ts'
import { copied } from './copied.ts'
import { sqlState } from './errors.ts'
import { openPipelinedConnection, type PipelinedConnection } from './pipelined-connection.ts'
import { createReader } from './reader.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'
import { CONNECTION_TIMEOUT_MS, INSTALLATION, type Owner, openTransactionPool } from './transaction-pool.ts'
import { readTypesExactly } from './types.ts'

const POOL_CONNECTIONS_DEFAULT = 12
/** Of a transaction that lost to another. */
const TRIES_MAX = 3
/** Up to twice as long: whoever won is to have taken what it waited for, before it could be taken from it once more. */
const TRY_AGAIN_MS = 50
/** Deadlock, and a state that changed under a strict isolation: by itself the same work goes through. */
const LOST_TO_ANOTHER = new Set(['40P01', '40001'])

/** What an action gets: a place to run statements, within the transaction that its caller opened. */
export interface Tx {
  rows<Row>(statement: Statement): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row>(statement: Statement): Promise<Row | undefined>
  /** Rows changed. */
  run(statement: Statement): Promise<number>
  /** Runs with the commit, in its round trip: for what nobody waits for, such as an event. */
  onCommit(statement: Statement): void
}

export interface Database {
  /**
   * Runs `work` in one transaction; commits when it returns, rolls back when it throws. `owner` is whose turn at the
   * connections it takes: the organization that it is for, wherever it is for one. One that PostgreSQL ended because
   * it stood in another's way is run again, wholly: so `work` changes nothing but the database, neither a service
   * outside nor what the process remembers, and what it hands out it sets anew each time.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, owner?: Owner): Promise<T>
  /**
   * A transaction whose statements are known beforehand step by step: `begin` and `commit` ride along, so that n
   * steps cost n round trips.
   */
  pipeline<T>(work: (pipe: Pipe) => Promise<T>, owner?: Owner): Promise<T>
  /**
   * What a `select` reads, a statement by itself, as bytes for `CopiedRows`: of very many rows, as none of them is made
   * an object.
   */
  copied(select: Statement, owner?: Owner): Promise<Buffer>
  /**
   * A connection of its own, opened when it is first used, for transactions that are each one message to the server.
   */
  pipelinedConnection(): PipelinedConnection
  /** For reads: each statement by itself, several requests sharing a connection. */
  readonly reads: Tx
  readonly pool: pg.Pool
  /** For who needs one beside all of these. */
  readonly connection: pg.ClientConfig
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
  const transactions = openTransactionPool(common, poolConnectionsMax)
  const reader = createReader({ connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, ...common })
  const pipelined: PipelinedConnection[] = []

  return {
    pool: transactions.pool,
    connection,
    reads: statementsOf(
      (statement) => reader.query(statement),
      () => {
        throw new Error('there is no commit to wait for outside a transaction')
      },
    ),

    async transaction(work, owner = INSTALLATION) {
      return transactions.withClient(owner, async (client, waitedMs) => {
        for (let tries = 1; ; tries++) {
          try {
            return await inTransaction(client, work, beginning(waitedMs))
          } catch (error) {
            if (tries === TRIES_MAX || !LOST_TO_ANOTHER.has(sqlState(error) ?? '')) throw error
            await pause(TRY_AGAIN_MS * (1 + Math.random()))
          }
        }
      })
    },

    async pipeline(work, owner = INSTALLATION) {
      return transactions.withClient(owner, async (client) => {
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

    copied(select, owner = INSTALLATION) {
      return transactions.withClient(owner, (client) => copied(client, select))
    },

    pipelinedConnection() {
      const connection = openPipelinedConnection({ ...common, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
      pipelined.push(connection)
      return connection
    },

    async close() {
      await Promise.all([reader.close(), ...pipelined.map((one) => one.close())])
      await transactions.close()
    },
  }
}

const BEGIN = sql`begin`
const COMMIT = sql`commit`
const ROLLBACK = sql`rollback`

/** How a transaction begins behind so long a wait for its connection. */
function beginning(waitedMs: number): readonly Statement[] {
  const lockTimeoutMs = lockTimeoutBehind(waitedMs)
  return lockTimeoutMs === null ? [BEGIN] : [BEGIN, waitForLocks(lockTimeoutMs)]
}

async function inTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  beginsWith: readonly Statement[],
): Promise<T> {
  const deferred: Statement[] = []
  let hasBegun = false
  let isOver = false
  // `begin` leaves with the first statement, `commit` with the last: an action of n statements costs n round trips, or
  // fewer.
  const begin = () => {
    const head = hasBegun ? [] : beginsWith
    hasBegun = true
    return head
  }
  const query = async (statement: Statement) => {
    // A part of the work that goes on beside one that failed: what it writes would stay.
    if (isOver) throw new Error('the transaction is over')
    return (await runTogether(client, [...begin(), statement])).at(-1) as StatementResult
  }
  try {
    const result = await work(statementsOf(query, (statement) => deferred.push(statement)))
    isOver = true
    if (hasBegun || deferred.length > 0) await commit(client, [...begin(), ...deferred])
    return result
  } catch (error) {
    isOver = true
    if (hasBegun) await runTogether(client, [ROLLBACK])
    throw error
  }
}

/** Runs the last statements and commits, in one round trip. */
async function commit(client: pg.PoolClient, last: Statement[]): Promise<StatementResult[]> {
  const results = await runTogether(client, [...last, COMMIT])
  if (results.pop()?.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
  return results
}

function statementsOf(
  query: (statement: Statement) => Promise<StatementResult>,
  onCommit: (statement: Statement) => void,
): Tx {
  return {
    onCommit,
    rows: async <Row>(statement: Statement) => (await query(statement)).rows as Row[],
    row: async <Row>(statement: Statement) => (await query(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await query(statement)).count,
  }
}
