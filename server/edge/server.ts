// The HTTP server: every declared route with the same guarantees. In order: request id, content encoding, token,
// permission, rate, validation, idempotency, transaction, response.

import type { RequestListener } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Actor, App } from '#kit/app.ts'
import { requestSeconds } from '#kit/metrics.ts'
import { Refusal, refusal } from '#kit/refusals.ts'
import { answerRefusal, asRefusal } from './answering.ts'
import { type Authenticate, askedFresh, createAuthenticate, mustBeAdmitted } from './authentication.ts'
import { acceptBodies, admitBody, anyMediaType, BODY_BYTES_MAX, isMultipart, PUBLIC_BODY_BYTES_MAX } from './bodies.ts'
import { countArriving } from './bodies-in-hand.ts'
import { callerOf, trustOf } from './caller.ts'
import { createClientErrorHandler } from './client-errors.ts'
import { Form, parseQuery } from './form.ts'
import { createGrouped, type RunGrouped } from './grouped.ts'
import { withoutBodyToHead } from './head-requests.ts'
import { addCommonHeaders, answerPreflights } from './headers.ts'
import { createHttpServer } from './http-server.ts'
import { idempotencyOf, once, whenAnswered } from './idempotency.ts'
import { createReadInput, type ReadInput } from './input.ts'
import { type Marks, sayMarks } from './marks.ts'
import { watchMethods } from './methods.ts'
import { createNowhere } from './nowhere.ts'
import { servePages } from './pages/pages.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { limitRequest } from './request-deadline.ts'
import { requestIdMaker } from './request-id.ts'
import { requestFault } from './request-line.ts'
import { logRequests } from './request-log.ts'
import {
  type Callee,
  type Idempotency,
  type Input,
  isPermitted,
  permissionsOfRoute,
  type Reply,
  type Route,
} from './route.ts'
import { sendReply } from './sending-reply.ts'
import { createAddressee, type FindSite, refusalOnSite, type Site } from './sites.ts'
import { LIVENESS_PATH } from './status.ts'
import { traceRequests } from './traces.ts'
import { nameRequest } from './uncaught.ts'
import { createRunUpload, FORM_BYTES_MAX, leaveUnread, leaveUnreadIfStreamed } from './uploads.ts'

const PARAMETER_LENGTH_MAX = 200

type Done = (error?: Error) => void

export interface ServerOptions extends Marks {
  /** Additional path prefixes of all routes, each with its own authentication. */
  otherWays?: Readonly<Record<string, Authenticate>>
  /** Finds an organization's site for a host name other than the installation's. */
  findSite?: FindSite
  /** How long a request waits for the first one with its Idempotency-Key. */
  inFlightWaitMs?: number
  /** How often connections are checked for requests that take too long. */
  checkIntervalMs?: number
}

