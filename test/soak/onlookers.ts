// Load in parallel with the companies' work: people who read lists and search, programs that receive webhooks, and
// pages that follow the live stream. They count what they receive and keep none of it.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Acting } from '../kills/business.ts'
import { follow } from '../stream.ts'

const READ_EVERY_MS = 100
const LOOK_EVERY_MS = 500
/** A busy machine refuses a stream with this status, and the client retries. */
const COME_AGAIN = 503
const COME_AGAIN_MS = 1_000
const PATHS = [
  '/v1/conversations?sort=last_active&expand=inbox',
  '/v1/conversations/counts',
  '/v1/contacts',
  '/v1/search/messages?q=cotton',
  '/v1/notifications',
  '/v1/events?type=message.*&limit=50',
  '/v1/deliveries?outcome=unknown',
  '/api/v1/billing/balance',
  '/api/v1/billing/transactions?limit=50',
  '/api/v1/billing/invoices',
  '/api/v1/billing/usage?group_by=channel,day',
]

export async function readOnAndOn({ call }: Acting, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    const path = PATHS[turn % PATHS.length] as string
    const { status, text } = await call.get(path)
    assert.equal(status, 200, `${path}: ${text}`)
    await pause(READ_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

/** Creates an endpoint for all event types. */
export async function beCalled({ call }: Acting, url: string): Promise<void> {
  const { status, text } = await call.post('/v1/webhook_endpoints', { url, event_types: ['*'] })
  assert.equal(status, 201, text)
}

/** Follows the live stream, resuming where it ended. */
export async function followOnAndOn(
  { token, name }: Acting,
  url: string,
  signal: AbortSignal,
  saw: (count: number) => void,
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    const stream = await follow(url, token, '', last)
    if (stream.status === COME_AGAIN) {
      stream.close()
      await pause(COME_AGAIN_MS, undefined, { signal }).catch(() => {})
      continue
    }
    assert.equal(stream.status, 200, `the live stream of ${name}`)
    while (!signal.aborted && !stream.isOver) {
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
      const fresh = stream.told.splice(0)
      last = fresh.findLast(({ id }) => id !== null)?.id ?? last
      saw(fresh.length)
    }
    stream.close()
  }
}

export interface Sink {
  url: string
  taken(): number
  close(): Promise<void>
}

/** A server that accepts every request, answers in JSON, and counts the requests: a collector, an endpoint. */
export async function startSink(): Promise<Sink> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      count++
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => count,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
