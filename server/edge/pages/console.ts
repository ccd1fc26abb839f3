// Serves the console below /console/: the files that `console/` was built into, read once and cached. Other addresses
// belong to the console's client-side router; the API and the session below /console are routes of their own.

import { promisify } from 'node:util'
import { gzip as gzipBy } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kit/app.ts'
import { refusal } from '#kit/refusals.ts'
import { PAGE_HEADERS, policy } from '../headers.ts'
import { type BuiltFile, builtNow, LASTING, PAGE, readKept, WORKER } from './built-console.ts'

const gzip = promisify(gzipBy)

const YEAR_SECONDS = 365 * 24 * 3600
const isText = (type: string) => /^(text\/|image\/svg|application\/manifest)/.test(type)

/** No external resources, only our own scripts and styles, no frames. */
const CONSOLE_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': policy({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    // Videos and sounds of messages, from their download links.
    'media-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    // Attachments from contacts, shown in a frame with its own policy.
    'frame-src': "'self' blob:",
    'form-action': "'self'",
  }),
}

/** The service worker may only run its own script and connect to us. */
const WORKER_HEADERS = { 'content-security-policy': policy({ 'connect-src': "'self'" }) }

export function serveConsole(server: FastifyInstance, { settings }: App): void {
  const files = builtNow()

  async function answer(name: string, request: FastifyRequest, reply: FastifyReply) {
    const isLasting = LASTING.test(name)
    const file: BuiltFile | null | undefined =
      files.get(name) ?? (isLasting ? await readKept(settings.dataDirectory, name) : undefined)
    if (!file) throw noSuchPage()
    if (name === PAGE) reply.headers(CONSOLE_PAGE_HEADERS)
    if (name === WORKER) reply.headers(WORKER_HEADERS)
    const kept = isLasting ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
    reply.header('cache-control', kept).header('etag', file.etag).header('vary', 'accept-encoding').type(file.type)
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    if (!isText(file.type) || !/\bgzip\b/.test(String(request.headers['accept-encoding'])))
      return reply.send(file.bytes)
    file.gzipped ??= gzip(file.bytes)
    return reply.header('content-encoding', 'gzip').send(await file.gzipped)
  }

  server.get('/', { exposeHeadRoute: true }, async (_request, reply) => reply.redirect('/console/', 302))
  server.get('/console', { exposeHeadRoute: true }, async (_request, reply) => reply.redirect('/console/', 308))
  server.get<{ Params: { '*': string } }>('/console/*', { exposeHeadRoute: true }, async (request, reply) => {
    const path = request.params['*']
    // These paths have their own routes; no others exist below them.
    if (/^(api|session|sessions|password_reset)(\/|$)/.test(path)) throw noSuchPage()
    return answer(files.has(path) || LASTING.test(path) ? path : PAGE, request, reply)
  })
}

const noSuchPage = () => refusal('not_found', 'path_not_found')
