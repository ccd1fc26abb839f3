// Node's HTTP server, between the sockets and Fastify: limits of time, the requests of a connection one after the other, and an
// error that nobody caught ends as the 500 of its own request.

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#kit/app.ts'
import { watchConnections } from './connections.ts'
import { failUncaught, within } from './uncaught.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How often the two timeouts above are looked at. */
const CHECK_INTERVAL_MS = 2_000
const HEADER_BYTES_MAX = 16 * 1024
/** Requests that one connection sent before the first of them was answered. */
const PIPELINED_MAX = 100

/** The requests of one connection. It keeps nothing of those that are answered: a connection may stay open for long. */
interface Line {
  isBusy: boolean
  waiting: [IncomingMessage, ServerResponse][]
  /** Begins the next. */
  next: () => void
}

export function createHttpServer(handle: RequestListener, app: App): Server {
  const lines = new WeakMap<Socket, Line>()

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
        next() {
          made.isBusy = false
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
   * Answers of pipelined requests leave in order, so those that are made early are kept in memory, as many as a caller asked for. Each
   * is begun when the one before it has left.
   */
  function takeInTurn(request: IncomingMessage, response: ServerResponse): void {
    const line = lineOf(request.socket)
    if (!line.isBusy) begin(line, request, response)
    else if (line.waiting.length < PIPELINED_MAX) line.waiting.push([request, response])
    else request.socket.destroy()
  }

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    takeInTurn,
  )
  // Who asks first is told to go on once the headers have been found good: bodies.ts.
  server.on('checkContinue', takeInTurn)
  server.setTimeout(REQUEST_TIMEOUT_MS * 2)
  watchConnections(server, app)
  return server
}
