// A span is a record made when its operation ends. Nothing tracks requests automatically (no AsyncLocalStorage): code
// that knows the result records it.

export interface SpanContext {
  /** 32 hex digits. */
  traceId: string
  /** 16 hex digits. */
  spanId: string
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** No personal data and no secrets: ids, counts and values of closed lists. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>

export interface Span extends SpanContext {
  /** Null for the root span of a trace. */
  parentSpanId: string | null
  name: string
  kind: SpanKind
  /** By performance.now(). */
  begunAtMs: number
  endedAtMs: number
  attributes: Attributes
  links?: readonly SpanContext[]
  /** A short code for the failure; null or missing on success. */
  error?: string | null
}

/** A request in progress. Its trace is the caller's, or can still become that of the message that it sends. */
export interface RequestSpan {
  spanId: string
  /** Null until it is determined. */
  traceId: string | null
  isSampled: boolean
  parentSpanId: string | null
}
