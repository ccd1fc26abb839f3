// Prometheus metrics of this process. docs/log-and-metrics.md explains each. A label has a few known values: never an
// id, an address or a requested path.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()

/**
 * Initializes a counter to zero for alerts on the first occurrence: Prometheus sees no increase in a series that starts
 * with 1.
 */
export function fromZero<Label extends string>(counter: Counter<Label>, label: Label, values: readonly string[]): void {
  for (const value of values) counter.inc({ [label]: value } as Record<Label, string>, 0)
}

collectDefaultMetrics({ register: registry })
// Gauges named like counters: promtool rejects them, and those without `_total` report the same by type.
for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
const registers = [registry]

/** For external calls, which may take as long as their timeout. */
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export const requestSeconds = new Histogram({
  name: 'samvad_http_request_seconds',
  help: 'Time to respond, by route, method and status class.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers,
})

export const uncaughtErrors = new Counter({
  name: 'samvad_uncaught_errors_total',
  help: 'Uncaught errors, by origin. Each is a defect.',
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
  help: 'Deliveries handed to a provider, by channel and outcome.',
  labelNames: ['channel', 'outcome'] as const,
  registers,
})

export const shutAccounts = new Gauge({
  name: 'samvad_accounts_shut',
  help: 'Accounts limited to one message at a time because the provider loses its responses.',
  labelNames: ['channel'] as const,
  registers,
})

export const handoverSeconds = new Histogram({
  name: 'samvad_handover_seconds',
  help: 'Time a provider took to accept a delivery, by channel and outcome.',
  labelNames: ['channel', 'outcome'] as const,
  buckets: CALL_BUCKETS,
  registers,
})

export const flushSize = new Histogram({
  name: 'samvad_send_flush_messages',
  help: 'Messages per group commit.',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
  registers,
})

export const flushSeconds = new Histogram({
  name: 'samvad_send_flush_seconds',
  help: 'Time to write and commit a flush, by writer.',
  labelNames: ['writer'] as const,
  buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 15],
  registers,
})

export const flushFailures = new Counter({
  name: 'samvad_send_flush_failures_total',
  help: 'Failed flushes. Their requests were retried one organization at a time or refused with a retry.',
  labelNames: ['writer'] as const,
  registers,
})

export const flushSurprises = new Counter({
  name: 'samvad_send_surprises_total',
  help: 'Organizations skipped by a flush because another process had changed their wallet.',
  registers,
})

export const roundFailures = new Counter({
  name: 'samvad_dispatch_failures_total',
  help: 'Dispatch failures that are retried: a round, a reversal or an organization.',
  labelNames: ['what'] as const,
  registers,
})

export const lostDeliveries = new Counter({
  name: 'samvad_deliveries_lost_total',
  help: 'Deliveries whose lease expired in flight. Their outcome is unknown.',
  registers,
})

export const channelPauses = new Counter({
  name: 'samvad_channel_pauses_total',
  help: 'Pauses of a channel of one organization, by channel and reason (outage, throttled).',
  labelNames: ['channel', 'reason'] as const,
  registers,
})

export const receipts = new Counter({
  name: 'samvad_receipts_total',
  help: 'Provider receipts, by result.',
  labelNames: ['result'] as const,
  registers,
})

export const arrivals = new Counter({
  name: 'samvad_arrivals_total',
  help: 'Inbound events from providers, by channel and result.',
  labelNames: ['channel', 'result'] as const,
  registers,
})

export const arrivalLast = new Gauge({
  name: 'samvad_arrival_last_timestamp_seconds',
  help: 'Time of the last inbound event of the channel since the start.',
  labelNames: ['channel'] as const,
  aggregator: 'max',
  registers,
})

export const gatewayCallSeconds = new Histogram({
  name: 'samvad_gateway_call_seconds',
  help: 'Time a payment gateway took to respond, by gateway, operation and outcome.',
  labelNames: ['gateway', 'operation', 'outcome'] as const,
  buckets: CALL_BUCKETS,
  registers,
})

