// Responses to HEAD: the handler of GET runs, and the response has the length of the body instead of the body.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An `onSend` hook for routes that answer GET and HEAD. */
export function withoutBodyToHead(
  { method }: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  done: (error: null, body: unknown) => void,
): void {
  if (method !== 'HEAD') return done(null, body)
  // Read to its end, so that its source can close.
  if (body instanceof Readable) body.on('error', (err) => reply.log.error({ err }, 'body of HEAD failed')).resume()
  else reply.header('content-length', Buffer.byteLength((body ?? '') as string | Buffer))
  done(null, null)
}
