// Graceful shutdown of a server: no new connections, and every open one gets its responses, the last one with
// `connection: close`.
//
// A client with a kept-alive connection may send a request at the very moment the connection is closed, and would get
// no response. So no connection that may be about to be used is closed: each response announces that it is the last
// one, and only connections unused for a while are closed without a response.

import { type Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as endOfTurn } from 'node:timers/promises'
import { endWhileReading } from './lingering.ts'

/** A connection that was opened or used within this time may be about to send a request. */
const QUIET_MS = 1_000
const LOOK_EVERY_MS = 20
/** How long turns of the event loop are measured; then a turn about as short as the shortest is waited for. */
const TURNS_WATCHED_MS = 50
const EASIER_EACH_TIME = 1.2

const write = ServerResponse.prototype.writeHead

/** State of a connection; none for one that never sent a request. */
export interface Use {
  /** True while a request on it is being answered. */
  isBusy: boolean
  /** True when more requests wait after the current one. */
  hasMore: boolean
  /** When the last response was sent. Monotonic. */
  restsSince: number
  /** The bytes received by then: more means that a request is arriving. */
  restsAtBytes: number
}

export interface Draining {
  isBegun: boolean
  /** True when no further request of the connection is answered. */
  isOver(socket: Socket): boolean
  /** Node's class, extended to announce the last response of a connection. */
  Response: typeof ServerResponse
  /** Resolves when the last connection is closed; slow clients determine how long that takes. */
  drain(server: Server): Promise<void>
  /** Called for every connection. */
  watch(socket: Socket): void
}

export function createDraining(useOf: (socket: Socket) => Use | undefined): Draining {
  const sockets = new Map<Socket, { openedAt: number }>()
  const over = new WeakSet<Socket>()
  let begunAt = Number.POSITIVE_INFINITY

  function endWith(socket: Socket): void {
    over.add(socket)
    endWhileReading(socket)
  }

  /** Requests that were already pipelined are answered, unless the client keeps sending. */
  function isLast(socket: Socket): boolean {
    return !useOf(socket)?.hasMore || performance.now() - begunAt > QUIET_MS
  }

  class Response extends ServerResponse {}
  Response.prototype.writeHead = function writeHead(this: ServerResponse, ...given: Parameters<typeof write>) {
    const { socket } = this.req
    if (draining.isBegun && isLast(socket)) {
      this.shouldKeepAlive = false
      endWith(socket)
    }
    return write.apply(this, given)
  } as typeof write

  function closeQuiet(now: number): void {
    for (const [socket, { openedAt }] of sockets) {
      const use = useOf(socket)
      if (use?.isBusy || over.has(socket) || socket.bytesRead > (use?.restsAtBytes ?? 0)) continue
      if (now - (use?.restsSince ?? openedAt) < QUIET_MS) continue
      endWith(socket)
      socket.destroySoon()
    }
  }

  const draining: Draining = {
    isBegun: false,
    isOver: (socket) => over.has(socket),
    Response: Response as typeof ServerResponse,
    watch(socket) {
      sockets.set(socket, { openedAt: performance.now() })
      socket.once('close', () => sockets.delete(socket))
    },
    async drain(server) {
      await shortTurn()
      // HTTP's own `close` would close idle connections.
      NetServer.prototype.close.call(server)
      draining.isBegun = true
      begunAt = performance.now()
      while (sockets.size > 0) {
        // Data that arrived in this turn of the event loop is read before anything is closed.
        await endOfTurn()
        closeQuiet(performance.now())
        await delay(LOOK_EVERY_MS)
      }
    },
  }
  return draining
}

/**
 * Resolves after a short turn of the event loop. When a server stops listening, the kernel resets connections that are
 * not accepted yet, unless another process listens on the same socket: those that arrived since the turn began, so that
 * a short turn leaves few.
 */
async function shortTurn(): Promise<void> {
  const until = performance.now() + TURNS_WATCHED_MS * 2
  let shortest = Number.POSITIVE_INFINITY
  for (let begun = performance.now(), now = begun; now < until; begun = now) {
    await endOfTurn()
    now = performance.now()
    const isWatching = now < until - TURNS_WATCHED_MS
    if (!isWatching && now - begun <= shortest) return
    shortest = Math.min(shortest, now - begun) * (isWatching ? 1 : EASIER_EACH_TIME)
  }
}
