// The HTTP server: every route that the domains declare, with the same guarantees around each.
// In order: request id, content encoding, token, permission, rate, shape, idempotency, transaction, answer.

import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Actor, App } from '#kit/app.ts'
import { requestSeconds } from '#kit/metrics.ts'
import { absent, Refusal } from '#kit/refusals.ts'
import { readId } from '#kit/wire.ts'
import { answerRefusal, asRefusal } from './answering.ts'
import { type Authenticate, createAuthenticate } from './authentication.ts'
import { acceptBodies, isTextForm, parseForm } from './bodies.ts'
import { addCommonHeaders, answerPreflights, PAGE_HEADERS } from './headers.ts'
import { createGrouped, type RunGrouped } from './grouped.ts'
import { idempotencyOf, once } from './idempotency.ts'
import { contractRoute } from './openapi.ts'
import { servePages } from './pages/pages.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { requestIdMaker } from './request-id.ts'
import { logRequests } from './request-log.ts'
import type { Input, Reply, Route } from './route.ts'
import { type Check, coerceText, compileCheck } from './validation.ts'

export const BODY_BYTES_MAX = 1024 * 1024
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const PARAMETER_LENGTH_MAX = 200
const DEFAULT_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

export interface ServerOptions {
  /** Whether any sandbox is on: said in a header of every answer. Known at once, except where it must be looked up. */
  isSandboxOn: () => boolean | Promise<boolean>
}

export function createServer(app: App, routes: Route[], options: ServerOptions): FastifyInstance {
  const requestIds = requestIdMaker()
  const server = fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS * 2,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: app.settings.trustProxy,
    routerOptions: {
      maxParamLength: PARAMETER_LENGTH_MAX,
      querystringParser: (text: string) => parseQuery(text),
    },
    exposeHeadRoutes: false,
    // A path that cannot be read at all is refused before any hook runs.
    frameworkErrors: (async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      await begin(request, reply)
      answerRefusal(app, request, reply, asRefusal(app, request, error))
    }) as never,
  }) as unknown as FastifyInstance
  const begin = (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    reply.header('x-request-id', request.id)
    addCommonHeaders(request, reply)
    const say = (isOn: boolean) => void (isOn && reply.header('samvad-sandbox', 'true'))
    const isOn = options.isSandboxOn()
    return typeof isOn === 'boolean' ? say(isOn) : isOn.then(say)
  }
  // First of all hooks, so that whatever refuses later carries these headers too.
  server.addHook('onRequest', (request, reply, done) => {
    const begun = begin(request, reply)
    if (begun === undefined) return done()
    void begun.then(() => done(), done)
  })
  logRequests(server, app)
  acceptBodies(server)
  // Shapes are checked by our own step, so that text forms are coerced and faults are told the same way everywhere.
  server.setValidatorCompiler(() => () => true)

  server.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    requestSeconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  server.setErrorHandler((error, request, reply) => answerRefusal(app, request, reply, asRefusal(app, request, error)))
  server.setNotFoundHandler((request, reply) =>
    answerRefusal(
      app,
      request,
      reply,
      new Refusal('not_found', `There is no ${request.method} ${request.url.split('?')[0]}; see /docs.`),
    ),
  )

  const authenticate = createAuthenticate(app)
  const rateLimit = createRateLimit(app.settings.requestsPerMinuteMax)
  const mounted = [...routes, contractRoute(routes)]
  for (const route of mounted) mount(server, app, route, authenticate, rateLimit)
  refuseOtherMethods(server, mounted)
  answerPreflights(server)
  servePages(server, app)
  return server
}

function mount(
  server: FastifyInstance,
  app: App,
  route: Route,
  authenticate: Authenticate,
  rateLimit: RateLimit,
): void {
  const checkQuery = route.query ? compileCheck(route.query) : null
  const checkBody = route.body ? compileCheck(route.body) : null
  const run = runner(app, route)

  // Before the body is read: a stranger's body is never buffered.
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    if (route.kind === 'public') return
    const actor = await authenticate(request.headers.authorization, request.ip)
    const { policy, state } = rateLimit.take(actor.tokenId, performance.now() / 1000)
    reply.header('ratelimit-policy', policy).header('ratelimit', state)
    if (route.permission !== null && !actor.permissions.has(route.permission)) {
      throw new Refusal(
        'permission_denied',
        `This needs the permission ${route.permission}, which the token or its user's role lacks.`,
      )
    }
    request.actor = actor
  }

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (route.kind === 'public') {
      const input = readInput(route, request, checkQuery, checkBody)
      const { ip: address, headers, rawBody = Buffer.alloc(0) } = request
      const parameters = request.params as Record<string, string>
      return send(reply, await route.handle({ ...input, address, headers, rawBody, parameters }))
    }
    return send(reply, await run(request, request.actor as Actor, checkQuery, checkBody))
  }

  for (const [index, url] of [route.path, ...(route.aliases ?? [])].entries()) {
    server.route({
      method: route.method,
      url,
      bodyLimit: route.bodyBytesMax ?? BODY_BYTES_MAX,
      config: { declared: route, isAlias: index > 0 },
      schema: { response: responseSchemas(route) },
      onRequest: admit,
      handler,
    })
  }
}

