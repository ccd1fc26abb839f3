// The header with which a caller assigns a request to a trace. Source: www.w3.org/TR/trace-context. `tracestate` is
// ignored: it is external text without a use here.

export interface Parent {
  traceId: string
  spanId: string
  isSampled: boolean
}

const VERSION_0 = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
/** For later versions the same fields are valid, whatever follows them. */
const LATER = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/
const ALL_ZERO = /^0+$/
const SAMPLED = 1

/** Null when there is no valid header: the request then starts a trace. */
export function parseTraceparent(header: string | string[] | undefined): Parent | null {
  if (typeof header !== 'string') return null
  const [, traceId, spanId, flags] = (header.startsWith('00') ? VERSION_0 : LATER).exec(header) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 }
}
