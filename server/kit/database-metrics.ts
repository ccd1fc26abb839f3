// Metrics of this process's use of the database: connections, waiting callers, refusals and timeouts.

import type pg from 'pg'
import { Counter, Gauge, Histogram } from 'prom-client'
import { fromZero, registry } from './metrics.ts'

const registers = [registry]

export const turnSeconds = new Histogram({
  name: 'samvad_database_turn_seconds',
  help: 'Time a transaction waited for a database connection.',
  buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 1.5, 3],
  registers,
})

export const databaseRefusals = new Counter({
  name: 'samvad_database_refusals_total',
  help: 'Statements and transactions that the database rejected temporarily, by reason.',
  labelNames: ['reason'] as const,
  registers,
})

fromZero(databaseRefusals, 'reason', [
  'connection',
  'connections',
  'deadlock',
  'disk',
  'idle',
  'lock',
  'memory',
  'shutdown',
  'statement',
  'turn',
])

export const answersMissed = new Counter({
  name: 'samvad_database_answers_missed_total',
  help: 'Database connections closed because no response arrived in time.',
  registers,
})

export const connectionsNotIdle = new Counter({
  name: 'samvad_database_connections_not_idle_total',
  help: 'Pooled connections closed because a query or transaction was still open. Each is a defect.',
  labelNames: ['at'] as const,
  registers,
})

fromZero(connectionsNotIdle, 'at', ['checkout', 'return'])

interface Watched {
  pool: pg.Pool
  /** The number of transactions that wait for a connection. */
  waiting: () => number
}

const watched = new Set<Watched>()

/** Adds the pool's connections and waiting callers to the metrics until it ends. */
export function watchPool(one: Watched): () => void {
  watched.add(one)
  return () => void watched.delete(one)
}

const overPools = (count: (pool: pg.Pool, one: Watched) => number): number =>
  [...watched].reduce((sum, one) => sum + count(one.pool, one), 0)

registry.registerMetric(
  new Gauge({
    name: 'samvad_database_connections',
    help: 'Connections in the transaction pools of all processes, by state.',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      this.set(
        { state: 'used' },
        overPools(({ totalCount, idleCount }) => totalCount - idleCount),
      )
      this.set(
        { state: 'idle' },
        overPools(({ idleCount }) => idleCount),
      )
    },
  }),
)

registry.registerMetric(
  new Gauge({
    name: 'samvad_database_waiting_transactions',
    help: 'Transactions waiting for a database connection.',
    registers: [],
    collect() {
      this.set(overPools((pool, { waiting }) => pool.waitingCount + waiting()))
    },
  }),
)
