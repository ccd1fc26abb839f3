// The only access to PostgreSQL: a pool for transactions, fairly shared by their owners (transaction-pool.ts), and one
// shared connection for reads without a transaction. Statements that are submitted together are pipelined: the batch
// costs one round trip.

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { lockTimeoutBehind, waitForLocks } from './connection-settings.ts'
import { copied } from './copied.ts'
import { APPLICATION_NAME } from './earlier-processes.ts'
import { sqlState } from './errors.ts'
import { isIdle } from './idle.ts'
import { openPipelinedConnection, type PipelinedConnection } from './pipelined-connection.ts'
import { discardOldPlans } from './plans-kept.ts'
import { createReader } from './reader.ts'
import { type Statement, sql } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'
import { connectionTimeoutMs, INSTALLATION, type Owner, openTransactionPool, type PoolLog } from './transaction-pool.ts'
import { readTypesExactly } from './types.ts'

const POOL_CONNECTIONS_DEFAULT = 12
/** Attempts of a transaction that lost to another. */
const TRIES_MAX = 3
/**
 * Minimum delay, randomly up to twice as long: the winner must get the lock it waited for before the loser takes it
 * again.
 */
const TRY_AGAIN_MS = 50
/** Deadlock and serialization failure: the same transaction succeeds when it is run again. */
const LOST_TO_ANOTHER = new Set(['40P01', '40001'])

/** The interface that actions get: runs statements within the caller's transaction. */
export interface Tx {
  rows<Row>(statement: Statement): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row>(statement: Statement): Promise<Row | undefined>
  /** Returns the number of changed rows. */
  run(statement: Statement): Promise<number>
  /** Runs in the same round trip as the commit: for statements whose result nobody needs, such as an event's. */
  onCommit(statement: Statement): void
}

/**
 * How a transaction is opened. `isolation` and `readOnly` are part of its `begin`: PostgreSQL refuses them after the
 * first query, and the pool may send one itself (`lock_timeout`, after a long wait for a connection).
 */
export interface TransactionOptions {
  /** The owner on whose account the connection is used: the transaction's organization, if it has one. */
  owner?: Owner
  /** `read committed` by default. */
  isolation?: 'repeatable read'
  /** PostgreSQL refuses writes. */
  readOnly?: boolean
}

export interface Database {
  /**
   * Runs `work` in one transaction; commits when it returns, rolls back when it throws. A string or id is short for `{
   * owner }`. PostgreSQL may end a transaction to resolve a deadlock or a conflict; then all of `work` runs again. So
   * `work` changes nothing but the database: no external service, no memory of the process. It sets its results anew on
   * each run.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: Owner | TransactionOptions): Promise<T>
  /**
   * A transaction whose statements are known in advance, step by step: `begin` and `commit` share the round trips of
   * the first and last step, so that n steps cost n round trips.
   */
  pipeline<T>(work: (pipe: Pipe) => Promise<T>, owner?: Owner): Promise<T>
  /** The result of a single `select` as bytes for `CopiedRows`: for very many rows, without an object per row. */
  copied(select: Statement, owner?: Owner): Promise<Buffer>
  /** A dedicated connection, opened on first use, for transactions that are one message to the server. */
  pipelinedConnection(): PipelinedConnection
  /** For reads: single statements; several requests share a connection. */
  readonly reads: Tx
  readonly pool: pg.Pool
  /** For callers that need a connection of another kind. */
  readonly connection: pg.ClientConfig
  close(): Promise<void>
}

export interface Pipe {
  /** Sends all statements at once; the first call also begins. Returns one array of rows per statement. */
  step(statements: Statement[]): Promise<unknown[][]>
  /** Like `step`, and commits after the last statement. Nothing was written unless this resolves. */
  commit(statements: Statement[]): Promise<unknown[][]>
}

readTypesExactly()

export function openDatabase(
  connection: pg.PoolConfig,
  poolConnectionsMax = POOL_CONNECTIONS_DEFAULT,
  log?: PoolLog,
): Database {
  const common = {
    ...connection,
    pipeline: true,
    application_name: APPLICATION_NAME,
    keepAlive: true,
  } as pg.PoolConfig
  const transactions = openTransactionPool(common, poolConnectionsMax, log)
  const reader = createReader({ connectionTimeoutMillis: connectionTimeoutMs(), ...common })
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

    async transaction(work, options = INSTALLATION) {
      const isOwner = typeof options === 'string'
      const owner = isOwner ? options : (options.owner ?? INSTALLATION)
      const begin = isOwner ? BEGIN : beginOf(options)
      return transactions.withClient(owner, async (client, waitedMs) => {
        for (let tries = 1; ; tries++) {
          try {
            return await inTransaction(client, work, [...beginning(begin, waitedMs), ...discardOldPlans(client)])
          } catch (error) {
            const isLost = LOST_TO_ANOTHER.has(sqlState(error) ?? '')
            if (tries === TRIES_MAX || !isLost || !isIdle(client)) throw error
            await pause(TRY_AGAIN_MS * (1 + Math.random()))
          }
        }
      })
    },

    async pipeline(work, owner = INSTALLATION) {
      return transactions.withClient(owner, async (client) => {
        let hasBegun = false
        const begin = () => {
          const head = hasBegun ? [] : [BEGIN, ...discardOldPlans(client)]
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
          if (hasBegun) await rollBack(client)
          throw error
        }
      })
    },

    copied(select, owner = INSTALLATION) {
      return transactions.withClient(owner, async (client) => {
        try {
          return await copied(client, select)
        } catch (error) {
          await answeredInFull(client)
          throw error
        }
      })
    },

    pipelinedConnection() {
      const connection = openPipelinedConnection({ ...common, connectionTimeoutMillis: connectionTimeoutMs() })
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

/** By isolation and access, so that each text is prepared once per connection. */
const BEGINS = {
  'read committed': { write: BEGIN, read: sql`begin read only` },
  'repeatable read': {
    write: sql`begin isolation level repeatable read`,
    read: sql`begin isolation level repeatable read read only`,
  },
}

const beginOf = ({ isolation, readOnly = false }: TransactionOptions): Statement =>
  BEGINS[isolation ?? 'read committed'][readOnly ? 'read' : 'write']

/** The first statements of a transaction, after waiting `waitedMs` for its connection. */
function beginning(begin: Statement, waitedMs: number): readonly Statement[] {
  const lockTimeoutMs = lockTimeoutBehind(waitedMs)
  return lockTimeoutMs === null ? [begin] : [begin, waitForLocks(lockTimeoutMs)]
}

/**
 * Never rejects: the failure that led here is the one to report. If the rollback fails, the connection is not idle, and
 * the pool closes it instead of handing it on, which ends the transaction too.
 */
async function rollBack(client: pg.PoolClient): Promise<void> {
  await runTogether(client, [ROLLBACK]).catch(() => {})
}

/** Waits until the server is ready for the next query: pg reports a failure before that. Never rejects. */
async function answeredInFull(client: pg.PoolClient): Promise<void> {
  await runTogether(client, []).catch(() => {})
}

async function inTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  beginsWith: readonly Statement[],
): Promise<T> {
  const deferred: Statement[] = []
  let hasBegun = false
  let isOver = false
  // `begin` is sent with the first statement and `commit` with the last: an action of n statements costs at most n
  // round trips.
  const begin = () => {
    const head = hasBegun ? [] : beginsWith
    hasBegun = true
    return head
  }
  const query = async (statement: Statement) => {
    // A parallel part of the work that continues after another part failed: its writes would be committed separately.
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
    if (hasBegun) await rollBack(client)
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
