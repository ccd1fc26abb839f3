// The tracing interface of the program. Loaded only when a collector is configured; otherwise `app.tracing` is unset
// and tracing costs nothing.

import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Settings } from '#kit/settings.ts'
import { VERSION } from '#kit/version.ts'
import { SpanExporter } from './exporter.ts'
import { createSampler, type Sampler } from './sampling.ts'
import type { RequestSpan, Span, SpanContext } from './span.ts'
import { parseTraceparent } from './traceparent.ts'

export interface TracingOptions {
  settings: NonNullable<Settings['tracing']>
  /** The role of the process: `api`, `worker`. */
  role: string
  log: Logger
  clock: () => Date
}

export class Tracing {
  readonly #sampler: Sampler
  readonly #exporter: SpanExporter

  constructor({ settings, role, log, clock }: TracingOptions) {
    this.#sampler = createSampler(settings.sampler, settings.share)
    this.#exporter = new SpanExporter({
      url: settings.url,
      headers: settings.headers,
      resource: {
        attributes: {
          'service.name': settings.serviceName,
          'service.version': VERSION,
          'service.instance.id': randomBytes(16).toString('hex'),
          'process.pid': process.pid,
          'samvad.role': role,
        },
        scope: { name: 'samvad', version: VERSION },
      },
      log,
      clock,
    })
  }

  newSpanId(): string {
    return randomBytes(8).toString('hex')
  }

  /** The root span of a new trace. */
  newRoot(): SpanContext {
    return { traceId: randomBytes(16).toString('hex'), spanId: this.newSpanId() }
  }

  /** True when a trace that starts here is kept. */
  samples(traceId: string): boolean {
    return this.#sampler.samples(traceId)
  }

  /** Starts the span of a request with this `traceparent` header. */
  beginRequest(traceparent: string | string[] | undefined): RequestSpan {
    const spanId = this.newSpanId()
    const parent = parseTraceparent(traceparent)
    if (parent === null) return { spanId, traceId: null, isSampled: false, parentSpanId: null }
    const isSampled = this.#sampler.continues(parent)
    return { spanId, traceId: parent.traceId, isSampled, parentSpanId: parent.spanId }
  }

  /** Uses the given `traceId`, or a new one, unless the trace is determined already. */
  settle(request: RequestSpan, traceId: string = randomBytes(16).toString('hex')): SpanContext {
    if (request.traceId === null) {
      request.traceId = traceId
      request.isSampled = this.samples(traceId)
    }
    return { traceId: request.traceId, spanId: request.spanId }
  }

  /** Callers record sampled spans only. */
  record(span: Span): void {
    this.#exporter.take(span)
  }

  /** Takes at most STOP_LIMIT_MS. */
  stop(): Promise<void> {
    return this.#exporter.stop()
  }
}
