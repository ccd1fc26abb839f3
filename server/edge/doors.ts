// A listening socket that processes hand over to each other; pending connections stay in the kernel's backlog. When
// several processes listen on it, any idle one accepts.

import { createServer, type Server } from 'node:net'

/** A listening socket as Node passes it between processes. Closing the last copy resets the pending connections. */
export interface Handle {
  close(): void
}

/** The handle of a listening server. */
export function doorOf(server: Server): Handle {
  return (server as unknown as { _handle: Handle })._handle
}

/** Accepts connections for other processes that are unavailable. */
export interface StandIn {
  /** Also accepts connections of this socket. */
  begin(id: number, door: Handle): void
  end(id: number): void
  /** Permanently. Accepted connections are still served. */
  endAll(): void
}

export function createStandIn(server: Server): StandIn {
  const held = new Map<number, Server>()
  let isOver = false

  function end(id: number): void {
    held.get(id)?.close()
    held.delete(id)
  }

  return {
    begin(id, door) {
      if (isOver || held.has(id)) return door.close()
      // As Node's own HTTP server does.
      const more = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
      held.set(id, more)
      more.listen({ handle: door } as object)
    },
    end,
    endAll() {
      isOver = true
      for (const id of Array.from(held.keys())) end(id)
    },
  }
}
