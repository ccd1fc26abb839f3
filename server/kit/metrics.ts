// Prometheus metrics of this process.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

export const requestSeconds = new Histogram({
  name: 'samvad_http_request_seconds',
  help: 'Time to answer, by route, method and status class.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
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
  registers: [registry],
})

export const endedDeliveries = new Counter({
  name: 'samvad_deliveries_dispatched_total',
  help: 'Outcomes of handing deliveries to a provider.',
  labelNames: ['channel', 'outcome'] as const,
  registers: [registry],
})

export const ignoredWebhooks = new Counter({
  name: 'samvad_gateway_webhooks_ignored_total',
  help: 'Webhooks of payment gateways about nothing of this installation.',
  labelNames: ['gateway'] as const,
  registers: [registry],
})

export const flushSize = new Histogram({
  name: 'samvad_send_flush_messages',
  help: 'Messages that one group commit took.',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
  registers: [registry],
})

export const databaseConnections = new Gauge({
  name: 'samvad_database_connections',
  help: 'Connections of the transaction pool.',
  labelNames: ['state'] as const,
  registers: [registry],
})
