// The pool of connections for transactions, shared fairly. They are few, and a transaction that waits for a lock
// occupies one: owners take turns, and none holds more connections than remain free, spec 19.6. A single owner can hold
// at most half of them, so there is always one for the others, however many requests wait for one of its rows. A
// connection that is not idle is closed instead of handed out or returned: the next transaction would run inside the
// previous one.

import pg from 'pg'
import type { Logger } from 'pino'
import { connectionsNotIdle, databaseRefusals, turnSeconds, watchPool } from '#kit/database-metrics.ts'
import { FairTurns } from '#kit/fair-turns.ts'
import { interval } from '#kit/interval.ts'
import { setUp, TRANSACTION_TIMEOUTS } from './connection-settings.ts'
import { asRefusal, busy, isConnectionFailure } from './errors.ts'
import { closeNow, hasOneQueryAlone, isGone, isIdle, stateOf } from './idle.ts'

/** How long a transaction waits for its turn, and then for a new connection, before the request gets a 503. */
export const connectionTimeoutMs = () => interval('CONNECTION', 1500)
/** The same for commands and complete checks: no caller waits for them, and a refusal wastes long work. */
export const PATIENT_CONNECTION_TIMEOUT_MS = 15_000
const WAITING_MAX = 5000
const WAITING_OF_ONE_MAX = 1000

/** The account of a connection: an organization's id, or the name of a part of the program. */
export type Owner = string

/** The owner of background work for the installation as a whole. */
export const INSTALLATION: Owner = 'installation'

/** The cause of a refusal: other owners used the connections for too long. */
class TurnMissed extends Error {}

/** The cause of a refusal: no connection was opened in time. /readyz reports a hanging database. */
class OpenedTooLate extends Error {}

/** True when nothing was sent to the database yet: the wait for a turn or a new connection had ended. */
export const waitedInVain = (error: unknown): boolean => {
  const cause = (error as Error | undefined)?.cause
  return cause instanceof TurnMissed || cause instanceof OpenedTooLate
}

export interface TransactionPool {
  readonly pool: pg.Pool
  /** Runs `work` on a connection when it is the owner's turn, and passes the time spent waiting. */
  withClient<T>(owner: Owner, work: (client: pg.PoolClient, waitedMs: number) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Receives reports of connections that are not idle. */
export type PoolLog = Pick<Logger, 'error'>

export function openTransactionPool(config: pg.PoolConfig, connectionsMax: number, log?: PoolLog): TransactionPool {
  const pool = new pg.Pool({ connectionTimeoutMillis: connectionTimeoutMs(), ...config, max: connectionsMax })
  // An idle connection that breaks (a restart of PostgreSQL) is replaced by the pool; the event only must not be
  // unhandled.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // A connection may break while it is handed out: the pool no longer listens for errors, and its new owner not yet.
    client.on('error', () => {})
  })
  const checkOut = createCheckOut(pool, log)
  const turns = new FairTurns({
    atOnce: connectionsMax,
    leavesRoom: true,
    waitingMax: WAITING_MAX,
    waitingOfOneMax: WAITING_OF_ONE_MAX,
    waitMs: connectionTimeoutMs(),
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
        return onConnection(() => checkOut(owner), askedAt, work)
      })
    },
    async close() {
      forgetPool()
      await pool.end()
    },
  }
}

/** The cause is logged for the operator. */
function noConnection(cause: string) {
  databaseRefusals.inc({ reason: 'turn' })
  return Object.assign(busy(), { cause: new TurnMissed(cause) })
}

async function onConnection<T>(
  checkOut: () => Promise<CheckedOut>,
  askedAt: number,
  work: (client: pg.PoolClient, waitedMs: number) => Promise<T>,
): Promise<T> {
  const { client, release } = await checkOut()
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

/** By pg-pool's message, as it has no code. */
export const isOpenedTooLate = (error: unknown): boolean =>
  /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect)/.test(
    (error as Error).message,
  )

interface CheckedOut {
  client: pg.PoolClient
  /** Returns the connection to the pool, or closes it when it broke or `failure` requires it. */
  release(failure: unknown): void
}

/** The function that takes a connection from the pool. A connection must be idle at the checkout and at the return. */
function createCheckOut(pool: pg.Pool, log: PoolLog | undefined): (owner: Owner) => Promise<CheckedOut> {
  /** New connections whose settings are still in flight; nobody waits for those. */
  const settingUp = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    settingUp.add(client)
    void setUp(client, TRANSACTION_TIMEOUTS).finally(() => settingUp.delete(client))
  })
  const mayBeHandedOn = (client: pg.PoolClient) =>
    isIdle(client) || isGone(client) || (settingUp.has(client) && hasOneQueryAlone(client))

  /** The connection is closed at once, however long its query takes; the server then rolls back. */
  function discard(client: pg.PoolClient, at: 'checkout' | 'return', owner: Owner): void {
    connectionsNotIdle.inc({ at })
    log?.error({ at, owner, ...stateOf(client) }, 'pooled connection not idle; closed')
    client.release(new Error(`not idle at ${at}`))
    closeNow(client)
  }

  async function take(owner: Owner): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connect(pool)
      if (mayBeHandedOn(client)) return client
      discard(client, 'checkout', owner)
    }
  }

  return async (owner) => {
    const client = await take(owner)
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    return {
      client,
      release(failure) {
        client.off('error', onError)
        const reason = broken ?? (isConnectionFailure(failure) ? (failure as Error) : undefined)
        if (reason !== undefined || mayBeHandedOn(client)) client.release(reason)
        else discard(client, 'return', owner)
      },
    }
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    const refusal = asRefusal(error)
    if (!isOpenedTooLate(error)) throw refusal
    throw Object.assign(refusal as Error, { cause: new OpenedTooLate((error as Error).message) })
  }
}
