// A request that takes too long is answered or cut off, and holds nothing afterwards: spec 19.36.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { type Limited, useTimer } from '#kit/deadlines.ts'
import { pastDeadlines } from '#kit/metrics.ts'
import { Type } from '#kit/wire.ts'
import { routesOf } from '#program/routes.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { openSocket, readAnswer } from '../../test/socket.ts'
import { BODIES_BYTES_MAX, bodiesBytesFree } from './bodies-in-hand.ts'
import { ANSWER_MS, DOWNLOAD_MS, ENDLESS_OPERATIONS } from './request-deadline.ts'
import { open, type Route } from './route.ts'
import { createServer } from './server.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })

interface Pending {
  ms: number
  limited: Limited
  pass(): void
}
const pending = new Set<Pending>()
after(
  useTimer((ms, pass, limited) => {
    const one = { ms, limited, pass }
    pending.add(one)
    return () => void pending.delete(one)
  }),
)
const requests = () => [...pending].filter(({ limited }) => limited.of === 'request')
const pass = (name: string) => {
  const [one] = requests().filter(({ limited }) => limited.name === name)
  assert.ok(one, `no request has the deadline ${name}`)
  pending.delete(one)
  one.pass()
}
const countOf = async (name: string) =>
  (await pastDeadlines.get()).values.find(({ labels }) => labels.of === 'request' && labels.name === name)?.value ?? 0

let begun = 0
let finish = Promise.withResolvers<{
  status: number
  body?: unknown
  raw?: { contentType: string; content: Readable }
}>()
const route = (operationId: string, handle: () => ReturnType<Parameters<typeof open>[0]['handle']>) =>
  Object.assign(
    open({
      method: 'POST',
      path: `/${operationId}`,
      tag: 'Status',
      summary: 'for this test',
      bodyBytesMax: 1024 * 1024,
      body: Type.Object({ text: Type.String() }),
      responses: { 200: null },
      handle,
    }),
    { operationId },
  ) as Route
const endless = () => new Readable({ read() {} })
const streamed = async () => {
  const content = endless()
  content.push('first')
  return { status: 200, raw: { contentType: 'text/plain', content } }
}
const server = createServer(
  samvad.app,
  [
    route('hang', () => {
      begun++
      return finish.promise
    }),
    route('export', streamed),
    route('streamEvents', streamed),
  ],
  { isSandboxOn: () => false },
)
const url = await server.listen({ port: 0, host: '127.0.0.1' })
after(() => server.close())

const BODY = JSON.stringify({ text: 'x'.repeat(100_000) })
async function post(path: string) {
  const socket = await openSocket(url)
  const answer = readAnswer(socket)
  socket.write(
    `POST /${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  )
  return { socket, answer }
}
const allFree = () => eventually('its bytes are free', async () => bodiesBytesFree() === BODIES_BYTES_MAX)

test('spec 19.36: a request whose handler hangs is answered 503 at its deadline, and its body is not counted any more', async () => {
  const before = await countOf('answer')
  const { answer } = await post('hang')
  await eventually('it is worked on', async () => begun === 1)
  assert.ok(bodiesBytesFree() < BODIES_BYTES_MAX)
  assert.deepEqual(
    requests().map(({ ms, limited }) => [limited.name, ms]),
    [['answer', ANSWER_MS]],
  )
  pass('answer')
  const { status, head, body } = await answer
  assert.equal(status, 503)
  assert.equal(JSON.parse(body).code, 'temporarily_unavailable')
  assert.match(head, /^retry-after: 1\r?$/im)
  assert.match(head, /^connection: close\r?$/im)
  await allFree()
  assert.equal(await countOf('answer'), before + 1)
  // The handler ends late: no response is sent, and its content is closed.
  const content = endless()
  finish.resolve({ status: 200, raw: { contentType: 'text/plain', content } })
  await eventually('its answer is closed', async () => content.destroyed)
  assert.deepEqual(requests(), [])
})

test('spec 18.40, 19.36: a body whose caller has gone and whose handler hangs is given back at the deadline', async () => {
  finish = Promise.withResolvers()
  const { socket, answer } = await post('hang')
  await eventually('it is worked on', async () => begun === 2)
  socket.resetAndDestroy()
  await answer
  assert.ok(bodiesBytesFree() < BODIES_BYTES_MAX)
  pass('answer')
  await allFree()
  finish.resolve({ status: 200, body: {} })
})

test('spec 19.36: an answer that is never taken to its end is cut off; one that is read in time has no deadline left', async () => {
  const { socket } = await post('export')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await eventually('its answer is under way', async () => requests().some(({ limited }) => limited.name === 'download'))
  assert.deepEqual(
    requests().map(({ ms }) => ms),
    [DOWNLOAD_MS],
  )
  pass('download')
  await closed
  assert.equal((await samvad.request('GET', '/v1/me')).status, 200)
  await eventually('it has none', async () => requests().length === 0)
})

test('spec 14.22, 19.36: an event stream has no deadline, by its name', async () => {
  const { socket } = await post('streamEvents')
  await new Promise((resolve) => socket.once('data', resolve))
  await eventually('it has none', async () => requests().length === 0)
  socket.destroy()
  const streams = routesOf(samvad.app).filter(({ produces }) => produces === 'text/event-stream')
  assert.deepEqual(
    streams.map(({ operationId }) => operationId),
    ENDLESS_OPERATIONS,
  )
})