export function createServer(app: App, routes: Route[], options: ServerOptions): FastifyInstance {
  const requestIds = requestIdMaker()
  const server = fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (raw) => nameRequest(raw, requestIds(raw)),
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: trustOf(app.settings.trustProxy),
    routerOptions: {
      maxParamLength: PARAMETER_LENGTH_MAX,
      querystringParser: (text: string) => parseQuery(text) as unknown as Record<string, unknown>,
    },
    exposeHeadRoutes: false,
    clientErrorHandler: createClientErrorHandler(app, requestIds) as never,
    serverFactory: (handle) => createHttpServer(handle as RequestListener, app, requestIds, options.checkIntervalMs),
    // An undecodable path is refused before any hook runs.
    frameworkErrors: (async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      begin(request, reply)
      await request.marksSaid
      answerRefusal(app, request, reply, asRefusal(app, request, error))
    }) as never,
  }) as unknown as FastifyInstance
  for (const name of ['marksSaid', 'answerBegins', 'site']) server.decorateRequest(name, undefined)
  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id)
    addCommonHeaders(app, request, reply)
    // The liveness probe never waits for the database.
    if (request.url !== LIVENESS_PATH) request.marksSaid = sayMarks(reply, options)
  }
  const addresseeOf = createAddressee(app.settings, options.findSite)
  const methods = watchMethods(server)
  const noSuchPath = createNowhere(routes)
  const lost = (request: FastifyRequest, reply: FastifyReply) =>
    methods.refusalOf(request, reply) ?? noSuchPath(request)
  const admit = (request: FastifyRequest, reply: FastifyReply, to: Site | Refusal | null, done: Done): void => {
    const site = to instanceof Refusal ? null : to
    const go = (redirect: string | null | undefined) => {
      if (redirect != null) return void reply.code(302).header('location', redirect).send()
      if (site) request.site = site
      const fault = site ? refusalOnSite(request) : to instanceof Refusal ? to : null
      if (fault) reply.header('connection', 'close')
      done(fault ?? (request.is404 ? lost(request, reply) : undefined))
    }
    const redirect = site?.redirectOf(request.method, request.url)
    if (redirect instanceof Promise) redirect.then(go, done)
    else go(redirect)
  }
  if (app.tracing) traceRequests(server, app.tracing)
  // The first hook, so that later refusals carry these headers too.
  server.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    limitRequest(app, request, reply)
    // Malformed requests, and requests for unknown hosts, are refused before their body is read.
    const addressee = requestFault(request.raw) ?? addresseeOf(request.raw)
    if (addressee instanceof Promise) addressee.then((found) => admit(request, reply, found, done), done)
    else admit(request, reply, addressee, done)
  })
  // Looked up in parallel with the handler: a hanging database is waited for once.
  server.addHook('onSend', async (request) => {
    await request.marksSaid
    request.answerBegins?.()
  })
  logRequests(server, app)
  acceptBodies(server)
  // Schemas are validated in a step of our own, so that text forms are converted and errors have one format.
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
  server.setNotFoundHandler((request, reply) => answerRefusal(app, request, reply, noSuchPath(request)))

  const ways = { '': createAuthenticate(app), ...options.otherWays }
  const rateLimit = createRateLimit(app.settings.requestsPerMinuteMax)
  for (const route of routes) mount(server, app, route, ways, rateLimit, options.inFlightWaitMs)
  answerPreflights(server)
  servePages(server, app)
  methods.refuseOthers()
  return server
}

function mount(
  server: FastifyInstance,
  app: App,
  route: Route,
  ways: Record<string, Authenticate>,
  rateLimit: RateLimit,
  inFlightWaitMs?: number,
): void {
  const readInput = createReadInput(route)
  const run = runner(app, route, readInput, inFlightWaitMs)
  const isPublic = route.kind === 'public'
  const isUpload = route.kind === 'upload'
  const usualMax = isPublic ? PUBLIC_BODY_BYTES_MAX : BODY_BYTES_MAX
  const bytesMax = isUpload ? route.fileBytesMax + FORM_BYTES_MAX : (route.bodyBytesMax ?? usualMax)
  const body = { takes: route.takes ?? anyMediaType, bytesMax, isStreamed: isUpload }
  const streamed = route.streamsMultipart && { ...body, ...route.streamsMultipart, isStreamed: true }

  const wanted = permissionsOfRoute(route)

  // Before the body is read: bodies of unauthenticated or refused requests are never buffered.
  const admitAnybody = async (request: FastifyRequest, reply: FastifyReply) => {
    if (route.kind === 'public')
      request.callee = await route.calleeOf?.(request.params as Record<string, string>, request.site)
    if (route.method === 'GET') return
    const rule = streamed && isMultipart(request) ? streamed : body
    admitBody(request, reply, request.callee?.organizationId ?? 'strangers', rule)
  }
  const admitBy = (authenticate: Authenticate) => async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = await authenticate(request)
    const { policy, state } = rateLimit.take(actor.callerId, performance.now() / 1000)
    reply.header('ratelimit-policy', policy).header('ratelimit', state)
    if (!isPermitted(wanted, actor.permissions))
      throw refusal('permission_denied', 'permission_missing', { permissions: wanted })
    mustBeAdmitted(actor, route)
    if (request.span) actor.span = request.span
    request.actor = actor
    if (route.method !== 'GET') admitBody(request, reply, actor.organizationId, body)
  }

  const answer = async (request: FastifyRequest): Promise<Reply> => {
    if (route.kind !== 'public') return run(request, request.actor as Actor)
    const input = readInput(request)
    const { headers, rawBody = Buffer.alloc(0), callee, site } = request
    const address = callerOf(request)
    const stream = streamed && isMultipart(request) ? { stream: request.raw } : {}
    return route.handle({ ...input, address, headers, rawBody, callee, site, ...stream })
  }

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    request.bodyInHand?.beginWork()
    try {
      return sendReply(app, route, request, reply, await answer(request))
    } finally {
      request.bodyInHand?.endWork()
    }
  }

  const mountAt = (url: string, admit: typeof admitAnybody) =>
    server.route({
      // One route for both methods: a second one would cost the same time and memory again.
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url,
      bodyLimit: streamed?.bytesMax ?? bytesMax,
      config: { declared: route },
      onRequest: admit,
      preParsing: isUpload ? leaveUnread : streamed ? leaveUnreadIfStreamed(bytesMax) : countArriving,
      ...(route.method === 'GET' ? { onSend: withoutBodyToHead } : {}),
      handler,
    })
  const paths = [route.path, ...(route.aliases ?? [])]
  if (isPublic) for (const path of paths) mountAt(path, admitAnybody)
  else
    for (const [below, authenticate] of Object.entries(ways))
      for (const path of paths) mountAt(`${below}${path}`, admitBy(authenticate))
}

