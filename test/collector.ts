// A trace collector on loopback: accepts OTLP over HTTP in JSON, validates it strictly, and keeps the spans.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: number
  begunAt: bigint
  endedAt: bigint
  attributes: Record<string, string | number | boolean>
  links: { traceId: string; spanId: string }[]
  isError: boolean
  resource: Record<string, string | number | boolean>
}

/** A status, or no answer at all. */
export type CollectorAnswer = { status: number; body?: string; headers?: Record<string, string> } | 'hang'

export interface TestCollector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  /** Accepted spans, in arrival order. */
  spans: CollectedSpan[]
  requests: { headers: IncomingMessage['headers']; body: string }[]
  answer(decide: () => CollectorAnswer): void
  close(): Promise<void>
}

/** KeyValue of common.proto. */
interface Pair {
  key: string
  value: { stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean }
}

const valueOf = ({ stringValue, intValue, doubleValue, boolValue }: Pair['value']) =>
  stringValue ?? boolValue ?? doubleValue ?? Number(intValue)
const attributesOf = (pairs: Pair[]) => Object.fromEntries(pairs.map(({ key, value }) => [key, valueOf(value)]))

function spansIn(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body)
  return resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans }: any) =>
      spans.map((span: any): CollectedSpan => {
        assert.match(span.traceId, /^(?!0+$)[0-9a-f]{32}$/)
        assert.match(span.spanId, /^(?!0+$)[0-9a-f]{16}$/)
        assert.match(span.startTimeUnixNano, /^\d{19}$/)
        assert.match(span.endTimeUnixNano, /^\d{19}$/)
        return {
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId ?? null,
          name: span.name,
          kind: span.kind,
          begunAt: BigInt(span.startTimeUnixNano),
          endedAt: BigInt(span.endTimeUnixNano),
          attributes: attributesOf(span.attributes),
          links: span.links ?? [],
          isError: span.status.code === 2,
          resource: attributesOf(resource.attributes),
        }
      }),
    ),
  )
}

export async function startCollector(): Promise<TestCollector> {
  let decide: () => CollectorAnswer = () => ({ status: 200 })
  const spans: CollectedSpan[] = []
  const requests: TestCollector['requests'] = []

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    requests.push({ headers: request.headers, body })
    const answer = decide()
    if (answer === 'hang') return
    const isMine = request.method === 'POST' && request.url === '/v1/traces'
    const status = isMine ? answer.status : 404
    if (status === 200) spans.push(...spansIn(body))
    response.writeHead(status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body ?? '{}')
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    answer: (next) => (decide = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
