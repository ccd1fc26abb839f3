// Node's HTTP server, between the sockets and Fastify: limits of time, the requests of a connection one after the
// other, and an error that nobody caught ends as the 500 of its own request.

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#kit/app.ts'
import { interval } from '#kit/interval.ts'
import { refusal } from '#kit/refusals.ts'
import { refuseBehind } from './client-errors.ts'
import { watchConnections } from './connections.ts'
import { createDraining, type Use } from './draining.ts'
import { lingerAtEnd } from './lingering.ts'
import type { RequestIds } from './request-id.ts'
import { failUncaught, within } from './uncaught.ts'

const HEADERS_TIMEOUT_MS = interval('HEADERS_TIMEOUT', 10_000)
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How often the two timeouts above are looked at. */
const CHECK_INTERVAL_MS = Math.min(2_000, HEADERS_TIMEOUT_MS)
const HEADER_BYTES_MAX = 16 * 1024
/** Requests of one connection that wait for their turn. The rest of what came with them is not answered. */
export const PIPELINED_MAX = 100
/** Requests beyond those, until the last answer is written; who sends on all the same is cut off. */
const PASSED_OVER_MAX = 5_000

/** The requests of one connection. It keeps nothing of those that are answered: a connection may stay open for long. */
interface Line extends Use {
  isBusy: boolean
  waiting: [IncomingMessage, ServerResponse][]
  /** Of those that were too many. */
  passedOver: number
  /** Begins the next. */
  next: () => void
}

/** `drain` ends it: resolves when the last connection is closed. */
export type DrainableServer = Server & { drain(): Promise<void> }

export function createHttpServer(
  handle: RequestListener,
  app: App,
  requestIds: RequestIds,
  checkIntervalMs = CHECK_INTERVAL_MS,
): DrainableServer {
  const lines = new WeakMap<Socket, Line>()
  const draining = createDraining((socket) => lines.get(socket))

  function start(request: IncomingMessage, response: ServerResponse): void {
    try {
      within(response, handle, request, response)
    } catch (error) {
      failUncaught(app, error, 'request', response)
    }
  }

  function lineOf(socket: Socket): Line {
    let line = lines.get(socket)
    if (line === undefined) {
      const made: Line = {
        isBusy: false,
        waiting: [],
        passedOver: 0,
        restsSince: 0,
        restsAtBytes: 0,
        get hasMore() {
          return made.waiting.length > 0
        },
        next() {
          made.isBusy = false
          made.restsSince = performance.now()
          made.restsAtBytes = socket.bytesRead
          const following = made.waiting.shift()
          if (following && !socket.destroyed) begin(made, ...following)
        },
      }
      line = made
      lines.set(socket, line)
    }
    return line
  }

  function begin(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.isBusy = true
    response.once('close', line.next)
    start(request, response)
  }

  /**
   * Answers of pipelined requests leave in order, so those that are made early are kept in memory, as many as a caller
   * asked for. Each is begun when the one before it has left.
   */
  function takeInTurn(request: IncomingMessage, response: ServerResponse): void {
    // Its last answer is written, or it was closed: the caller knows, or learns from the end, that this was not taken.
    if (draining.isOver(request.socket)) return void request.resume()
    const line = lineOf(request.socket)
    if (line.passedOver > 0) passOver(line, request.socket)
    else if (!line.isBusy) begin(line, request, response)
    else if (line.waiting.length < PIPELINED_MAX) line.waiting.push([request, response])
    else passOver(line, request.socket)
  }

  /** What came before is answered to the last, which says that it is the last. */
  function passOver(line: Line, socket: Socket): void {
    line.passedOver++
    if (line.passedOver > PASSED_OVER_MAX) return void socket.destroy()
    if (line.passedOver > 1) return
    const [, last] = line.waiting.at(-1) as [IncomingMessage, ServerResponse]
    last.shouldKeepAlive = false
    lingerAtEnd(socket)
  }

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: checkIntervalMs,
      maxHeaderSize: HEADER_BYTES_MAX,
      // Refused with a problem as everything else is: request-line.ts.
      requireHostHeader: false,
      ServerResponse: draining.Response,
    },
    takeInTurn,
  )
  // Who asks first is told to go on once the headers have been found good: bodies.ts.
  server.on('checkContinue', takeInTurn)
  server.on('checkExpectation', takeInTurn)
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    const refused = refusal('method_not_allowed', 'not_a_proxy')
    refuseBehind(socket, refused, app.settings.publicUrl, requestIds(request))
  })
  server.setTimeout(REQUEST_TIMEOUT_MS * 2)
  server.on('connection', draining.watch)
  watchConnections(server, app)
  return Object.assign(server, { drain: () => draining.drain(server) })
}
