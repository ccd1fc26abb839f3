// An HTTP gateway for SMS on loopback, with its own log of accepted messages.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GatewayRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** `hang`: accepted and never answered; `lose`: accepted, and the connection is dropped. */
export type GatewayReply = { status: number; body: string; headers?: Record<string, string> } | 'hang' | 'lose'

export interface HttpGateway {
  url: string
  taken: GatewayRequest[]
  refused: GatewayRequest[]
  unanswered: GatewayRequest[]
  answer(decide: (request: GatewayRequest, count: number) => GatewayReply): void
  close(): Promise<void>
}

export async function startHttpGateway(): Promise<HttpGateway> {
  let count = 0
  let decide = (_: GatewayRequest, n: number): GatewayReply => ({ status: 200, body: `{"id":"gw-${n}"}` })
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
    const reply = decide(request, ++count)
    if (reply === 'hang' || reply === 'lose') {
      api.unanswered.push(request)
      if (reply === 'lose') incoming.socket.destroy()
      return
    }
    ;(reply.status === 200 ? api.taken : api.refused).push(request)
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }
  const server = createServer((incoming, response) => void serve(incoming, response).catch(() => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const api: HttpGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: [],
    refused: [],
    unanswered: [],
    answer(next) {
      decide = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return api
}
