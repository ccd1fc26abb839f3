// The trace of a message, which survives the queue without being stored: its id is the message's own (a UUIDv7 has the
// 56 random bits that sampling requires), and so is the id of its root span.

import type { Uuid } from '#kit/ids.ts'
import type { SpanContext } from '#kit/tracing/span.ts'

const ROOT_DIGITS = 16

/** The span of the message's creation, in the trace with the message's id. */
export function traceOfMessage(messageId: Uuid): SpanContext {
  const traceId = messageId.replaceAll('-', '')
  return { traceId, spanId: traceId.slice(-ROOT_DIGITS) }
}
