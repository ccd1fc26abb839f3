// Prometheus metrics of this process. What each means stands in docs/log-and-metrics.md. A label takes one of a few
// known values: never an id, an address or a path as it was asked for.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()

/**
 * Counts from zero on what is to be told of when it first happens: a series that begins with 1 has not grown, as
 * Prometheus sees it.
 */
export function fromZero<Label extends string>(counter: Counter<Label>, label: Label, values: readonly string[]): void {
  for (const value of values) counter.inc({ [label]: value } as Record<Label, string>, 0)
}

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

export const shutAccounts = new Gauge({
  name: 'samvad_accounts_shut',
  help: 'Accounts that lose answers: nothing leaves through them but one message at a time that tries.',
  labelNames: ['channel'] as const,
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

export const flushSeconds = new Histogram({
  name: 'samvad_send_flush_seconds',
  help: 'Time that a flush took to be written and committed, by the writer that wrote it.',
  labelNames: ['writer'] as const,
  buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 15],
  registers,
})

export const flushFailures = new Counter({
  name: 'samvad_send_flush_failures_total',
  help: 'Flushes that failed: their requests were decided again one organization at a time, or told to try again.',
  labelNames: ['writer'] as const,
  registers,
})

export const flushSurprises = new Counter({
  name: 'samvad_send_surprises_total',
  help: 'Organizations that a flush left out, because another process had moved their wallet.',
  registers,
})

export const roundFailures = new Counter({
  name: 'samvad_dispatch_failures_total',
  help: 'What dispatch could not do and does again: a round, a reversal, or an organization that it gave up for now.',
  labelNames: ['what'] as const,
  registers,
})

export const lostDeliveries = new Counter({
  name: 'samvad_deliveries_lost_total',
  help: 'Deliveries whose lease ran out while a process had them: what became of them nobody knows.',
  registers,
})

export const channelPauses = new Counter({
  name: 'samvad_channel_pauses_total',
  help: 'Pauses of a channel of one organization: its provider was away (outage), or wanted it slower (throttled).',
  labelNames: ['channel', 'reason'] as const,
  registers,
})

export const receipts = new Counter({
  name: 'samvad_receipts_total',
  help: 'Receipts of providers, by what became of them.',
  labelNames: ['result'] as const,
  registers,
})

export const arrivals = new Counter({
  name: 'samvad_arrivals_total',
  help: 'What providers brought, by channel and what became of it.',
  labelNames: ['channel', 'result'] as const,
  registers,
})

export const arrivalLast = new Gauge({
  name: 'samvad_arrival_last_timestamp_seconds',
  help: 'When a provider last brought something of the channel, since the start.',
  labelNames: ['channel'] as const,
  aggregator: 'max',
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

export const lastWebhook = new Gauge({
  name: 'samvad_gateway_last_webhook_timestamp_seconds',
  help: 'When the last webhook with a right signature came, since the start.',
  labelNames: ['gateway'] as const,
  aggregator: 'max',
  registers,
})

export const recharges = new Counter({
  name: 'samvad_recharges_total',
  help: 'Recharges whose order a gateway took (ordered) or refused, and what it reported of their payments.',
  labelNames: ['gateway', 'status'] as const,
  registers,
})

export const paymentClaims = new Counter({
  name: 'samvad_payment_claims_total',
  help: 'Reports that a payment is disputed, or was refunded at its gateway, by the status that was new.',
  labelNames: ['gateway', 'kind', 'status'] as const,
  registers,
})

export const signIns = new Counter({
  name: 'samvad_sign_ins_total',
  help: 'Sign-ins to the console, by result.',
  labelNames: ['result'] as const,
  registers,
})

export const systemMails = new Counter({
  name: 'samvad_system_mails_total',
  help: "The program's own mail, such as invitations, by what became of each try.",
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
  help: 'Runs of background jobs that failed, and are tried again.',
  labelNames: ['job'] as const,
  registers,
})

export const jobsPutOff = new Counter({
  name: 'samvad_jobs_put_off_total',
  help: 'Runs of background jobs that did not get a connection in time, and are tried again.',
  labelNames: ['job'] as const,
  registers,
})

export const jobLeasesLost = new Counter({
  name: 'samvad_job_leases_lost_total',
  help: "Leases of an organization's work that ran out while it was done.",
  labelNames: ['job'] as const,
  registers,
})

export const pastDeadlines = new Counter({
  name: 'samvad_deadlines_passed_total',
  help: 'Requests, outgoing calls and background work that took longer than their deadline.',
  labelNames: ['of', 'name'] as const,
  registers,
})

export const workAbandoned = new Counter({
  name: 'samvad_work_abandoned_total',
  help: 'Requests, outgoing calls and background work that did not end when they were aborted: what they held was freed.',
  labelNames: ['of', 'name'] as const,
  registers,
})

export const jobLastSuccess = new Gauge({
  name: 'samvad_job_last_success_timestamp_seconds',
  help: 'When the job last ended without a failure, since the start.',
  labelNames: ['job'] as const,
  aggregator: 'max',
  registers,
})

export const connectionsTurnedAway = new Counter({
  name: 'samvad_http_connections_closed_total',
  help: 'Connections that were refused (crowded, address) or broken off (stalled, unread).',
  labelNames: ['reason'] as const,
  registers,
})

export const droppedLogLines = new Counter({
  name: 'samvad_log_lines_dropped_total',
  help: 'Lines of the log that were dropped, because nobody read those before them.',
  registers,
})

export const exportedSpans = new Counter({
  name: 'samvad_spans_exported_total',
  help: 'Spans of traces that the collector took.',
  registers,
})

export const droppedSpans = new Counter({
  name: 'samvad_spans_dropped_total',
  help: 'Spans of traces that never reached the collector, by why.',
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
