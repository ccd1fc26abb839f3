// Shared parts of the fake gateways: a server on loopback that fails on demand, webhooks that can be held, lost,
// repeated and forged, and an append-only book. A verdict compares that book with the ledger: see verdict.ts.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GUARD_MS } from '../guard.ts'

/** An entry of the gateway's own book, in the order in which it happened. Amounts in paise. */
export type Entry =
  | { kind: 'order'; orderId: string; receipt: string; amount: bigint }
  | { kind: 'attempt'; paymentId: string; orderId: string; amount: bigint; method: string; token: string | null }
  | { kind: 'failure'; paymentId: string; orderId: string; reason: string }
  | { kind: 'capture'; paymentId: string; orderId: string; amount: bigint }
  | { kind: 'refund'; refundId: string; receipt: string | null; paymentId: string; amount: bigint }
  | { kind: 'refund_settled'; refundId: string; paymentId: string; status: 'processed' | 'failed' }
  | { kind: 'mandate'; token: string; customerId: string; maxAmount: bigint; status: string }

/** A request from the program. */
export interface Asked {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface Told {
  status: number
  body: unknown
  contentType?: string
}

/**
 * `before`: the request is not executed; `after`: it is executed, and the answer does not arrive. `refuse` is a
 * definite refusal, `deny` rejects our keys.
 */
export type Fault =
  | 'refuse_before'
  | 'deny_before'
  | 'error_before'
  | 'error_after'
  | 'cut_before'
  | 'cut_after'
  | 'hang_before'
  | 'hang_after'

export interface Failing {
  fault: Fault
  /** How often; unlimited by default. */
  times?: number
  /** Applies to these requests only, by method and path: `POST /v1/orders`. */
  only?: RegExp
}

export interface FakeServer {
  url: string
  /** Every request as received. */
  asked: Asked[]
  /** Sets the failure from now on, replacing an earlier one. `null`: everything works again. */
  fail(failing: Failing | null): void
  close(): Promise<void>
}

/** An error body with the fields of both gateways. */
const REFUSED: Told = {
  status: 400,
  body: {
    error: { code: 'BAD_REQUEST_ERROR', description: 'Refused on command.', reason: 'input_validation_failed' },
    message: 'refused on command',
    code: 'request_invalid',
    type: 'invalid_request_error',
  },
}

export async function startServer(answer: (asked: Asked) => Told | Promise<Told>): Promise<FakeServer> {
  const asked: Asked[] = []
  let failing: Failing | null = null

  function faultFor({ method, path }: Asked): Fault | null {
    if (failing === null || (failing.only && !failing.only.test(`${method} ${path}`))) return null
    const { fault, times } = failing
    if (times !== undefined) failing = times > 1 ? { ...failing, times: times - 1 } : null
    return fault
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one: Asked = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    asked.push(one)
    const fault = faultFor(one)
    const [what, when] = (fault?.split('_') ?? []) as [string?, string?]
    const told = when === 'before' ? { status: 500, body: {} } : await answer(one)
    if (what === 'hang') return
    if (what === 'cut') return void request.socket.destroy()
    const {
      status,
      body,
      contentType = 'application/json',
    } = what === 'error'
      ? { status: 503, body: {} }
      : what === 'deny'
        ? { ...REFUSED, status: 401 }
        : what === 'refuse'
          ? REFUSED
          : told
    response.writeHead(status, { 'content-type': contentType })
    response.end(typeof body === 'string' ? body : stringify(body))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Lets the process end even if a failed test did not close its gateway.
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail(next) {
      failing = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// Not yet in TypeScript's library.
export const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown }

/** Writes amounts exactly as given, digit for digit. */
function stringify(body: unknown): string {
  return JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? rawJson(String(value)) : value))
}

export interface Webhook {
  type: string
  body: string
  headers: Record<string, string>
}

export interface Webhooks {
  /** `deliver`: at once; `hold`: until sent by hand; `dead`: lost. */
  mode: 'deliver' | 'hold' | 'dead'
  url: string | null
  /** Every webhook, lost ones included, signed at the time of the event. */
  all: Webhook[]
  /** Webhooks that were not yet accepted. */
  waiting: Webhook[]
  /** Sends it again, and returns the status: 0 when there is no answer. */
  send(webhook: Webhook): Promise<number>
  /** Sends waiting webhooks, in that or another order; those that are not accepted stay waiting. */
  sendWaiting(order?: (webhooks: Webhook[]) => Webhook[]): Promise<number[]>
  /** Signed as the gateway signs it, at the current time. */
  signed(type: string, body: string): Webhook
  tell(type: string, body: unknown): Promise<void>
}

const WEBHOOK_TIMEOUT_MS = GUARD_MS

export function createWebhooks(url: string | null, sign: (body: string) => Record<string, string>): Webhooks {
  const webhooks: Webhooks = {
    mode: 'deliver',
    url,
    all: [],
    waiting: [],
    signed: (type, body) => ({ type, body, headers: { 'content-type': 'application/json', ...sign(body) } }),
    async send({ body, headers }) {
      if (webhooks.url === null) return 0
      const signal = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)
      const answer = await fetch(webhooks.url, { method: 'POST', headers, body, signal }).catch(() => null)
      await answer?.body?.cancel()
      return answer?.status ?? 0
    },
    async sendWaiting(order = (all) => all) {
      const statuses: number[] = []
      for (const one of order(webhooks.waiting.splice(0))) {
        const status = await webhooks.send(one)
        if (status !== 200) webhooks.waiting.push(one)
        statuses.push(status)
      }
      return statuses
    },
    async tell(type, body) {
      const webhook = webhooks.signed(type, stringify(body))
      webhooks.all.push(webhook)
      if (webhooks.mode === 'dead') return
      if (webhooks.mode === 'hold' || (await webhooks.send(webhook)) !== 200) webhooks.waiting.push(webhook)
    },
  }
  return webhooks
}

/** A wrong request of the program is refused in the gateway's own words, so that the test shows the reason. */
export class Wrong extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomName(length: number, letters = LETTERS): string {
  return Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join('')
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A page whose form the browser submits onwards. */
export function hiddenForm(action: string, fields: Record<string, string>): Told {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  const body = `<form method="post" action="${escape(action)}">${inputs.join('')}<button>Go on</button></form>`
  return { status: 200, contentType: 'text/html', body }
}
