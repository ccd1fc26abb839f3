// A door: a socket on which a process listens. Whoever has connected waits there, in the system, until a process lets
// it in; where several hold the same door, whichever is free does.

import { createServer, type Server } from 'node:net'

/** A door as Node passes it between processes. Who closes the last of them turns away whoever waits there. */
export interface Handle {
  close(): void
}

/** Of a server that listens. */
export function doorOf(server: Server): Handle {
  return (server as unknown as { _handle: Handle })._handle
}

/** A server's part for others that are away. */
export interface StandIn {
  /** Lets in who comes to this door too. */
  begin(id: number, door: Handle): void
  end(id: number): void
  /** Once and for all. Whom it has let in, it answers. */
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
      // As Node's HTTP server lets in its own.
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
