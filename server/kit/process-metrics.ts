// Metrics of this process: version, event loop delay, memory. Labelled by role, because Node's own metrics next to them
// are sums and means over all processes.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge } from 'prom-client'
import { fromZero, registry } from './metrics.ts'
import { VERSION } from './version.ts'

const registers = [registry]
const LOOP_RESOLUTION_MS = 20

export type ProcessRole = 'parent' | 'api' | 'worker'

new Gauge({
  name: 'samvad_build_info',
  help: 'Always 1. The versions of Samvad and Node are labels.',
  labelNames: ['version', 'node'] as const,
  aggregator: 'first',
  registers,
}).set({ version: VERSION, node: process.versions.node }, 1)

export const processRestarts = new Counter({
  name: 'samvad_process_restarts_total',
  help: 'Processes that exited unexpectedly and were restarted.',
  labelNames: ['role'] as const,
  registers,
})

export const postgresRestarts = new Counter({
  name: 'samvad_postgres_restarts_total',
  help: 'Restarts of the embedded PostgreSQL after it went down.',
  registers,
})

/** Starts measuring; called once per process. */
export function measureProcess(role: ProcessRole): void {
  const delays = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  delays.enable()
  const loopDelay = new Gauge({
    name: 'samvad_event_loop_delay_max_seconds',
    help: 'Longest event loop delay since the last scrape, of the slowest process of the role.',
    labelNames: ['role'] as const,
    aggregator: 'max',
    registers: [],
    collect() {
      // The measurement includes its own interval.
      this.set({ role }, Math.max(0, delays.max / 1e6 - LOOP_RESOLUTION_MS) / 1000)
      delays.reset()
    },
  })
  const memory = new Gauge({
    name: 'samvad_process_memory_bytes',
    help: 'Resident memory of all processes of the role, without PostgreSQL.',
    labelNames: ['role'] as const,
    registers: [],
    collect() {
      this.set({ role }, process.memoryUsage.rss())
    },
  })
  for (const metric of [loopDelay, memory]) registry.registerMetric(metric)
}

fromZero(processRestarts, 'role', ['api', 'worker'])