type Run = (request: FastifyRequest, actor: Actor) => Promise<Reply>

function runner(app: App, route: Route, readInput: ReadInput, inFlightWaitMs?: number): Run {
  const { database, sealer } = app
  const runGrouped = route.kind === 'grouped' ? createGrouped(app, route) : null
  const runUpload = route.kind === 'upload' ? createRunUpload(app, route) : null
  return async (request, actor) => {
    const key = request.headers['idempotency-key']
    const keptBy = (body: () => Buffer | string) =>
      key === undefined
        ? null
        : idempotencyOf(sealer.keysFor('idempotency'), key, route.method, canonicalPath(route, request), body())
    if (runUpload) return runUpload(request, actor, readInput(request), (body) => keptBy(() => body))
    const idempotency = keptBy(() => sentBody(request))
    const input = askedFresh(actor, route, readInput(request))
    return whenAnswered(() => answer(actor, input, idempotency), inFlightWaitMs)
  }

  async function answer(actor: Actor, input: Input<never, never>, idempotency: Idempotency | null): Promise<Reply> {
    switch (route.kind) {
      case 'public':
      case 'upload':
        throw new Error('a public route has no actor, and an upload is run otherwise')
      case 'read':
        return route.handle(database.reads, actor, input)
      case 'direct':
        return route.handle(idempotency, actor, input)
      case 'grouped':
        return (runGrouped as RunGrouped)(actor, input, idempotency)
      case 'write':
        return database.transaction(
          (tx) =>
            idempotency
              ? once(tx, actor, idempotency, () => route.handle(tx, actor, input))
              : route.handle(tx, actor, input),
          actor.organizationId,
        )
    }
  }
}

/** The path that all aliases of a route share, with the original query. */
function canonicalPath(route: Route, request: FastifyRequest): string {
  const parameters = request.params as Record<string, string>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? '')
  const query = request.url.indexOf('?')
  return query < 0 ? path : path + request.url.slice(query)
}

/** The raw bytes, or the parsed values where the encoding of equal forms varies, as with multipart boundaries. */
function sentBody(request: FastifyRequest): Buffer | string {
  const { body, rawBody = Buffer.alloc(0) } = request
  return body instanceof Form ? JSON.stringify(body.pairs) : rawBody
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for all routes except public ones. */
    actor?: Actor
    /** For a public route that identifies an organization. */
    callee?: Callee | undefined
    /** Set for a request under an organization's host name. */
    site?: Site | undefined
    /** Pending while a response header's value is being looked up. */
    marksSaid: Promise<void> | undefined
  }
  interface FastifyContextConfig {
    /** The domain's declaration, from which the OpenAPI document is generated. */
    declared?: Route
  }
}
