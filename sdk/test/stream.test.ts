// The live stream, through all that a connection suffers: everything once, in order, and nothing left out.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { person } from '../../test/story.ts'
import * as telling from '../../test/telling.ts'
import type { EventStream, StreamItem, StreamOptions } from '../src/index.ts'
import { startHostileProxy } from './hostile-proxy.ts'
import { install } from './installed.ts'

// Before the servers are closed, which waits for them.
const opened: AbortController[] = []
after(() => {
  for (const abort of opened) abort.abort()
  telling.endStreams()
})

const { sdk } = await install()
const server = await startSamvad()
const proxy = await startHostileProxy(server.url)
const { organizationId, token } = server.company
const samvad = new sdk.Samvad({ baseUrl: proxy.url, token })
const owner = person(server)
const tell = () => telling.tell(server)
const happen = (count: number, of = organizationId) => telling.happen(server, count, of)

interface Following {
  items: StreamItem[]
  /** What `onConnection` was told. */
  connections: boolean[]
  abort: AbortController
  /** What the loop over it threw; undefined when it ended by itself. */
  ended: Promise<unknown>
}

async function follow(options: StreamOptions = {}, client = samvad): Promise<Following> {
  const abort = new AbortController()
  opened.push(abort)
  const [items, connections]: [StreamItem[], boolean[]] = [[], []]
  const onConnection = (isThere: boolean) => void connections.push(isThere)
  const stream: EventStream<any> = client.events.stream({ ...options, signal: abort.signal, onConnection })
  const read = async () => {
    for await (const item of stream) items.push(item)
  }
  const ended = read().then(
    () => undefined,
    (error: unknown) => error,
  )
  const following = { items, connections, abort, ended }
  await Promise.race([
    ended.then((error) => assert.fail(`it ended: ${String(error)}`)),
    eventually('it is connected', async () => connections.includes(true)),
  ])
  return following
}

const positionsOf = ({ items }: Following) => items.map((item) => (item.type === 'reset' ? 'reset' : item.position))

test('spec 20.8: events come as the list shows them, told apart by their type', async () => {
  const stream = await follow({ types: ['contact.created', 'group.*'] })
  const contact = await samvad.contacts.create({ display_name: 'Ravi' })
  await samvad.contacts.update(contact.id, { display_name: 'Ravi B.' })
  const group = await samvad.groups.create({ name: 'Weavers', contacts: [contact.id] })
  await tell()
  await eventually('both', async () => stream.items.length === 2)
  const [created, grouped] = stream.items
  assert.ok(created?.type === 'contact.created' && grouped?.type === 'group.created')
  assert.ok(!('deleted' in created.data) && !('deleted' in grouped.data))
  assert.equal(created.data.display_name, 'Ravi')
  assert.deepEqual([created.object_id, grouped.data.id], [contact.id, group.id])
  const listed = (await samvad.events.list({ type: 'contact.created' })).data
  assert.deepEqual(listed[0], created)
  stream.abort.abort(new Error('enough'))
  assert.equal(((await stream.ended) as Error).message, 'enough')
})

test('spec 20.8: the token travels in the header, never in the address', async () => {
  proxy.seen.length = 0
  const stream = await follow({ types: ['message.*'] })
  assert.deepEqual(
    proxy.seen.map(({ path }) => path),
    ['/v1/events?limit=1', '/v1/events/stream?type=message.*'],
  )
  stream.abort.abort()
})

test('spec 20.8: through connections that are cut at any moment nothing is missed and nothing comes twice', async () => {
  await happen(1)
  const stream = await follow()
  const total = 600
  for (let n = 0; n < total / 20; n++) {
    await happen(20)
    // At whatever the stream is about just then: waiting, connecting, catching up, reading.
    if (n % 3 === 0) proxy.cutAll()
    if (n % 5 === 0) await eventually('some of it came', async () => stream.items.length > n * 15)
  }
  await eventually('all of it', async () => stream.items.length >= total)
  const positions = positionsOf(stream)
  assert.deepEqual(
    positions,
    positions.map((_, index) => (positions[0] as number) + index),
  )
  assert.equal(positions.length, total)
  assert.ok(stream.connections.filter((isThere) => !isThere).length >= 4, 'it was cut indeed')
  assert.ok(
    stream.connections.every((isThere, index) => isThere === (index % 2 === 0)),
    'there and lost, by turns',
  )
  stream.abort.abort()
})

test('spec 20.8: who begins where there is no event yet misses none either', async () => {
  const company = await server.newCompany('Fresh Flour')
  const client = new sdk.Samvad({ baseUrl: proxy.url, token: company.token })
  assert.deepEqual((await client.events.list()).data, [])
  const stream = await follow({}, client)
  await proxy.close()
  await happen(150, company.organizationId)
  await proxy.open()
  await eventually('what happened meanwhile', async () => stream.items.length === 150)
  await happen(1, company.organizationId)
  await eventually('and what happens then', async () => stream.items.length === 151)
  assert.deepEqual(
    positionsOf(stream),
    Array.from({ length: 151 }, (_, index) => index + 1),
  )
  stream.abort.abort()
})

test('spec 20.8: what happens between the call and the first connection is told', async () => {
  await happen(1)
  const [newest] = (await samvad.events.list({ limit: 1 })).data
  proxy.faults = ['pass', { status: 503, headers: { 'retry-after': '1' } }]
  proxy.seen.length = 0
  const following = follow()
  await eventually('the first connection was refused', async () => proxy.seen.length >= 2)
  await happen(3)
  const stream = await following
  await eventually('all three', async () => stream.items.length === 3)
  assert.equal(positionsOf(stream)[0], (newest?.position ?? 0) + 1)
  stream.abort.abort()
})

