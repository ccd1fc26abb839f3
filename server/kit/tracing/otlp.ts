// Encodes spans for OTLP/HTTP in JSON. Source: opentelemetry.io/docs/specs/otlp (JSON Protobuf Encoding) and
// opentelemetry-proto 1.x, trace/v1/trace.proto: ids in hex, enumerations as numbers, 64-bit numbers as text.

import type { Attributes, Span, SpanKind } from './span.ts'

/** SpanKind of trace.proto. */
const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }
/** Status.StatusCode of trace.proto. */
const STATUS_ERROR = 2

export interface Resource {
  attributes: Attributes
  scope: { name: string; version: string }
}

/** One body for `/v1/traces`. `epochMs`: the time at which performance.now() was 0. */
export function encodeSpans(resource: Resource, spans: readonly Span[], epochMs: number): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource.attributes) },
        scopeSpans: [{ scope: resource.scope, spans: spans.map((span) => encode(span, epochMs)) }],
      },
    ],
  })
}

function encode(span: Span, epochMs: number): object {
  const { traceId, spanId, parentSpanId, name, kind, begunAtMs, endedAtMs, attributes, links = [], error } = span
  return {
    traceId,
    spanId,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(epochMs + begunAtMs),
    endTimeUnixNano: nanoseconds(epochMs + Math.max(begunAtMs, endedAtMs)),
    attributes: encodeAttributes(error ? { ...attributes, 'error.type': error } : attributes),
    ...(links.length === 0 ? {} : { links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })) }),
    status: error ? { code: STATUS_ERROR } : {},
  }
}

/** A double represents milliseconds of these years to a quarter of a microsecond. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

function encodeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: encodeValue(value) }],
  )
}

function encodeValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
