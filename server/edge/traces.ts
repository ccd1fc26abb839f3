// Traces of requests: one span each, following the semantic conventions for HTTP servers, but without path, query,
// address and user agent, which contain ids, tokens and personal data. Liveness probes are left out.

import type { FastifyInstance } from 'fastify'
import type { RequestSpan } from '#kit/tracing/span.ts'
import type { Tracing } from '#kit/tracing/tracing.ts'
import { publicId } from '#kit/wire.ts'
import { PROBE_PATHS } from './status.ts'

const SERVER_FAULT = 500

export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.decorateRequest('span', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    if (PROBE_PATHS.includes(request.url)) return done()
    const begunAtMs = performance.now()
    const span = tracing.beginRequest(request.headers.traceparent)
    request.span = span
    // After the response, and also when the caller disconnects before it.
    reply.raw.once('close', () => {
      const context = tracing.settle(span)
      if (!span.isSampled) return
      const { method, routeOptions, actor, id, brokenOffAs } = request
      const status = reply.raw.writableFinished ? reply.statusCode : (brokenOffAs ?? null)
      tracing.record({
        ...context,
        parentSpanId: span.parentSpanId,
        name: routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`,
        kind: 'server',
        begunAtMs,
        endedAtMs: performance.now(),
        attributes: {
          'http.request.method': method,
          'http.route': routeOptions.url ?? null,
          'http.response.status_code': status,
          'url.scheme': 'http',
          'samvad.request.id': id,
          'samvad.organization.id': actor ? (publicId('org', actor.organizationId) as string) : null,
        },
        error: status === null ? 'caller_gone' : status >= SERVER_FAULT ? String(status) : null,
      })
    })
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while tracing is on. */
    span?: RequestSpan
  }
}
