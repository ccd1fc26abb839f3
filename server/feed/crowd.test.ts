// Many clients of one process's live stream, and one that does not read.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { eventJobs } from '#events/jobs.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { startSamvad, whenReachable } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { assertRefused, person } from '../../test/story.ts'
import { follow, type Stream } from '../../test/stream.ts'
import { endStreams } from './stream.ts'

const CLIENTS = 1000
const OPENED_AT_ONCE = 50
/** Memory per client, for both sides together, as this process contains both. */
const BYTES_EACH_MAX = 200 * 1024
const LARGE_EVENTS = 1600
const LARGE_BYTES = 10_000

const agent = new Agent({ keepAlive: false })
const crowd: { request: ClientRequest; ids: string[] }[] = []
const opened: Stream[] = []
// Before the servers are closed, because closing waits for the streams.
after(() => {
  for (const { request } of crowd) request.destroy()
  for (const stream of opened) stream.close()
  endStreams()
})

const samvad = await startSamvad()
const { organizationId, token } = samvad.company
const owner = person(samvad)

async function told(): Promise<void> {
  for (const job of eventJobs(samvad.app))
    while (await whenReachable(() => job.run(new AbortController().signal))) continue
}

/** On a busy machine the database may respond too late; the client then reconnects. */
const join = () => eventually('the client follows', follows)

async function follows(): Promise<boolean> {
  const ids: string[] = []
  const request = get(`${samvad.url}/v1/events/stream`, { agent, headers: { authorization: `Bearer ${token}` } })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode === 503) {
    request.destroy()
    return false
  }
  assert.equal(response.statusCode, 200)
  crowd.push({ request, ids })
  response.on('error', () => {})
  response.setEncoding('utf8').on('data', (text: string) => {
    for (const [, id] of text.matchAll(/^id: (\S+)$/gm)) ids.push(id as string)
  })
  return true
}

/** Disconnections are noticed with a delay. */
const whenThereIsRoom = () =>
  eventually('there is room for one', async () => {
    const one = await follow(samvad.url, token)
    return one.status === 200 && one
  })

const bytesNow = () => {
  global.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(`spec 14.28: ${CLIENTS} follow one process, each is told, and none takes much memory`, async (t) => {
  const before = bytesNow()
  while (crowd.length < CLIENTS) await Promise.all(Array.from({ length: OPENED_AT_ONCE }, join))
  const each = (bytesNow() - before) / CLIENTS
  t.diagnostic(`${Math.round(each / 1024)} KiB of a client, both sides together`)
  assert.ok(each < BYTES_EACH_MAX, `${each} bytes`)
  const { id } = await owner.make('/v1/contacts', { display_name: 'Ravi' })
  await told()
  const [event] = (await owner.get(`/v1/events?object_id=${id}`)).body.data
  await eventually('everybody is told', async () => crowd.every(({ ids }) => ids.length > 0))
  for (const { ids } of crowd) assert.deepEqual(ids, [event.id])
  // The limit is per organization: others can still connect, and a disconnect makes room.
  assertRefused(await owner.get('/v1/events/stream'), 503, 'temporarily_unavailable')
  const neighbour = await follow(samvad.url, (await samvad.newCompany('Beside Books')).token)
  assert.equal(neighbour.status, 200)
  neighbour.close()
  crowd.pop()?.request.destroy()
  ;(await whenThereIsRoom()).close()
  for (const { request } of crowd) request.destroy()
})

test('spec 14.23: who does not read is dropped, harms nobody, and comes back without a gap', async (t) => {
  const fast = await whenThereIsRoom()
  opened.push(fast)
  await eventually('it is open', async () => fast.beats > 0)
  const { hostname, port } = new URL(samvad.url)
  const slow = connect({ host: hostname, port: Number(port) })
  let text = ''
  slow.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  slow.on('error', () => {})
  slow.write(`GET /v1/events/stream HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await eventually('it follows', async () => text.includes(': \n'))
  const idsIn = () => [...text.matchAll(/^id: (\S+)\r?\ndata: (\{.*\})$/gm)].map(([, id]) => id as string)
  await owner.make('/v1/contacts', { display_name: 'Lata' })
  await told()
  await eventually('it is told', async () => idsIn().length === 1)
  slow.pause()

  const ids = Array.from({ length: LARGE_EVENTS }, () => newUuid())
  await samvad.rows(
    `insert into events (org_id, id, type, object_id, payload, created_at)
     select $1, id, 'contact.deleted', id, jsonb_build_object('id', repeat('x', $3::int)), now()
       from unnest($2::uuid[]) id order by id`,
    [organizationId, ids satisfies Uuid[], LARGE_BYTES],
  )
  await told()
  await eventually('who reads has everything', async () => fast.told.length === LARGE_EVENTS + 1)
  // The client that reads has received everything, so only one that does not read can be disconnected from now on.
  process.env.SAMVAD_TEST_STREAM_STALLED_MS = '100'
  t.after(() => delete process.env.SAMVAD_TEST_STREAM_STALLED_MS)
  // Writing to a closed connection fails.
  const isGone = async () => {
    if (!slow.destroyed) slow.write('\r\n')
    return slow.destroyed
  }
  await eventually('who does not is dropped', isGone)
  delete process.env.SAMVAD_TEST_STREAM_STALLED_MS
  const [last] = idsIn()
  const back = await follow(samvad.url, token, '', last)
  opened.push(back)
  await eventually('the rest', async () => back.told.length === LARGE_EVENTS)
  assert.deepEqual(
    [last, ...back.told.map(({ id }) => id)],
    fast.told.map(({ id }) => id),
  )
  await samvad.rows(`update events set payload = '{"deleted": true}' where type = 'contact.deleted'`)
})

test('spec 14.22: an id from before a restore, or of an event that is too old, is answered with a reset', async () => {
  const { id } = await owner.make('/v1/contacts', { display_name: 'Meena' })
  await told()
  const [event] = (await owner.get(`/v1/events?object_id=${id}`)).body.data
  // As in a restored database, or one that has deleted the event by age.
  await samvad.rows(
    'delete from events where object_id = (select object_id from events order by position desc limit 1)',
  )
  const stream = await follow(samvad.url, token, '', event.id)
  opened.push(stream)
  await eventually('it says so', async () => stream.told.length === 1)
  assert.deepEqual(stream.told[0], { id: null, event: 'reset', data: {} })
})
