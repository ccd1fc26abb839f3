// What traces tell of requests: one span each, by the semantic conventions for HTTP servers, but for the path, the
// query, the address and the program of the caller: ids, tokens and people stand in them. What only asks whether the
// process lives is left out.

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
    // Behind the answer, and also when the caller goes before it.
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
    /** Where traces are made. */
    span?: RequestSpan
  }
}
