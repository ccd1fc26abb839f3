// Traces of dispatch. Each round is a trace of its own. A claimed delivery is a span in its message's trace, from the
// claim to the recorded outcome, with the call of the provider as a child span. Claim and record link to their rounds.
// Traces contain neither addresses nor content.

import type { Attributes, SpanContext } from '#kit/tracing/span.ts'
import type { Tracing } from '#kit/tracing/tracing.ts'
import { publicId } from '#kit/wire.ts'
import { traceOfMessage } from '#messaging/messages/trace.ts'
import type { ClaimedRow } from './claim-queries.ts'
import type { RecordedRow } from './queries.ts'
import type { Outcome } from './rules.ts'

interface DeliveryTrace {
  /** The span of the message's creation. */
  message: SpanContext
  span: SpanContext
  /** The round that claimed it. */
  claimedIn: SpanContext
  claimedAtMs: number
  finishedAtMs: number
  attributes: Attributes
  channel: string
}

export class DispatchTraces {
  readonly #tracing: Tracing
  // Weak, so that the spans of abandoned deliveries are freed with their rows.
  readonly #claimed = new WeakMap<ClaimedRow, DeliveryTrace>()
  readonly #finished = new WeakMap<Outcome, DeliveryTrace>()

  constructor(tracing: Tracing) {
    this.#tracing = tracing
  }

  /** Records a round that started at `begunAtMs` and has committed. */
  round(outcomes: readonly Outcome[], result: { recorded: RecordedRow[]; claimed: ClaimedRow[] }, begunAtMs: number) {
    const { recorded, claimed } = result
    if (recorded.length + claimed.length === 0) return
    const endedAtMs = performance.now()
    const round = this.#tracing.newRoot()
    const begun = claimed.filter((row) => this.#begin(row, round, endedAtMs)).length
    const ended = this.#recorded(outcomes, recorded, begunAtMs, round)
    if (begun + ended === 0) return
    this.#tracing.record({
      ...round,
      parentSpanId: null,
      name: 'dispatch round',
      kind: 'internal',
      begunAtMs,
      endedAtMs,
      attributes: {
        'messaging.system': 'samvad',
        'messaging.operation.type': 'receive',
        'messaging.operation.name': 'claim',
        'messaging.batch.message_count': claimed.length,
        'samvad.recorded': recorded.length,
      },
    })
  }

  /** Outcomes with a refund: each organization's in its own transaction. */
  reversed(outcomes: readonly Outcome[], rows: readonly RecordedRow[], begunAtMs: number): void {
    this.#recorded(outcomes, rows, begunAtMs, null)
  }

  /** True when the delivery is traced. */
  #begin(row: ClaimedRow, claimedIn: SpanContext, claimedAtMs: number): boolean {
    if (!row.message_id) return false
    const message = traceOfMessage(row.message_id)
    if (!this.#tracing.samples(message.traceId)) return false
    this.#claimed.set(row, {
      message,
      span: { traceId: message.traceId, spanId: this.#tracing.newSpanId() },
      claimedIn,
      claimedAtMs,
      finishedAtMs: Number.NaN,
      channel: row.channel,
      attributes: {
        'messaging.system': 'samvad',
        'messaging.destination.name': row.channel,
        'messaging.message.id': publicId('msg', row.message_id),
        'samvad.organization.id': publicId('org', row.org_id),
        'samvad.delivery.id': publicId('dlv', row.id),
        'samvad.delivery.attempt': row.attempts,
      },
    })
    return true
  }

  /** Records the call of the provider, which responded or timed out; `outcome` is its label in the metrics. */
  handedOver(claimed: ClaimedRow, outcome: string, begunAtMs: number): void {
    const trace = this.#claimed.get(claimed)
    if (!trace) return
    this.#tracing.record({
      traceId: trace.span.traceId,
      spanId: this.#tracing.newSpanId(),
      parentSpanId: trace.span.spanId,
      name: `send ${trace.channel}`,
      kind: 'client',
      begunAtMs,
      endedAtMs: performance.now(),
      attributes: {
        ...trace.attributes,
        'messaging.operation.type': 'send',
        'messaging.operation.name': 'send',
        'samvad.outcome': outcome,
      },
      error: outcome === 'sent' ? null : outcome,
    })
  }

  /** The outcome to record is known. */
  finished(claimed: ClaimedRow, outcome: Outcome): Outcome {
    const trace = this.#claimed.get(claimed)
    if (trace) {
      trace.finishedAtMs = performance.now()
      this.#finished.set(outcome, trace)
    }
    return outcome
  }

  /** Returns how many of them are traced. */
  #recorded(
    outcomes: readonly Outcome[],
    rows: readonly RecordedRow[],
    begunAtMs: number,
    round: SpanContext | null,
  ): number {
    const endedAtMs = performance.now()
    const done = new Set(rows.map(({ id }) => id))
    let traced = 0
    for (const outcome of outcomes) {
      const trace = this.#finished.get(outcome)
      if (!trace || !done.has(outcome.id)) continue
      traced++
      this.#ended(trace, outcome, begunAtMs, endedAtMs, round)
    }
    return traced
  }

  #ended(
    trace: DeliveryTrace,
    outcome: Outcome,
    begunAtMs: number,
    endedAtMs: number,
    round: SpanContext | null,
  ): void {
    const { span, message, channel, claimedIn, claimedAtMs, finishedAtMs } = trace
    const attributes = { ...trace.attributes, 'samvad.delivery.status': outcome.status }
    this.#tracing.record({
      traceId: span.traceId,
      spanId: this.#tracing.newSpanId(),
      parentSpanId: span.spanId,
      name: 'record',
      kind: 'internal',
      begunAtMs: Math.max(begunAtMs, finishedAtMs),
      endedAtMs,
      attributes,
      ...(round ? { links: [round] } : {}),
    })
    this.#tracing.record({
      ...span,
      parentSpanId: message.spanId,
      name: `process ${channel}`,
      kind: 'consumer',
      begunAtMs: claimedAtMs,
      endedAtMs,
      attributes: { ...attributes, 'messaging.operation.type': 'process', 'messaging.operation.name': 'process' },
      links: [claimedIn],
      error: outcome.errorCode,
    })
  }
}
