// The end of a server: nobody new, and whoever is connected gets every answer and is told that it was the last.
//
// A caller who keeps its connection may ask just when it is closed, and would get no answer. So no connection is closed
// on which somebody may be about to ask: each answer says now that it is the last one, and only a connection that
// nobody has used for a while is closed without that.

import { type Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as endOfTurn } from 'node:timers/promises'
import { endWhileReading } from './lingering.ts'

/** A connection that was opened or answered so lately may be about to ask. */
const QUIET_MS = 1_000
const LOOK_EVERY_MS = 20
/** How long it is watched how short the turns of the event loop are; then one such is waited for, not much longer. */
const TURNS_WATCHED_MS = 50
const EASIER_EACH_TIME = 1.2

const write = ServerResponse.prototype.writeHead

/** What is known of a connection: of one that never asked anything, nothing. */
export interface Use {
  /** Whether a request of it is being answered. */
  isBusy: boolean
  /** Whether more waits behind the request that is being answered. */
  hasMore: boolean
  /** When it was last answered. Monotonic. */
  restsSince: number
  /** What had arrived by then: more is a request on its way. */
  restsAtBytes: number
}

export interface Draining {
  isBegun: boolean
  /** No request of the connection is answered any more. */
  isOver(socket: Socket): boolean
  /** Node's, which says when it is the last of its connection. */
  Response: typeof ServerResponse
  /** Resolves when the last connection is closed: who is slow decides how long that takes. */
  drain(server: Server): Promise<void>
  /** Every connection passes here. */
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

  /** What was sent in a row is answered, but for who goes on and on. */
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
      // Of Node's HTTP server itself it would close the connections that rest.
      NetServer.prototype.close.call(server)
      draining.isBegun = true
      begunAt = performance.now()
      while (sockets.size > 0) {
        // What has arrived in this turn of the event loop is read before anything is closed.
        await endOfTurn()
        closeQuiet(performance.now())
        await delay(LOOK_EVERY_MS)
      }
    },
  }
  return draining
}

/**
 * Resolves behind a turn of the event loop that was as short as any. Whoever has connected by the time when a server
 * stops to listen, and is not accepted yet, is torn down by the system, unless another process holds the same socket:
 * that is who came since the turn began.
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
