// Prometheus metrics of this process. What each means stands in docs/log-and-metrics.md. A label takes one of a few known values:
// never an id, an address or a path as it was asked for.

import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })
// Gauges that are called as if they counted: promtool refuses them, and the ones without `_total` say the same by type.
for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
const registers = [registry]

/** Of calls to others, which may take as long as their timeout. */
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export const requestSeconds = new Histogram({
  name: 'samvad_http_request_seconds',
  help: 'Time to answer, by route, method and status class.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers,
})

export const uncaughtErrors = new Counter({
  name: 'samvad_uncaught_errors_total',
  help: 'Errors that nobody caught, each a defect: by where they came from.',
  labelNames: ['origin'] as const,
  registers: [registry],
})

export const acceptedDeliveries = new Counter({
  name: 'samvad_deliveries_accepted_total',
  help: 'Deliveries accepted and charged.',
  labelNames: ['channel'] as const,
  registers,
})

export const endedDeliveries = new Counter({
  name: 'samvad_deliveries_dispatched_total',
  help: 'Outcomes of handing deliveries to a provider.',
  labelNames: ['channel', 'outcome'] as const,
  registers,
})

export const handoverSeconds = new Histogram({
  name: 'samvad_handover_seconds',
  help: 'Time that a provider took a delivery in, such as a mail server, by channel and outcome.',
  labelNames: ['channel', 'outcome'] as const,
  buckets: CALL_BUCKETS,
  registers,
})

export const flushSize = new Histogram({
  name: 'samvad_send_flush_messages',
  help: 'Messages that one group commit took.',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
  registers,
})

export const gatewayCallSeconds = new Histogram({
  name: 'samvad_gateway_call_seconds',
  help: 'Time that a payment gateway took to answer, by gateway, operation and outcome.',
  labelNames: ['gateway', 'operation', 'outcome'] as const,
  buckets: CALL_BUCKETS,
  registers,
})

export const gatewayWebhooks = new Counter({
  name: 'samvad_gateway_webhooks_total',
  help: 'Webhooks of payment gateways, by gateway and what became of them.',
  labelNames: ['gateway', 'result'] as const,
  registers,
})

export const recharges = new Counter({
  name: 'samvad_recharges_total',
  help: 'Recharges whose order a gateway took (ordered) or refused, and what it reported of their payments.',
  labelNames: ['gateway', 'status'] as const,
  registers,
})

export const signIns = new Counter({
  name: 'samvad_sign_ins_total',
  help: 'Sign-ins to the console, by result.',
  labelNames: ['result'] as const,
  registers,
})

export const jobRuns = new Counter({
  name: 'samvad_job_runs_total',
  help: 'Runs of background jobs.',
  labelNames: ['job'] as const,
  registers,
})

export const jobFailures = new Counter({
  name: 'samvad_job_failures_total',
  help: 'Runs of background jobs that failed, and are tried again.',
  labelNames: ['job'] as const,
  registers,
})

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

new Gauge({
  name: 'samvad_build_info',
  help: '1, with the version of the program and of Node as labels.',
  labelNames: ['version', 'node'] as const,
  aggregator: 'first',
  registers,
}).set({ version, node: process.versions.node }, 1)

const pools = new Set<pg.Pool>()

/** Its connections are counted until it ends. */
export function watchPool(pool: pg.Pool): () => void {
  pools.add(pool)
  return () => void pools.delete(pool)
}

const overPools = (count: (pool: pg.Pool) => number): number => [...pools].reduce((sum, pool) => sum + count(pool), 0)

export const databaseConnections = new Gauge({
  name: 'samvad_database_connections',
  help: 'Connections of the transaction pools of all processes.',
  labelNames: ['state'] as const,
  registers,
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
})

export const databaseWaiting = new Gauge({
  name: 'samvad_database_waiting_transactions',
  help: 'Transactions that wait for a connection.',
  registers,
  collect() {
    this.set(overPools(({ waitingCount }) => waitingCount))
  },
})
