// Closing a connection on which more may be on its way.

import type { Socket } from 'node:net'

const LINGER_MS = 1_000

/**
 * Once its last answer is written: unread bytes make the system tear a closed connection down, and the answer with it,
 * so for a moment it only stays silent.
 */
export function lingerAtEnd(given: Socket): void {
  const socket = given as Socket & { _paused?: boolean }
  socket.destroySoon = () => {
    socket.end()
    // Node's own flag: the request, which is no longer read, must not resume the socket.
    socket._paused = true
    socket.pause()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/**
 * The same, of a connection that is read on: it closes as soon as the other side, which has read that this was the last
 * answer, closes it too. Nobody answers what still comes.
 */
export function endWhileReading(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
