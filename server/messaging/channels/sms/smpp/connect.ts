// Opens the connection of a bind: to a host that a user chose, or to the sandbox on this machine.

import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import { Explained } from '#kit/explained.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { dial, type MayReach } from '#kit/networks.ts'

const CONNECT_TIMEOUT_MS = 10_000

export type Destination = { host: string; port: number; tls: boolean; mayReach: MayReach } | { loopbackPort: number }

export async function connectTo(app: Pick<App, 'database'>, to: Destination): Promise<Socket> {
  await mustNotBeFenced(app)
  return connectToTest(to)
}

/** For a connection test, which sends nothing and is allowed under the fence. */
export function connectToTest(to: Destination): Promise<Socket> {
  return withinDeadline({ of: 'call', name: 'smpp', ms: CONNECT_TIMEOUT_MS * 2 }, async (signal) => {
    const socket = await open(to, signal)
    if (!signal.aborted) return socket
    socket.destroy()
    throw signal.reason
  })
}

async function open(to: Destination, signal: AbortSignal): Promise<Socket> {
  if ('loopbackPort' in to) return connected(connect({ host: '127.0.0.1', port: to.loopbackPort }), 'connect', signal)
  const socket = await dial(to.host, to.port, to.mayReach, CONNECT_TIMEOUT_MS)
  // For an IP address there is no SNI: RFC 6066 section 3.
  return to.tls
    ? connected(connectTls({ socket, host: to.host, servername: nameOf(to.host) }), 'secureConnect', signal)
    : socket
}

const nameOf = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host)

function connected(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const end = () => socket.destroy(new Explained(detailsOf('smpp_no_answer')))
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  socket.once('error', reject)
  socket.once(event, () => {
    socket.removeListener('error', reject)
    resolve(socket)
  })
  return promise.finally(() => signal.removeEventListener('abort', end))
}
