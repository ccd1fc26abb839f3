// Converts any error to a response: one of the closed list of codes, as an RFC 9457 problem.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kit/app.ts'
import { problem, Refusal, refusal, SlowDown } from '#kit/refusals.ts'
import { anyMediaType, closeRatherThanDrain, mediaTypes, tooLarge } from './bodies.ts'
import { preferredLanguage } from './language.ts'
import { languageHeaders } from './page.ts'
import { PLAIN_PAGE_HEADERS } from './pages/layout.ts'
import { refusalPage, sitePage, wantsPage } from './pages/refusal-page.ts'

export function answerRefusal(app: App, request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', challengeTo(request))
  closeRatherThanDrain(request, reply)
  if (refusal.code === 'temporarily_unavailable') reply.header('retry-after', '1')
  if (refusal instanceof SlowDown) reply.header('retry-after', String(refusal.retryAfterSeconds))
  reply.code(refusal.status).serializer(String)
  if (wantsPage(request, refusal)) {
    const language = preferredLanguage(request.headers['accept-language'])
    reply.headers({ ...PLAIN_PAGE_HEADERS, ...languageHeaders(language) }).type('text/html; charset=utf-8')
    const { site } = request
    return reply.send(site ? sitePage(refusal, site.host, language) : refusalPage(refusal, request.id, language))
  }
  const body = JSON.stringify(problem(refusal, `${app.settings.publicUrl}/docs`, request.id))
  return reply.type('application/problem+json').send(body)
}

/** RFC 6750 §3.1: an error code is included only if a token was sent. */
function challengeTo({ headers: { authorization } }: FastifyRequest): string {
  return `Bearer realm="samvad"${/^Bearer /i.test(authorization ?? '') ? ', error="invalid_token"' : ''}`
}

/** Converts refusals by Fastify and Node to codes of the closed list; any other error is a bug and is logged. */
export function asRefusal(app: App, request: FastifyRequest, error: unknown): Refusal {
  if (error instanceof Refusal) {
    // The cause of a database outage is for the operator, not for the caller.
    if (error.cause !== undefined)
      app.log.warn({ err: error.cause, request_id: request.id }, 'request refused: temporarily unavailable')
    return error
  }
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  if (statusCode === 413) return tooLarge(request.routeOptions.bodyLimit as number)
  if (statusCode === 415) {
    return refusal('unsupported_media_type', 'content_type_not_supported', {
      types: anyMediaType.map((one) => mediaTypes[one]),
    })
  }
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH' || /url component/.test(message ?? ''))
    return refusal('malformed_request', 'url_not_readable')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return refusal('malformed_body', 'body_not_readable', { problem: message ?? 'unknown' })
  // PostgreSQL's errors for text that it cannot store, where the schema did not check for it.
  if (code === '22021' || code === '22P05') return refusal('invalid_content', 'body_has_nul')
  if (code !== undefined && /^(FST_|ERR_STREAM_PREMATURE_CLOSE)/.test(code))
    return refusal('malformed_body', 'body_not_readable', { problem: message ?? 'unknown' })
  // The caller disconnected during its request or our response: not a bug, and nobody to respond to.
  if (request.raw.destroyed && !request.raw.complete) {
    app.log.debug({ err: error, request_id: request.id }, 'client disconnected')
    return refusal('malformed_body', 'request_incomplete')
  }
  app.log.error(
    { err: error, request_id: request.id, method: request.method, route: request.routeOptions.url },
    'request failed',
  )
  return refusal('internal_error', 'internal_error')
}
