// A span is a record made when its operation ends. Nothing tracks requests automatically (no AsyncLocalStorage): code
// that knows the result records it.

export interface SpanContext {
  /** 32 hex digits. */
  traceId: string
  /** 16 hex digits. */
  spanId: string
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** No personal data and no secret: ids, counts and words of closed lists. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>

export interface Span extends SpanContext {
  /** Null of the first one of its trace. */
  parentSpanId: string | null
  name: string
  kind: SpanKind
  /** By performance.now(). */
  begunAtMs: number
  endedAtMs: number
  attributes: Attributes
  links?: readonly SpanContext[]
  /** A word for why it failed; null or missing when it did not. */
  error?: string | null
}

/** A request under way. Its trace is the caller's, or may still be that of the message that it sends. */
export interface RequestSpan {
  spanId: string
  /** Null while nothing has decided it. */
  traceId: string | null
  isSampled: boolean
  parentSpanId: string | null
}
