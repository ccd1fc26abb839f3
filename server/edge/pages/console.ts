// The console's pages below /console/: what `console/` was built into, read once and kept. An address that is no file is
// one of the console's own, which its script knows; the API and the session below /console are routes of their own.

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip as gzipBy } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kit/refusals.ts'
import { PAGE_HEADERS, policy } from '../headers.ts'

const gzip = promisify(gzipBy)

const BUILT = fileURLToPath(new URL('../../../console/built', import.meta.url))
const PAGE = 'index.html'
/** Named after what is in them: they never change. */
const LASTING = /^assets\//
const YEAR_SECONDS = 365 * 24 * 3600

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}
const isText = (type: string) => /^(text\/|image\/svg|application\/manifest)/.test(type)

/** Nothing from elsewhere, no script or style but files of ours, in no frame. */
const CONSOLE_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': policy({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    // Files of contacts, which are looked at in a frame of their own policy.
    'frame-src': "'self' blob:",
    'form-action': "'self'",
  }),
}

interface BuiltFile {
  type: string
  bytes: Buffer
  etag: string
  /** Made when it is first wanted. */
  gzipped?: Promise<Buffer>
}

export function serveConsole(server: FastifyInstance): void {
  const files = readBuilt()
  const answer = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(name)
    if (!file) throw noSuchPage()
    const isPage = name === PAGE
    if (isPage) reply.headers(CONSOLE_PAGE_HEADERS)
    const kept = LASTING.test(name) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
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
    if (/^(api|session)(\/|$)/.test(path)) throw noSuchPage()
    const isFile = files.has(path) || LASTING.test(path)
    return answer(isFile ? path : PAGE, request, reply)
  })
}

const noSuchPage = () => new Refusal('not_found', 'There is nothing at this path.')

function readBuilt(): Map<string, BuiltFile> {
  const entries = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = readFileSync(path)
      const type = TYPES[extname(path)] ?? 'application/octet-stream'
      const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
      return [relative(BUILT, path).replaceAll(sep, '/'), { type, bytes, etag }]
    }),
  )
}
