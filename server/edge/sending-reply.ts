// Sends a route's result as an HTTP response: status, headers, and a body or a stream.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kit/app.ts'
import { asRefusal } from './answering.ts'
import { PAGE_HEADERS } from './headers.ts'
import type { Reply, Route } from './route.ts'
import { serializerOf } from './serializers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

export function sendReply(
  app: App,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Reply,
): FastifyReply {
  // The deadline has passed, and a response was sent.
  if (reply.sent) {
    if (answer.raw?.content instanceof Readable) answer.raw.content.destroy()
    return reply
  }
  reply.code(answer.status)
  if (answer.location) reply.header('location', answer.location)
  if (answer.raw?.contentType.startsWith('text/html')) reply.headers(PAGE_HEADERS)
  if (answer.headers) reply.headers(answer.headers)
  // A page that other sites may embed controls that through its policy only.
  if (answer.headers?.['x-frame-options'] === '') reply.removeHeader('x-frame-options')
  if (answer.raw) {
    reply.type(answer.raw.contentType)
    if (answer.raw.filename) reply.header('content-disposition', `attachment; filename="${answer.raw.filename}"`)
    const { content } = answer.raw
    // After the first byte an error can only be expressed by aborting; the log has the cause.
    if (content instanceof Readable)
      content.once('error', (error) => {
        request.brokenOffAs = asRefusal(app, request, error).status
      })
    return reply.send(content)
  }
  // Only JSON successes have a schema here. It also keeps undeclared fields from leaking.
  const schema = route.produces ? null : route.responses[answer.status]
  if (schema && typeof answer.body === 'object') {
    if (!reply.hasHeader('content-type')) reply.type(JSON_TYPE)
    reply.serializer(serializerOf(schema))
  }
  return reply.send(answer.body)
}
