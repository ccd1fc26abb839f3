// The connections for transactions, and whose turn it is to have one. They are few, and a transaction that waits for a
// lock holds one meanwhile: so owners take turns, and none has more than are left free, spec 19.6. Half of them is
// what one alone can hold; however many requests wait for one of its rows, there is a connection for the others.

import pg from 'pg'
import { databaseRefusals, turnSeconds, watchPool } from '#kit/database-metrics.ts'
import { FairTurns } from '#kit/fair-turns.ts'
import { setUp, TRANSACTION_TIMEOUTS } from './connection-settings.ts'
import { asRefusal, busy, isConnectionFailure } from './errors.ts'

/** How long a transaction waits for its turn, and again for a new connection: then 503, instead of hanging. */
export const CONNECTION_TIMEOUT_MS = 1500
const WAITING_MAX = 5000
const WAITING_OF_ONE_MAX = 1000

/** On whose account a connection is held: an organization by its id, or a part of the program by its name. */
export type Owner = string

/** What the program does by itself, for nobody or for all. */
export const INSTALLATION: Owner = 'installation'

/** The cause of a refusal: there were connections, and they were others' for too long. */
class TurnMissed extends Error {}

/** The cause of a refusal: a connection was not open in time. What hangs is told by /readyz. */
class OpenedTooLate extends Error {}

/** Whether nothing was asked of the database yet: the wait for a turn, or for a new connection, was over before. */
export const waitedInVain = (error: unknown): boolean => {
  const cause = (error as Error | undefined)?.cause
  return cause instanceof TurnMissed || cause instanceof OpenedTooLate
}

export interface TransactionPool {
  readonly pool: pg.Pool
  /** Runs `work` on a connection when it is the owner's turn, and tells it how long that was waited for. */
  withClient<T>(owner: Owner, work: (client: pg.PoolClient, waitedMs: number) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openTransactionPool(config: pg.PoolConfig, connectionsMax: number): TransactionPool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, ...config, max: connectionsMax })
  // An idle connection that breaks (a restart of PostgreSQL) is replaced by the pool; the event only must not be
  // unhandled.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // One that breaks as it is handed out: the pool has stopped listening by then, and who asked does not listen yet.
    client.on('error', () => {})
    setUp(client, TRANSACTION_TIMEOUTS)
  })
  const turns = new FairTurns({
    atOnce: connectionsMax,
    leavesRoom: true,
    waitingMax: WAITING_MAX,
    waitingOfOneMax: WAITING_OF_ONE_MAX,
    waitMs: CONNECTION_TIMEOUT_MS,
    busy: () => noConnection('timeout exceeded while its owner waited for a turn at the connections'),
    crowded: () => noConnection('timeout exceeded by far: too many of its owner wait for a connection already'),
  })
  const forgetPool = watchPool({ pool, waiting: () => turns.waiting })

  return {
    pool,
    withClient(owner, work) {
      const askedAt = performance.now()
      return turns.take(owner, false, () => {
        turnSeconds.observe((performance.now() - askedAt) / 1000)
        return onConnection(pool, askedAt, work)
      })
    },
    async close() {
      forgetPool()
      await pool.end()
    },
  }
}

/** The cause is for the operator's log. */
function noConnection(cause: string) {
  databaseRefusals.inc({ reason: 'turn' })
  return Object.assign(busy(), { cause: new TurnMissed(cause) })
}

async function onConnection<T>(
  pool: pg.Pool,
  askedAt: number,
  work: (client: pg.PoolClient, waitedMs: number) => Promise<T>,
): Promise<T> {
  const { client, release } = await checkOut(pool)
  let failure: unknown
  try {
    return await work(client, performance.now() - askedAt)
  } catch (error) {
    failure = error
    throw asRefusal(error)
  } finally {
    release(failure)
  }
}

/** By the words of pg-pool, which has no code for it. */
const isOpenedTooLate = (error: unknown): boolean =>
  /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect)/.test(
    (error as Error).message,
  )

/** A connection of the pool; `release` gives it back, or ends it when it broke or failed in a way that says so. */
async function checkOut(pool: pg.Pool): Promise<{ client: pg.PoolClient; release: (failure: unknown) => void }> {
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    const refusal = asRefusal(error)
    if (!isOpenedTooLate(error)) throw refusal
    throw Object.assign(refusal as Error, { cause: new OpenedTooLate((error as Error).message) })
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
