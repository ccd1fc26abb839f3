// Hosts that users choose: name resolution and TLS.

import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { Dns } from './dns.ts'
import type { Found } from './networks.ts'

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** RFC 6761 §6.3: never sent to a name server. */
export const isOwnMachine = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** Uses the name servers directly: the system's resolver has few threads for the whole program. */
export function finder(dns: Dns): (host: string) => Promise<Found[]> {
  return async (host) => {
    if (isOwnMachine(host))
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
    const [four, six] = await Promise.allSettled([dns.resolve(host, 'A'), dns.resolve(host, 'AAAA')])
    const found = (answer: PromiseSettledResult<unknown>, family: number) =>
      answer.status === 'fulfilled' ? (answer.value as string[]).map((address) => ({ address, family })) : []
    const all = [...found(four, 4), ...found(six, 6)]
    if (all.length > 0) return all
    throw four.status === 'rejected' ? four.reason : new Error(`${host} has no address`)
  }
}

/**
 * TLS on an open connection, which is closed if the handshake takes longer than `timeoutMs` or `signal` is aborted.
 * `ca` are the trusted authorities: those of the machine by default.
 */
export async function openSecure(
  host: string,
  socket: Socket,
  ca: string[] | undefined,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Duplex> {
  const servername = isIP(host) === 0 ? host : ''
  const secure = connectTls({ socket, host, servername, ALPNProtocols: ['http/1.1'], ...(ca && { ca }) })
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
  const late = () => secure.destroy(new Error(`no TLS connection to ${host} within ${timeoutMs} ms`))
  const timer = setTimeout(late, timeoutMs)
  if (signal?.aborted) late()
  signal?.addEventListener('abort', late, { once: true })
  secure.once('error', reject)
  secure.once('close', () => reject(new Error(`the connection to ${host} was closed before TLS was established`)))
  secure.once('secureConnect', () => {
    secure.removeListener('error', reject)
    resolve(secure)
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', late)
  })
}
