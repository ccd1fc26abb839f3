// Exporting spans to a collector that accepts them, refuses them, hangs or is unavailable.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { databaseRefusals } from '#kit/database-metrics.ts'
import { droppedSpans, exportedSpans } from '#kit/metrics.ts'
import { startCollector } from '../../../test/collector.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { eventually, freePort } from '../../../test/program.ts'
import { QUEUE_SPANS_MAX, SpanExporter } from './exporter.ts'
import type { Span } from './span.ts'

const collector = await startCollector()
after(() => collector.close())

const resource = { attributes: { 'service.name': 'samvad' }, scope: { name: 'samvad', version: '1' } }
const span = (name: string, more: Partial<Span> = {}): Span => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: null,
  name,
  kind: 'internal',
  begunAtMs: performance.now() - 5,
  endedAtMs: performance.now(),
  attributes: {},
  ...more,
})

function exporterTo(url: string, headers = {}, stopLimitMs = GUARD_MS) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const short = { everyMs: 1, stopLimitMs, pausesMs: [1, 1, 1] }
  const options = { url: `${url}/v1/traces`, headers, resource, log, clock: () => new Date(), ...short }
  const exporter = new SpanExporter(options)
  return { exporter, lines }
}

async function dropped(reason: string): Promise<number> {
  const { values } = await droppedSpans.get()
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

/** For the whole process: connections refused in earlier tests count too. */
async function refusedConnections(): Promise<number> {
  const { values } = await databaseRefusals.get()
  return values.find(({ labels }) => labels.reason === 'connection')?.value ?? 0
}

beforeEach(() => {
  droppedSpans.reset()
  exportedSpans.reset()
  collector.answer(() => ({ status: 200 }))
  collector.spans.length = 0
  collector.requests.length = 0
})

test('spec 17.21: spans arrive as they were told, with the headers that the collector wants', async () => {
  const { exporter } = exporterTo(collector.url, { authorization: 'Bearer of-the-collector' })
  const before = BigInt(Date.now() - 60_000) * 1_000_000n
  exporter.take(
    span('one', {
      parentSpanId: '00f067aa0ba902b7',
      kind: 'consumer',
      attributes: { text: 'word', count: 3, share: 0.5, is: true, missing: null },
      links: [{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }],
      error: 'refused',
    }),
  )
  await exporter.stop()
  const [came] = collector.spans
  assert.ok(came)
  const { begunAt, endedAt, ...rest } = came
  assert.deepEqual(rest, {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: '00f067aa0ba902b7',
    name: 'one',
    kind: 5,
    attributes: { text: 'word', count: 3, share: 0.5, is: true, 'error.type': 'refused' },
    links: [{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }],
    isError: true,
    resource: { 'service.name': 'samvad' },
  })
  assert.ok(begunAt > before && endedAt > begunAt, `${begunAt} ${endedAt}`)
  assert.equal(collector.requests[0]?.headers.authorization, 'Bearer of-the-collector')
  assert.equal((await exportedSpans.get()).values[0]?.value, 1)
})

test('spec 17.21: a collector that is away for a moment is asked again, and nothing is lost or doubled', async () => {
  let asked = 0
  collector.answer(() => (++asked === 1 ? { status: 503 } : { status: 200 }))
  const { exporter, lines } = exporterTo(collector.url)
  exporter.take(span('patient'))
  await eventually('it was sent again', async () => collector.spans.length > 0)
  await exporter.stop()
  assert.deepEqual([asked, collector.spans.length], [2, 1])
  assert.match(lines.join(''), /trace export failed.*\n.*trace export recovered/)
  assert.equal(await dropped('unreachable'), 0)
})

test('spec 17.21: what a collector refuses is dropped and counted, all of it or in part', async () => {
  collector.answer(() => ({ status: 400, body: 'a'.repeat(100_000) }))
  const { exporter } = exporterTo(collector.url)
  exporter.take(span('refused'))
  await eventually('it was dropped', async () => (await dropped('refused')) === 1)
  assert.equal(collector.requests.length, 1, 'once')
  collector.answer(() => ({ status: 200, body: '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"no"}}' }))
  exporter.take(span('taken'))
  exporter.take(span('rejected'))
  await exporter.stop()
  assert.equal(await dropped('refused'), 2)
  assert.equal((await exportedSpans.get()).values[0]?.value, 1)
})

test('spec 17.21: beside a collector that hangs the queue ends somewhere, and the end is not held up', async () => {
  collector.answer(() => 'hang')
  const { exporter } = exporterTo(collector.url, {}, 10)
  exporter.take(span('first'))
  await eventually('the collector has it', async () => collector.requests.length === 1)
  for (let count = 0; count < QUEUE_SPANS_MAX + 100; count++) exporter.take(span('more'))
  assert.equal(await dropped('queue_full'), 100)
  await exporter.stop()
  assert.deepEqual([await dropped('ended'), await dropped('unreachable')], [QUEUE_SPANS_MAX, 1])
  exporter.take(span('too late'))
  assert.equal(await dropped('queue_full'), 101)
})

test('spec 17.21: where nobody listens spans are dropped at the end, and the headers stand in no log', async () => {
  const { exporter, lines } = exporterTo(`http://127.0.0.1:${await freePort()}`, { 'x-secret': 'hunter2' })
  const before = await refusedConnections()
  exporter.take(span('lost'))
  await eventually('it is said', async () => lines.length > 0)
  await exporter.stop()
  assert.equal(await dropped('unreachable'), 1)
  assert.equal(await refusedConnections(), before)
  assert.match(lines.join(''), /ECONNREFUSED/)
  assert.doesNotMatch(lines.join(''), /hunter2/)
})
