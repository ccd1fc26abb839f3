// Response headers common to all routes: what a browser may do with a page, and which pages may call the API.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kit/app.ts'

// --- Pages --------------------------------------------------------------------------------------------------------

/** For every HTML page; a page that needs more has its own policy. No script, no external resources, no frames. */
export const PAGE_HEADERS = {
  'content-security-policy': policy({
    'style-src': "'unsafe-inline'",
    'img-src': "'self' data:",
    'form-action': "'self'",
  }),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Everything is forbidden except the named sources. */
export function policy(allowed: Record<string, string>): string {
  const rules: Record<string, string> = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...allowed,
  }
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

// --- Calls from other origins --------------------------------------------------------------------------------------

// Any web page may call the API: requests are authorized by the token that the page holds, never by a cookie that the
// browser adds (spec 3.23). Credentials are not allowed, so this remains true. Reasons:
// docs/decisions/contract-and-pages.md.

const API_PATH = /^\/(?:v1|external|api)\//
const ALLOWED_METHODS = 'GET, POST, PUT, DELETE'
const ALLOWED_HEADERS = 'authorization, content-type, accept, idempotency-key, last-event-id, x-request-id'
const EXPOSED_HEADERS =
  'location, x-request-id, ratelimit, ratelimit-policy, retry-after, idempotency-replayed, samvad-sandbox, samvad-test-money, samvad-fenced, www-authenticate, allow, content-disposition, deprecation, sunset'
/** The longest time that any browser caches a preflight. */
const PREFLIGHT_KEPT_SECONDS = 7200

/** One year, the minimum for browsers' preload lists. Other names of the domain do not belong to this program. */
const TRANSPORT_SECURITY = 'max-age=31536000'
/** Browser features that no page here uses. */
const DENIED_FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb'
const FEATURES = DENIED_FEATURES.split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Headers of every response of an installation with an https address, static files and errors included. spec 3.28. */
export const secureHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https:') ? OF_HTTPS : OF_HTTP

const OF_HTTPS = { 'strict-transport-security': TRANSPORT_SECURITY, 'permissions-policy': FEATURES }
const OF_HTTP = {}

/** Headers of every response. */
export function addCommonHeaders({ settings }: App, request: FastifyRequest, reply: FastifyReply): void {
  // Responses belong to the token's bearer: they must not be cached, nor interpreted as a page or script.
  reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  reply.headers(secureHeaders(settings.publicUrl))
  if (request.headers.origin !== undefined && API_PATH.test(request.url)) {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED_HEADERS)
  }
}

export function answerPreflights(server: FastifyInstance): void {
  for (const url of ['/v1/*', '/external/*', '/api/*']) {
    server.options(url, async (_request, reply) =>
      reply
        .header('access-control-allow-methods', ALLOWED_METHODS)
        .header('access-control-allow-headers', ALLOWED_HEADERS)
        .header('access-control-max-age', PREFLIGHT_KEPT_SECONDS)
        .code(204)
        .send(),
    )
  }
}
