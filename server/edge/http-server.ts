// Node's HTTP server between the sockets and Fastify: timeouts, in-order processing of a connection's requests, and
// uncaught errors that become a 500 of their own request.

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
/** Interval at which the two timeouts above are checked. */
const CHECK_INTERVAL_MS = Math.min(2_000, HEADERS_TIMEOUT_MS)
const HEADER_BYTES_MAX = 16 * 1024
/** Maximum number of waiting requests per connection; further ones get no response. */
export const PIPELINED_MAX = 100
/**
 * Maximum number of unanswered requests beyond those, until the last response is written; then the connection is
 * closed.
 */
const PASSED_OVER_MAX = 5_000

/** The requests of one connection. Answered ones are not kept, because a connection may stay open for long. */
interface Line extends Use {
  isBusy: boolean
  waiting: [IncomingMessage, ServerResponse][]
  /** Number of requests over the limit. */
  passedOver: number
  /** Starts the next request. */
  next: () => void
}

/** `drain` shuts it down: resolves when the last connection is closed. */
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
   * Responses to pipelined requests are sent in order, so responses that are ready early would be buffered, as many as
   * a caller requests. Therefore each request starts when the previous response has been sent.
   */
  function takeInTurn(request: IncomingMessage, response: ServerResponse): void {
    // The last response was written or the connection closed: the client can tell that this request was not processed.
    if (draining.isOver(request.socket)) return void request.resume()
    const line = lineOf(request.socket)
    if (line.passedOver > 0) passOver(line, request.socket)
    else if (!line.isBusy) begin(line, request, response)
    else if (line.waiting.length < PIPELINED_MAX) line.waiting.push([request, response])
    else passOver(line, request.socket)
  }

  /** Earlier requests are answered; the last response announces that it is the last. */
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
      // A missing Host header is refused with a problem instead: request-line.ts.
      requireHostHeader: false,
      ServerResponse: draining.Response,
    },
    takeInTurn,
  )
  // 100 Continue is sent once the headers are accepted: bodies.ts.
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