test('spec 20.8: it goes on behind an id; where that is not kept it says so, in place, and goes on', async () => {
  await happen(3)
  const [, , third] = (await samvad.events.list({ limit: 3 })).data
  const resumed = await follow({ lastEventId: third?.id })
  await eventually('what is behind it', async () => resumed.items.length === 2)
  assert.deepEqual(positionsOf(resumed), [(third?.position ?? 0) + 1, (third?.position ?? 0) + 2])
  const lost = await follow({ lastEventId: 'evt_01jd3v9k7he2n8q4x5c6t7w8yz', types: ['contact.*'] })
  await eventually('it says so', async () => lost.items.length === 1)
  await happen(1)
  await eventually('and goes on', async () => lost.items.length === 2)
  assert.deepEqual([lost.items[0]?.type, lost.items[1]?.type], ['reset', 'contact.deleted'])
  for (const { abort } of [resumed, lost]) abort.abort()
})

test('spec 20.8: with the token of now it comes back when the one before was revoked', async () => {
  const member = await server.newMember(organizationId, 'admin')
  const first = await person(server, member).make('/v1/tokens', { name: 'first' })
  let current = first.access_token as string
  const client = new sdk.Samvad({ baseUrl: server.url, token: () => current })
  const stream = await follow({}, client)
  current = (await person(server, member).make('/v1/tokens', { name: 'second' })).access_token
  assert.equal((await person(server, member).delete(`/v1/tokens/${first.id}`)).status, 204)
  await eventually('it is there again', async () => stream.connections.length === 3)
  await happen(1)
  await eventually('and hears', async () => stream.items.some(({ type }) => type === 'contact.deleted'))
  const [second] = (await person(server, member).get('/v1/tokens')).body.data
  assert.equal((await owner.delete(`/v1/tokens/${second.id}`)).status, 204)
  const error = await stream.ended
  assert.ok(error instanceof sdk.UnauthenticatedError, String(error))
})

const firstOf = (stream: AsyncIterable<unknown>) => stream[Symbol.asyncIterator]().next()

/** A service that answers streams by hand. */
async function startHandmade() {
  const streams: ServerResponse[] = []
  const fake = createServer((request, response) => {
    if (request.url?.startsWith('/v1/events/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': \n\n')
      streams.push(response)
    } else response.end('{"has_more": false, "data": []}')
  })
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
  after(() => {
    fake.closeAllConnections()
    fake.close()
  })
  const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
  return { streams, client: new sdk.Samvad({ baseUrl: url, token: 'token' }) }
}

test('spec 20.8: who leaves the loop leaves the connection', async () => {
  const { streams, client } = await startHandmade()
  const shown: boolean[] = []
  const onConnection = (isThere: boolean) => void shown.push(isThere)
  const left = (async () => {
    for await (const { type } of client.events.stream({ onConnection })) return type
    return null
  })()
  await eventually('it is connected', async () => streams.length === 1)
  const closed = once(streams[0] as ServerResponse, 'close')
  const event = { id: 'evt_1', type: 'contact.deleted', position: 1, data: {} }
  streams[0]?.write(`id: evt_1\ndata: ${JSON.stringify(event)}\n\n`)
  assert.equal(await left, 'contact.deleted')
  assert.deepEqual(shown, [true, false])
  await closed
})

test('spec 20.8: a connection that falls silent is lost; one that says something, however little, is not', async () => {
  const { streams, client } = await startHandmade()
  const stream = await follow({ silenceMs: 600 }, client)
  for (let beat = 0; beat < 8; beat++) {
    streams[0]?.write(':\n\n')
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  assert.equal(streams.length, 1, 'it said something all the time')
  await eventually('it has another', async () => stream.connections.length === 3)
  assert.deepEqual([stream.connections, streams.length], [[true, false, true], 2])
  stream.abort.abort()
  assert.equal(((await stream.ended) as Error).name, 'AbortError')
})

test('spec 20.8: who takes their time with an event does not lose the connection by it', async () => {
  const { streams, client } = await startHandmade()
  const abort = new AbortController()
  opened.push(abort)
  const seen: number[] = []
  const event = (position: number) => ({ id: `evt_${position}`, type: 'contact.deleted', position, data: {} })
  const reading = (async () => {
    for await (const item of client.events.stream({ silenceMs: 300, signal: abort.signal })) {
      if (item.type !== 'reset') seen.push(item.position)
      await new Promise((resolve) => setTimeout(resolve, 700))
      if (seen.length === 2) return
    }
  })()
  await eventually('it is connected', async () => streams.length === 1)
  for (const position of [1, 2]) streams[0]?.write(`id: evt_${position}\ndata: ${JSON.stringify(event(position))}\n\n`)
  await reading
  assert.deepEqual([seen, streams.length], [[1, 2], 1])
})

test('spec 20.8: a service that is not there at first is tried a few times; what is refused is thrown at once', async () => {
  await proxy.close()
  const unreachable = firstOf(samvad.events.stream({ retries: 1 }))
  await assert.rejects(unreachable, sdk.UnreachableError)
  await proxy.open()
  const refused = firstOf(samvad.events.stream({ types: ['contact.vanished'] }))
  await assert.rejects(refused, { status: 400, code: 'invalid_query' })
  const abort = new AbortController()
  opened.push(abort)
  proxy.faults = ['pass', { status: 503, headers: { 'retry-after': '50' } }]
  proxy.seen.length = 0
  const waiting = firstOf(samvad.events.stream({ signal: abort.signal }))
  await eventually('it was refused for now', async () => proxy.seen.length === 2)
  abort.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
})
