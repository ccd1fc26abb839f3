// A webhook receiver as a customer would write one: it verifies the signature, and answers as the test decides.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { FeedEvent } from '#feed/schema.ts'

export interface Received {
  id: string
  event: FeedEvent & { data: Record<string, unknown> }
  headers: IncomingHttpHeaders
  text: string
  at: number
}

export interface Receiver {
  url: string
  received: Received[]
  /** Writes the answer; 200 by default. */
  answer: (received: Received, response: ServerResponse) => void
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: (_received, response) => response.writeHead(200).end('thanks'),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const { headers } = request
      const received = { id: String(headers['webhook-id']), event: JSON.parse(text), headers, text, at: Date.now() }
      receiver.received.push(received)
      receiver.answer(received, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return receiver
}

/** Verifies as a receiver with the Standard Webhooks reference library does, at the current time. */
export function isGenuine(secret: string, headers: IncomingHttpHeaders, text: string): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}
