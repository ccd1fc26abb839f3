// Traces of sending: each flush is a trace, and each message starts one that links to its flush. An untraced request
// with a single message becomes the root of that message's trace.

import { Refusal } from '#kit/refusals.ts'
import type { RequestSpan, SpanContext } from '#kit/tracing/span.ts'
import type { Tracing } from '#kit/tracing/tracing.ts'
import { publicId } from '#kit/wire.ts'
import { traceOfMessage } from '#messaging/messages/trace.ts'
import type { Planned, Submission } from './plan.ts'
import type { AcceptedMessage } from './rules.ts'

/** The accepted messages of one request. */
interface Sent {
  submission: Submission
  organizationId: string
  messages: AcceptedMessage[]
}

export class SendTraces {
  readonly #tracing: Tracing

  constructor(tracing: Tracing) {
    this.#tracing = tracing
  }

  /** Records a flush that started at `begunAtMs` and has committed. */
  committed(planned: readonly Planned[], begunAtMs: number): void {
    const endedAtMs = performance.now()
    const flush = this.#tracing.newRoot()
    const sent = planned.flatMap(sentOf)
    let traced = 0
    for (const one of sent) traced += this.#created(one, flush, begunAtMs, endedAtMs)
    if (traced === 0) return
    this.#tracing.record({
      ...flush,
      parentSpanId: null,
      name: 'flush',
      kind: 'internal',
      begunAtMs,
      endedAtMs,
      attributes: {
        'messaging.system': 'samvad',
        'messaging.batch.message_count': sent.reduce((sum, { messages }) => sum + messages.length, 0),
        'samvad.organizations': planned.length,
      },
    })
  }

  /** Returns how many of the messages are traced. */
  #created({ submission, organizationId, messages }: Sent, flush: SpanContext, begunAtMs: number, endedAtMs: number) {
    const { actor, drafts, askedAtMs = begunAtMs } = submission
    const request = actor.span
    // Before anything else settles the request's trace.
    const [only] = messages
    if (request && only && drafts.length === 1) this.#tracing.settle(request, traceOfMessage(only.id).traceId)
    const asked = request && this.#tracing.settle(request)
    let traced = 0
    for (const { id, channel, deliveries } of messages) {
      const trace = traceOfMessage(id)
      if (!this.#tracing.samples(trace.traceId)) continue
      traced++
      const isWithin = asked?.traceId === trace.traceId
      this.#tracing.record({
        ...trace,
        parentSpanId: isWithin ? asked.spanId : null,
        name: `create ${channel}`,
        kind: 'producer',
        begunAtMs: askedAtMs,
        endedAtMs,
        attributes: {
          'messaging.system': 'samvad',
          'messaging.operation.type': 'create',
          'messaging.operation.name': 'create',
          'messaging.destination.name': channel,
          'messaging.message.id': publicId('msg', id),
          'samvad.organization.id': publicId('org', organizationId),
          'samvad.deliveries': deliveries.length,
        },
        links: asked && !isWithin && (request as RequestSpan).isSampled ? [flush, asked] : [flush],
      })
    }
    return traced
  }
}

function sentOf({ organizationId, submissions, plan }: Planned): Sent[] {
  return submissions.flatMap((submission, index) => {
    const result = plan.results[index]
    if (result === undefined || result instanceof Refusal || 'kept' in result) return []
    const messages = result.outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome.message]))
    return messages.length === 0 ? [] : [{ submission, organizationId, messages }]
  })
}
