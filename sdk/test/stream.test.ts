// The live stream with faulty connections: every event once, in order, without gaps.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
import { keepShortly } from '../../test/kept-shortly.ts'
import { eventually } from '../../test/program.ts'
import { person } from '../../test/story.ts'
import * as telling from '../../test/telling.ts'
import { follow, opened, positionsOf } from './following.ts'
import { startHostileProxy } from './hostile-proxy.ts'
import { install } from './installed.ts'

after(() => telling.endStreams())

const { sdk } = await install()
keepShortly()
const server = await startSamvad()
const proxy = await startHostileProxy(server.url)
const { organizationId, token } = server.company
const samvad = new sdk.Samvad({ baseUrl: proxy.url, token })
const owner = person(server)
const tell = () => telling.tell(server)
const happen = (count: number, of = organizationId) => telling.happen(server, count, of)

test('spec 20.8: events come as the list shows them, told apart by their type', async () => {
  const stream = await follow(samvad, { types: ['contact.created', 'group.*'] })
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
  const listed = (await samvad.events.list({ type: ['contact.created'] })).data
  assert.deepEqual(listed[0], created)
  stream.abort.abort(new Error('enough'))
  assert.equal(((await stream.ended) as Error).message, 'enough')
})

test('spec 20.8: the token travels in the header, never in the address', async () => {
  proxy.seen.length = 0
  const stream = await follow(samvad, { types: ['message.*'] })
  assert.deepEqual(
    proxy.seen.map(({ path }) => path),
    ['/v1/events?limit=1', '/v1/events/stream?type=message.*'],
  )
  stream.abort.abort()
})

test('spec 20.8: the service is asked for the types that are wanted, each once, and for no others', async () => {
  for (const [types, query] of [
    [['message.sent', 'balance.low', 'message.sent'], '?type=message.sent&type=balance.low'],
    [['message.*', '*'], ''],
    [[], ''],
  ] as [string[], string][]) {
    proxy.seen.length = 0
    const stream = await follow(samvad, { types })
    assert.equal(proxy.seen.at(-1)?.path, `/v1/events/stream${query}`)
    stream.abort.abort()
  }
})

test('spec 20.8: through connections that are cut at any moment nothing is missed and nothing comes twice', async () => {
  await happen(1)
  const stream = await follow(samvad)
  const total = 600
  for (let n = 0; n < total / 20; n++) {
    await happen(20)
    // In any state of the stream: waiting, connecting, catching up, reading.
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
  const stream = await follow(client, {})
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
  const following = follow(samvad)
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
  const resumed = await follow(samvad, { lastEventId: third?.id })
  await eventually('what is behind it', async () => resumed.items.length === 2)
  assert.deepEqual(positionsOf(resumed), [(third?.position ?? 0) + 1, (third?.position ?? 0) + 2])
  const lost = await follow(samvad, { lastEventId: 'evt_01jd3v9k7he2n8q4x5c6t7w8yz', types: ['contact.*'] })
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
  const stream = await follow(client, {})
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

test('spec 20.8: who leaves the loop leaves the connection', async () => {
  const abort = new AbortController()
  opened.push(abort)
  let isThere = false
  const onConnection = (is: boolean) => void (isThere = is)
  const left = (async () => {
    for await (const { type } of samvad.events.stream({
      types: ['contact.deleted'],
      signal: abort.signal,
      onConnection,
    }))
      return type
    return null
  })()
  await eventually('it is connected', async () => isThere)
  await happen(1)
  assert.equal(await left, 'contact.deleted')
  assert.equal(isThere, false)
  await eventually('nobody follows any more', async () => proxy.answering === 0)
})

const firstOf = (stream: AsyncIterable<unknown>) => stream[Symbol.asyncIterator]().next()

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
