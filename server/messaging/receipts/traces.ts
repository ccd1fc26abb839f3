// Traces of receipts: each one that changed a delivery is a span in its message's trace.

import type { Tracing } from '#kit/tracing/tracing.ts'
import { publicId } from '#kit/wire.ts'
import { traceOfMessage } from '#messaging/messages/trace.ts'
import type { TakenRow } from './queries.ts'

/** They were applied in a transaction that started at `begunAtMs` and has committed. */
export function traceReceipts(tracing: Tracing, moved: readonly TakenRow[], begunAtMs: number): void {
  const endedAtMs = performance.now()
  for (const { org_id, id, message_id, channel, status } of moved) {
    if (message_id === null) continue
    const message = traceOfMessage(message_id)
    if (!tracing.samples(message.traceId)) continue
    tracing.record({
      traceId: message.traceId,
      spanId: tracing.newSpanId(),
      parentSpanId: message.spanId,
      name: `settle ${channel}`,
      kind: 'consumer',
      begunAtMs,
      endedAtMs,
      attributes: {
        'messaging.system': 'samvad',
        'messaging.operation.type': 'settle',
        'messaging.operation.name': 'receipt',
        'messaging.destination.name': channel,
        'messaging.message.id': publicId('msg', message_id),
        'samvad.organization.id': publicId('org', org_id),
        'samvad.delivery.id': publicId('dlv', id),
        'samvad.delivery.status': status,
      },
    })
  }
}