/** Only JSON successes have a serializer; it also keeps a field that a schema forgot from leaking out. */
function responseSchemas(route: Route): Record<string, unknown> {
  return route.produces
    ? {}
    : Object.fromEntries(Object.entries(route.responses).filter(([, schema]) => schema !== null))
}

type Run = (request: FastifyRequest, actor: Actor, checkQuery: Check | null, checkBody: Check | null) => Promise<Reply>

function runner(app: App, route: Route): Run {
  const { database } = app
  const idempotencySecret = app.sealer.keyFor('idempotency')
  const runGrouped = route.kind === 'grouped' ? createGrouped(app, route.handleAll) : null
  return async (request, actor, checkQuery, checkBody) => {
    if (route.kind === 'public') throw new Error('a public route has no actor')
    // Before the check turns the body into what the program works with: the fingerprint is of what was sent.
    const idempotency = idempotencyOf(
      idempotencySecret,
      request.headers['idempotency-key'],
      route.method,
      request.url,
      request.body,
    )
    const input = readInput(route, request, checkQuery, checkBody)
    switch (route.kind) {
      case 'read':
        return route.handle(database.reads, actor, input)
      case 'direct':
        return route.handle(idempotency, actor, input)
      case 'grouped':
        return (runGrouped as RunGrouped)(actor, input, idempotency)
      case 'write':
        return database.transaction((tx) =>
          idempotency
            ? once(tx, actor, idempotency, () => route.handle(tx, actor, input))
            : route.handle(tx, actor, input),
        )
    }
  }
}

function readInput(
  route: Route,
  request: FastifyRequest,
  checkQuery: Check | null,
  checkBody: Check | null,
): Input<never, never> {
  const ids: Record<string, string> = {}
  for (const [name, { prefix, noun }] of Object.entries(route.ids ?? {})) {
    const reading = readId(prefix, (request.params as Record<string, string>)[name] ?? '')
    if ('message' in reading) throw absent(noun)
    ids[name] = reading.value
  }
  return {
    ids,
    query: readQuery(route, request, checkQuery) as never,
    body: readBody(route, request, checkBody) as never,
    accept: request.headers.accept ?? '',
  }
}

function readQuery(route: Route, request: FastifyRequest, check: Check | null): unknown {
  const given = request.query as Record<string, unknown>
  if (!check || !route.query) {
    const stray = Object.keys(given)[0]
    if (stray === undefined || route.kind === 'public') return given
    throw new Refusal('invalid_query', `${stray}: this route takes no query parameters`, [
      { field: stray, message: 'is not a parameter of this route' },
    ])
  }
  const query = coerceText(route.query, given) as Record<string, unknown>
  const errors = check(query)
  if (errors.length > 0)
    throw new Refusal('invalid_query', errors.map(({ field, message }) => `${field} ${message}`).join('; '), errors)
  return query
}

function readBody(route: Route, request: FastifyRequest, check: Check | null): unknown {
  if (!check || !route.body) {
    const stray =
      route.kind === 'public' ? undefined : Object.keys((request.body as object | null | undefined) ?? {})[0]
    if (stray === undefined) return request.body
    throw new Refusal('invalid_content', `${stray}: this route takes no body`, [
      { field: stray, message: 'is not a field of this route' },
    ])
  }
  const given = request.body ?? {}
  if (typeof given !== 'object' || Array.isArray(given))
    throw new Refusal('invalid_content', 'The body must be an object with named fields.')
  const body = (isTextForm(request) ? coerceText(route.body, given) : given) as Record<string, unknown>
  const errors = check(body)
  if (errors.length > 0)
    throw new Refusal('invalid_content', errors.map(({ field, message }) => `${field} ${message}`).join('; '), errors)
  return body
}

function send(reply: FastifyReply, answer: Reply): FastifyReply {
  reply.code(answer.status)
  if (answer.location) reply.header('location', answer.location)
  if (answer.raw?.contentType.startsWith('text/html')) reply.headers(PAGE_HEADERS)
  if (answer.headers) reply.headers(answer.headers)
  if (answer.raw) {
    reply.type(answer.raw.contentType)
    if (answer.raw.filename) reply.header('content-disposition', `attachment; filename="${answer.raw.filename}"`)
    return reply.send(answer.raw.content)
  }
  return reply.send(answer.body)
}

/** 405 with Allow, for the paths that exist under another method. */
function refuseOtherMethods(server: FastifyInstance, routes: Route[]): void {
  const methodsByPath = new Map<string, Set<string>>()
  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(route.method))
    }
  }
  for (const [url, methods] of methodsByPath) {
    const allow = [...methods].join(', ')
    server.route({
      method: DEFAULT_METHODS.filter((method) => !methods.has(method)),
      url,
      handler: async (request, reply) => {
        reply.header('allow', allow)
        throw new Refusal('method_not_allowed', `${request.method} is not possible here; this path takes ${allow}.`)
      },
    })
  }
}

function parseQuery(text: string): Record<string, unknown> {
  return text === '' ? {} : parseForm(text)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route but the public ones. */
    actor?: Actor
  }
  interface FastifyContextConfig {
    /** What the domain declared; the OpenAPI document is made from it. */
    declared?: Route
    isAlias?: boolean
  }
}
