// The live stream of a handmade service: faults that a real one does not produce on demand.

import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { eventually } from '../../test/program.ts'
import type { Samvad } from '../src/index.ts'
import { follow, opened, positionsOf } from './following.ts'
import { install } from './installed.ts'

const { sdk } = await install()

interface Handmade {
  /** Connected followers, with the id after which they continue. */
  streams: { response: ServerResponse; lastEventId: string | undefined }[]
  /** Events that the list endpoint returns. */
  listed: object[]
  client: Samvad
}

async function startHandmade(): Promise<Handmade> {
  const made: Omit<Handmade, 'client'> = { streams: [], listed: [] }
  const fake = createServer(({ url = '', headers }, response) => {
    const data = url.includes('limit=1&') || url.endsWith('limit=1') ? made.listed.slice(-1) : made.listed
    if (!url.startsWith('/v1/events/stream')) return void response.end(JSON.stringify({ has_more: false, data }))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': \n\n')
    made.streams.push({ response, lastEventId: headers['last-event-id']?.toString() })
  })
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
  after(() => {
    fake.closeAllConnections()
    fake.close()
  })
  const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
  return Object.assign(made, { client: new sdk.Samvad({ baseUrl: url, token: 'token' }) })
}

const eventAt = (position: number) => ({ id: `evt_${position}`, type: 'contact.deleted', position, data: {} })

function write({ streams }: Handmade, ...positions: number[]): void {
  for (const position of positions)
    streams.at(-1)?.response.write(`id: evt_${position}\ndata: ${JSON.stringify(eventAt(position))}\n\n`)
}

test('spec 20.8: what is in the list and on the stream is told once, and each connection goes on behind the last', async () => {
  const made = await startHandmade()
  const stream = await follow(made.client)
  assert.deepEqual(
    made.streams.map(({ lastEventId }) => lastEventId),
    [undefined],
  )
  write(made, 1)
  await eventually('the first', async () => stream.items.length === 1)
  made.streams[0]?.response.end()
  await eventually('it is there again', async () => made.streams.length === 2)
  write(made, 1, 2, 3)
  await eventually('what is new', async () => stream.items.length === 3)
  made.streams[1]?.response.destroy()
  await eventually('and again', async () => made.streams.length === 3)
  assert.deepEqual(
    made.streams.map(({ lastEventId }) => lastEventId),
    [undefined, 'evt_1', 'evt_3'],
  )
  made.streams[2]?.response.write('event: reset\ndata: {}\n\n')
  write(made, 2)
  await eventually('of a service that was restored', async () => stream.items.length === 5)
  assert.deepEqual(positionsOf(stream), [1, 2, 3, 'reset', 2])
  stream.abort.abort()

  // It happens between the start of the stream and the list's response.
  const fresh = await startHandmade()
  const other = await follow(fresh.client)
  fresh.listed.push(eventAt(1), eventAt(2))
  fresh.streams[0]?.response.destroy()
  await eventually('it is there again', async () => fresh.streams.length === 2)
  write(fresh, 1, 2, 3)
  await eventually('each once', async () => other.items.length === 3)
  assert.deepEqual(positionsOf(other), [1, 2, 3])
  other.abort.abort()
})

/** So long that only the test ends it. */
const SILENCE_MS = 1_234_567

/** Captures the timers for silence, so that the test fires them. */
function holdSilences(context: TestContext): Map<unknown, () => void> {
  const silences = new Map<unknown, () => void>()
  const { setTimeout: begin, clearTimeout: end } = globalThis
  context.mock.method(globalThis, 'setTimeout', (work: () => void, ms?: number, ...rest: []) => {
    const timer = begin(work, ms, ...rest)
    if (ms === SILENCE_MS) silences.set(timer, work)
    return timer
  })
  context.mock.method(globalThis, 'clearTimeout', (timer?: NodeJS.Timeout) => {
    silences.delete(timer)
    end(timer)
  })
  return silences
}

test('spec 20.8: a connection that falls silent is lost; one that says something, however little, is not', async (context) => {
  const silences = holdSilences(context)
  const made = await startHandmade()
  const stream = await follow(made.client, { silenceMs: SILENCE_MS })
  await eventually('it waits for something', async () => silences.size === 1)
  const [first] = silences.keys()
  made.streams[0]?.response.write(':\n\n')
  await eventually('it waits anew', async () => silences.size === 1 && !silences.has(first))
  assert.equal(made.streams.length, 1, 'it said something')
  for (const end of silences.values()) end()
  await eventually('it has another', async () => stream.connections.length === 3)
  assert.deepEqual([stream.connections, made.streams.length], [[true, false, true], 2])
  stream.abort.abort()
  assert.equal(((await stream.ended) as Error).name, 'AbortError')
})

test('spec 20.8: who takes their time with an event does not lose the connection by it', async (context) => {
  const silences = holdSilences(context)
  const made = await startHandmade()
  const abort = new AbortController()
  opened.push(abort)
  const seen: number[] = []
  const reading = (async () => {
    for await (const item of made.client.events.stream({ silenceMs: SILENCE_MS, signal: abort.signal })) {
      if (item.type !== 'reset') seen.push(item.position)
      if (seen.length === 2) return
      assert.equal(silences.size, 0, 'no silence is measured meanwhile')
      write(made, 2)
    }
  })()
  await eventually('it is connected', async () => made.streams.length === 1)
  write(made, 1)
  await reading
  assert.deepEqual([seen, made.streams.length], [[1, 2], 1])
})
