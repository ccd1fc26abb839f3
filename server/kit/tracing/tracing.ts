// Tracing as the rest of the program knows it. Loaded only where a collector is set: elsewhere there is none
// (`app.tracing`), and nothing is made, kept or decided for it.

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
  /** What the process does: `api`, `worker`. */
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

  /** The first of a trace of its own. */
  newRoot(): SpanContext {
    return { traceId: randomBytes(16).toString('hex'), spanId: this.newSpanId() }
  }

  /** Whether a trace that begins here is kept. */
  samples(traceId: string): boolean {
    return this.#sampler.samples(traceId)
  }

  /** A request has come, with this header `traceparent`. */
  beginRequest(traceparent: string | string[] | undefined): RequestSpan {
    const spanId = this.newSpanId()
    const parent = parseTraceparent(traceparent)
    if (parent === null) return { spanId, traceId: null, isSampled: false, parentSpanId: null }
    const isSampled = this.#sampler.continues(parent)
    return { spanId, traceId: parent.traceId, isSampled, parentSpanId: parent.spanId }
  }

  /** Its trace is `traceId`, or one of its own, unless that is decided already. */
  settle(request: RequestSpan, traceId: string = randomBytes(16).toString('hex')): SpanContext {
    if (request.traceId === null) {
      request.traceId = traceId
      request.isSampled = this.samples(traceId)
    }
    return { traceId: request.traceId, spanId: request.spanId }
  }

  /** What is recorded was sampled: who records has asked. */
  record(span: Span): void {
    this.#exporter.take(span)
  }

  /** Within STOP_LIMIT_MS. */
  stop(): Promise<void> {
    return this.#exporter.stop()
  }
}
