// Closes connections on which more data may arrive.

import type { Socket } from 'node:net'

const LINGER_MS = 1_000

/**
 * After its last response: closing a socket with unread bytes makes the kernel reset the connection and discard the
 * response, so it stays open and unread for a moment first.
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
 * The same for a connection that is still read: it closes when the client, which has read the last response, closes it.
 * Later requests are not answered.
 */
export function endWhileReading(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
