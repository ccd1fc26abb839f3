// Uncaught errors. A bug in one request must not end the process that serves all others, and PostgreSQL with it: the
// error is logged and counted, and its request, if known, gets a 500.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '#kit/app.ts'
import { uncaughtErrors } from '#kit/metrics.ts'
import { problem, Refusal, refusal } from '#kit/refusals.ts'
import { secureHeaders } from './headers.ts'

const current = new AsyncLocalStorage<ServerResponse>()

/** Node's request, with its id for the log. */
interface Named extends IncomingMessage {
  requestId?: string
}

export function nameRequest(request: Named, id: string): string {
  request.requestId = id
  return id
}

/** Runs `work`, and everything it starts, in the context of `response`. */
export function within<Arguments extends unknown[]>(
  response: ServerResponse,
  work: (...given: Arguments) => void,
  ...given: Arguments
): void {
  current.run(response, work, ...given)
}

/** Takes effect now; the returned function undoes it. */
export function surviveUncaught(app: App): () => void {
  const survive = (error: unknown, origin: string) => {
    const response = current.getStore()
    failUncaught(app, error, origin, response && !response.writableEnded ? response : undefined)
  }
  process.on('uncaughtException', survive)
  return () => process.off('uncaughtException', survive)
}

export function failUncaught(app: App, error: unknown, origin: string, response: ServerResponse | undefined): void {
  uncaughtErrors.inc({ origin })
  const requestId = (response?.req as Named | undefined)?.requestId
  app.log.error({ err: error, origin, request_id: requestId }, 'uncaught error')
  const refused = refusal('internal_error', 'internal_error')
  if (response) answerAndEnd(app, response, refused, requestId)
}

/** Bypasses Fastify, which is done with this request; also closes the connection, whose state is unknown. */
export function answerAndEnd(
  { settings }: App,
  response: ServerResponse,
  refusal: Refusal,
  requestId: string | undefined,
): void {
  if (response.headersSent) return void response.destroy()
  const body = JSON.stringify(problem(refusal, `${settings.publicUrl}/docs`, requestId))
  response.writeHead(refusal.status, {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...secureHeaders(settings.publicUrl),
    ...(refusal.code === 'temporarily_unavailable' ? { 'retry-after': '1' } : {}),
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    connection: 'close',
  })
  response.end(body)
}
