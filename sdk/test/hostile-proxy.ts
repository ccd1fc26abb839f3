// A faulty proxy between client and service: each request gets the next of these faults; once none are left, requests
// are forwarded unchanged.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Fault =
  /** Cuts the connection before the service receives anything. */
  | 'cut before'
  /** The service processes it; the connection is cut before the response. */
  | 'cut behind'
  /** The service processes it; the response is cut in the middle. */
  | 'cut within'
  /** The service processes it, and no response ever arrives. */
  | 'hang behind'
  /** A response of the proxy itself. */
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'pass'

export interface HostileProxy {
  url: string
  faults: Fault[]
  /** The received requests in order: method, path and key. */
  seen: { method: string; path: string; key: string | undefined; at: number }[]
  /** Cuts all open connections. */
  cutAll(): void
  /** Number of responses in flight, including streams. */
  answering: number
  /** Refuses connections until it is reopened, like a service that restarts. */
  close(): Promise<void>
  open(): Promise<void>
}

export async function startHostileProxy(target: string): Promise<HostileProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    proxy.seen.push({ method, path: url, key: headers['idempotency-key']?.toString(), at: performance.now() })
    proxy.answering++
    outgoing.once('close', () => proxy.answering--)
    const fault = proxy.faults.shift() ?? 'pass'
    if (fault === 'cut before') incoming.socket.destroy()
    else if (typeof fault === 'object') answer(fault, incoming, outgoing)
    else carry(incoming, outgoing, fault, { hostname, port })
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const proxy: HostileProxy = {
    url: `http://127.0.0.1:${own}`,
    faults: [],
    seen: [],
    answering: 0,
    cutAll: () => server.closeAllConnections(),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    open: () => listen(own),
  }
  after(() => proxy.close())
  return proxy
}

function answer(
  { status, headers, body = '' }: Exclude<Fault, string>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  incoming.resume()
  outgoing.writeHead(status, headers).end(body)
}

function carry(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault,
  { hostname, port }: { hostname: string; port: string },
): void {
  const { method, url: path, headers } = incoming
  const onwards = request({ hostname, port, method, path, headers }, (response) => {
    if (fault === 'hang behind') return void response.resume()
    if (fault === 'cut behind') return void response.resume().on('end', () => incoming.socket.destroy())
    outgoing.writeHead(response.statusCode ?? 500, response.headers)
    if (fault === 'pass') return void response.pipe(outgoing)
    response.once('data', (chunk: Buffer) => {
      outgoing.write(chunk.subarray(0, 20), () => incoming.socket.destroy())
      response.resume()
    })
  })
  onwards.on('error', () => incoming.socket.destroy())
  // When the client disconnects, the forwarded request is aborted too.
  outgoing.on('close', () => onwards.destroy())
  incoming.pipe(onwards)
}
