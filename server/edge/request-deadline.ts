// The deadline of every request (kit/deadlines.ts): until its response starts, its upload ends, and its response is
// sent. A request that passes it gets a 503 or is cut off, and frees its body's memory, whatever its handler does. An
// event stream never ends and is exempt by name.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kit/app.ts'
import { MINUTE_MS, type RequestName, startDeadline } from '#kit/deadlines.ts'
import { refusal } from '#kit/refusals.ts'
import { isMultipart } from './bodies.ts'
import { answerAndEnd } from './uncaught.ts'
import { UPLOAD_MS } from './uploads.ts'

/** Longer than any transaction, connection test or wait for a first request with the same key. */
export const ANSWER_MS = 2 * MINUTE_MS
/** A caller that reads nothing for 10 s is cut off before (connections.ts); this ends one that reads byte by byte. */
export const DOWNLOAD_MS = 60 * MINUTE_MS

/** Each of these streams ends with its token, or when its client reads nothing: spec 14.22, 14.23. */
export const ENDLESS_OPERATIONS: readonly string[] = ['streamEvents']

export function limitRequest(app: App, request: FastifyRequest, reply: FastifyReply): void {
  const declared = request.routeOptions.config?.declared
  let end = () => {}
  let isClosed = false
  const start = (name: RequestName, ms: number) => {
    end = startDeadline({ of: 'request', name }, ms, () => pass(app, request, reply, name))
  }
  const isUpload = declared?.kind === 'upload' || (declared?.streamsMultipart !== undefined && isMultipart(request))
  if (isUpload) start('upload', UPLOAD_MS + ANSWER_MS)
  else start('answer', ANSWER_MS)
  request.answerBegins = () => {
    end()
    if (!isClosed && !ENDLESS_OPERATIONS.includes(declared?.operationId ?? '')) start('download', DOWNLOAD_MS)
  }
  reply.raw.once('close', () => {
    isClosed = true
    // The caller may have disconnected while the request is still being processed.
    const { bodyInHand } = request
    if (bodyInHand?.isHeld) bodyInHand.whenFree(() => end())
    else end()
  })
}

function pass(app: App, request: FastifyRequest, reply: FastifyReply, phase: RequestName): void {
  const { id, method } = request
  app.log.error({ request_id: id, method, route: request.routeOptions.url ?? null, phase }, 'request timed out')
  request.bodyInHand?.release()
  if (reply.raw.destroyed) return
  // This is the response, whatever the handler does later.
  reply.hijack()
  const refused = refusal('temporarily_unavailable', 'took_too_long')
  answerAndEnd(app, reply.raw, refused, id)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Called when the response is ready to be sent. */
    answerBegins?: () => void
  }
}
