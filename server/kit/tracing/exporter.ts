// Exports spans to a collector in the background: nobody waits for it, and spans that it cannot accept are dropped and
// counted. Source of the retry rules: opentelemetry.io/docs/specs/otlp, OTLP/HTTP response.

import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { droppedSpans, exportedSpans } from '#kit/metrics.ts'
import { type Answer, type Collector, openCollector } from './collector.ts'
import { encodeSpans, type Resource } from './otlp.ts'
import type { Span } from './span.ts'

/** Maximum number of waiting spans, some ten megabytes; further ones are dropped. */
export const QUEUE_SPANS_MAX = 10_000
/** Spans per request to the collector: encoding them blocks the event loop for a millisecond. */
const BATCH_SPANS_MAX = 500
/** Maximum time that a span waits to be batched. */
const EVERY_MS = 1000
/** Attempts per batch, and the delays between them unless the collector sets one. */
const TRIES_MAX = 4
const PAUSES_MS = [1000, 2000, 4000]
const PAUSE_MAX_MS = 30_000
/** Maximum time that the end of a process waits for the remaining spans. */
const STOP_LIMIT_MS = 1000
/** Maximum difference between the system clock and ours before ours follows. */
const CLOCK_SLACK_MS = 20
const AGAIN = [429, 502, 503, 504]

export interface ExporterOptions {
  /** `…/v1/traces` */
  url: string
  headers: Readonly<Record<string, string>>
  resource: Resource
  log: Logger
  clock: () => Date
  /** How long spans wait to be batched, how long an end waits for the rest, and the pauses between attempts. */
  everyMs?: number
  stopLimitMs?: number
  pausesMs?: readonly number[]
}

export class SpanExporter {
  readonly #options: ExporterOptions
  readonly #collector: Collector
  readonly #ending = new AbortController()
  #queue: Span[] = []
  #timer: NodeJS.Timeout | undefined
  #exporting: Promise<void> | null = null
  #epochMs = Number.NaN
  #isFailing = false

  constructor(options: ExporterOptions) {
    this.#options = options
    this.#collector = openCollector(options.url, options.headers)
  }

  take(span: Span): void {
    if (this.#queue.length >= QUEUE_SPANS_MAX || this.#ending.signal.aborted) {
      droppedSpans.inc({ reason: 'queue_full' })
      return
    }
    this.#queue.push(span)
    if (this.#exporting) return
    if (this.#queue.length >= BATCH_SPANS_MAX) this.#begin()
    else this.#waitForMore()
  }

  /** Sends the rest once, within STOP_LIMIT_MS, and drops what fails. */
  async stop(): Promise<void> {
    this.#ending.abort()
    // Otherwise the timer would start a second export in parallel.
    clearTimeout(this.#timer)
    const limit = new AbortController()
    const rest = (this.#exporting ?? Promise.resolve()).then(() =>
      this.#queue.length > 0 ? this.#exportSome() : undefined,
    )
    await Promise.race([
      rest,
      pause(this.#options.stopLimitMs ?? STOP_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => {}),
    ])
    limit.abort()
    droppedSpans.inc({ reason: 'ended' }, this.#queue.length)
    this.#queue = []
    // Aborts the request in flight.
    this.#collector.close()
    await rest
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#exporting ??= this.#exportSome().finally(() => {
      this.#exporting = null
      this.#waitForMore()
    })
  }

  #waitForMore(): void {
    if (this.#queue.length > 0 && !this.#ending.signal.aborted)
      this.#timer ??= setTimeout(() => this.#begin(), this.#options.everyMs ?? EVERY_MS).unref()
  }

  /** Exports while there are many spans; at the end, all. Never rejects. */
  async #exportSome(): Promise<void> {
    // One request at a time: a slow collector gets no more of them.
    do await this.#export(this.#queue.splice(0, BATCH_SPANS_MAX))
    while (this.#queue.length >= BATCH_SPANS_MAX || (this.#ending.signal.aborted && this.#queue.length > 0))
  }

  async #export(spans: readonly Span[]): Promise<void> {
    const body = encodeSpans(this.#options.resource, spans, this.#epoch())
    for (let tries = 1; ; tries++) {
      const answer = await this.#collector.post(body)
      if (answer.status >= 200 && answer.status < 300) return this.#succeeded(spans.length, answer)
      this.#failed(answer)
      const mayComeAgain = answer.status === 0 || AGAIN.includes(answer.status)
      if (!mayComeAgain) return droppedSpans.inc({ reason: 'refused' }, spans.length)
      const isLast = tries >= TRIES_MAX || this.#ending.signal.aborted
      if (isLast) return droppedSpans.inc({ reason: 'unreachable' }, spans.length)
      const { pausesMs = PAUSES_MS } = this.#options
      const pauseMs = Math.min(answer.retryAfterMs ?? (pausesMs[tries - 1] as number), PAUSE_MAX_MS)
      await pause(pauseMs, undefined, { ref: false, signal: this.#ending.signal }).catch(() => {})
    }
  }

  #succeeded(count: number, { rejected }: Answer): void {
    const refused = Math.min(rejected, count)
    exportedSpans.inc(count - refused)
    if (refused > 0) droppedSpans.inc({ reason: 'refused' }, refused)
    if (this.#isFailing) this.#options.log.info('trace export recovered')
    this.#isFailing = false
  }

  #failed({ status, fault }: Answer): void {
    if (this.#isFailing || this.#ending.signal.aborted) return
    this.#isFailing = true
    // Not logged as an error, because connection errors are counted as the database's.
    this.#options.log.warn({ reason: fault, status: status || undefined }, 'trace export failed')
  }

  /** Spans use a monotonic clock; when the system clock was set, ours follows between two batches. */
  #epoch(): number {
    const now = this.#options.clock().getTime() - performance.now()
    if (!(Math.abs(now - this.#epochMs) <= CLOCK_SLACK_MS)) this.#epochMs = now
    return this.#epochMs
  }
}