export const gatewayWebhooks = new Counter({
  name: 'samvad_gateway_webhooks_total',
  help: 'Payment gateway webhooks, by gateway and result.',
  labelNames: ['gateway', 'result'] as const,
  registers,
})

export const lastWebhook = new Gauge({
  name: 'samvad_gateway_last_webhook_timestamp_seconds',
  help: 'Time of the last webhook with a valid signature since the start.',
  labelNames: ['gateway'] as const,
  aggregator: 'max',
  registers,
})

export const recharges = new Counter({
  name: 'samvad_recharges_total',
  help: 'Recharges, by gateway and status of the order or payment.',
  labelNames: ['gateway', 'status'] as const,
  registers,
})

export const paymentClaims = new Counter({
  name: 'samvad_payment_claims_total',
  help: 'Disputed payments and refunds made at the gateway, by gateway, kind and new status.',
  labelNames: ['gateway', 'kind', 'status'] as const,
  registers,
})

export const signIns = new Counter({
  name: 'samvad_sign_ins_total',
  help: 'Console sign-ins, by result.',
  labelNames: ['result'] as const,
  registers,
})

export const systemMails = new Counter({
  name: 'samvad_system_mails_total',
  help: 'Account emails, such as invitations, by outcome.',
  labelNames: ['outcome'] as const,
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
  help: 'Failed runs of background jobs. They are retried.',
  labelNames: ['job'] as const,
  registers,
})

export const jobsPutOff = new Counter({
  name: 'samvad_jobs_put_off_total',
  help: 'Background job runs postponed because no database connection was available in time.',
  labelNames: ['job'] as const,
  registers,
})

export const jobLeasesLost = new Counter({
  name: 'samvad_job_leases_lost_total',
  help: 'Leases that expired while a job was working on an organization.',
  labelNames: ['job'] as const,
  registers,
})

export const pastDeadlines = new Counter({
  name: 'samvad_deadlines_passed_total',
  help: 'Requests, outgoing calls and background work that exceeded their deadline.',
  labelNames: ['of', 'name'] as const,
  registers,
})

export const workAbandoned = new Counter({
  name: 'samvad_work_abandoned_total',
  help: 'Requests, outgoing calls and background work that did not end when aborted.',
  labelNames: ['of', 'name'] as const,
  registers,
})

export const jobLastSuccess = new Gauge({
  name: 'samvad_job_last_success_timestamp_seconds',
  help: 'Time of the last successful run of the job since the start.',
  labelNames: ['job'] as const,
  aggregator: 'max',
  registers,
})

export const connectionsTurnedAway = new Counter({
  name: 'samvad_http_connections_closed_total',
  help: 'HTTP connections rejected (crowded, address) or dropped (stalled, unread).',
  labelNames: ['reason'] as const,
  registers,
})

export const droppedLogLines = new Counter({
  name: 'samvad_log_lines_dropped_total',
  help: 'Log lines dropped because the log was not read in time.',
  registers,
})

export const exportedSpans = new Counter({
  name: 'samvad_spans_exported_total',
  help: 'Trace spans accepted by the collector.',
  registers,
})

export const droppedSpans = new Counter({
  name: 'samvad_spans_dropped_total',
  help: 'Trace spans that did not reach the collector, by reason.',
  labelNames: ['reason'] as const,
  registers,
})

fromZero(uncaughtErrors, 'origin', ['uncaughtException', 'unhandledRejection'])
fromZero(flushFailures, 'writer', ['small', 'large', 'behind_lock', 'alone'])
fromZero(roundFailures, 'what', ['round', 'reversal', 'organization'])
fromZero(receipts, 'result', ['taken', 'early', 'failed'])
fromZero(systemMails, 'outcome', ['sent', 'deferred', 'refused'])
fromZero(connectionsTurnedAway, 'reason', ['address', 'crowded', 'stalled', 'unread'])
fromZero(droppedSpans, 'reason', ['queue_full', 'refused', 'unreachable', 'ended'])
