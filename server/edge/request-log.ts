// One log line per request, when it has been answered or its caller has disconnected. It contains the route's pattern
// instead of the path, so that no id, address or query value is logged.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kit/app.ts'
import { createRequestLines } from '#kit/log.ts'

/** nginx's status for a caller that disconnected; no response has it. */
const CALLER_GONE = 499

export function logRequests(server: FastifyInstance, { log }: App): void {
  if (!log.isLevelEnabled('info')) return
  const line = createRequestLines(log)
  const write = (request: FastifyRequest, status: number, ms: number): void => {
    if (request.isLogged) return
    request.isLogged = true
    line({
      request_id: request.id,
      organization_id: request.actor?.organizationId ?? null,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status,
      ms,
    })
  }
  server.decorateRequest('isLogged', false)
  server.decorateRequest('brokenOffAs', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    // Neither of the hooks below is called when the caller disconnects during the response.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) write(request, request.brokenOffAs ?? CALLER_GONE, reply.elapsedTime)
    })
    done()
  })
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    write(request, reply.statusCode, reply.elapsedTime)
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    isLogged: boolean
    /** The status that an error would have had after the response had started. */
    brokenOffAs: number | undefined
  }
}
