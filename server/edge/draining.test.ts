// Shutdown of a server with connected clients. Uses raw sockets: a client library would hide lost responses.

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { openSocket } from '../../test/socket.ts'
import type { DrainableServer } from './http-server.ts'
import { open, type Route } from './route.ts'
import { createServer } from './server.ts'

const samvad = await startSamvad()
const ASK = 'GET /answer HTTP/1.1\r\nhost: localhost\r\n\r\n'
const CALLERS = 32
const PIECE = 'x'.repeat(10_000)
const PIECES = 200

/**
 * A server for one test, because a drained one does not accept again. The results of `answers` are sent one after
 * another.
 */
async function serve(answers: () => Promise<unknown> = async () => {}) {
  const summary = 'for this test'
  const raw = (content: string | Readable) => ({ status: 200, raw: { contentType: 'text/plain', content } })
  const routes: Route[] = [
    open({
      method: 'GET',
      path: '/answer',
      tag: 'Status',
      summary,
      responses: { 200: null },
      handle: () => answers().then(() => raw('answer\n')),
    }),
    open({
      method: 'GET',
      path: '/export',
      tag: 'Status',
      summary,
      responses: { 200: null },
      handle: async () => raw(Readable.from(Array.from({ length: PIECES }, () => PIECE))),
    }),
  ]
  const server = createServer(samvad.app, routes, { isSandboxOn: () => false })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return { url, drain: () => (server.server as DrainableServer).drain().then(() => server.close()) }
}

interface Caller {
  socket: Socket
  text: string
  isClosed: boolean
  error: Error | null
}

async function call(url: string, text = ''): Promise<Caller> {
  const socket = await openSocket(url)
  const caller: Caller = { socket, text: '', isClosed: false, error: null }
  socket.on('data', (chunk) => (caller.text += chunk.toString('latin1')))
  socket.on('error', (error) => (caller.error = error))
  socket.once('close', () => (caller.isClosed = true))
  if (text !== '') socket.write(text)
  return caller
}

const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0
const answersOf = ({ text }: Caller) => count(text, /^HTTP\/1\.1 200/gm)
const saysLast = ({ text }: Caller) => count(text, /^connection: close\r$/gim)

test('spec 17.7: callers who keep their connections and ask again and again get every answer, the last of which says so', async () => {
  const { url, drain } = await serve()
  const told = { asked: 0, answered: 0, last: 0, lost: [] as string[] }
  let talking = 0
  const talk = async (): Promise<void> => {
    const caller = await call(url)
    let [asked, seen] = [0, 0]
    const next = () => {
      asked++
      caller.socket.write(ASK)
    }
    caller.socket.on('data', () => {
      const answered = answersOf(caller)
      if (seen === 0 && answered > 0) talking++
      while (seen < answered && !saysLast(caller)) {
        seen++
        next()
      }
    })
    next()
    await eventually('the connection ends', async () => caller.isClosed)
    told.asked += asked
    told.answered += answersOf(caller)
    told.last += saysLast(caller)
    if (answersOf(caller) < asked || caller.error) told.lost.push(`${answersOf(caller)} of ${asked} ${caller.error}`)
  }
  const talks = Array.from({ length: CALLERS }, talk)
  await eventually('all are talking', async () => talking === CALLERS)
  await drain()
  await Promise.all(talks)
  assert.deepEqual(told.lost, [])
  assert.equal(told.last, CALLERS)
  assert.ok(told.asked > CALLERS, `${told.asked} requests`)
})

test('spec 17.7: what is being answered, being sent, or was sent in a row when the end comes is answered to its end', async () => {
  let answer = () => {}
  const isAllowed = new Promise<void>((resolve) => (answer = resolve))
  const { url, drain } = await serve(() => isAllowed)
  const answered = await call(url, ASK)
  const inARow = await call(url, ASK.repeat(5))
  const beingSent = await call(url, ASK.slice(0, 20))
  const reading = await call(url, ASK.replace('/answer', '/export'))
  await eventually('the export has begun', async () => reading.text.length > 0)
  reading.socket.pause()
  let isOver = false
  const over = drain().then(() => (isOver = true))
  await eventually('nobody else is taken', () =>
    openSocket(url).then(
      (socket) => void socket.destroy(),
      () => true,
    ),
  )
  beingSent.socket.write(ASK.slice(20))
  answer()
  await eventually('all but the slow reader are answered', async () =>
    [answered, inARow, beingSent].every(({ isClosed }) => isClosed),
  )
  assert.equal(isOver, false)
  reading.socket.resume()
  await over
  assert.deepEqual([answered, inARow, beingSent, reading].map(answersOf), [1, 5, 1, 1])
  assert.deepEqual([answered, inARow, beingSent].map(saysLast), [1, 1, 1])
  assert.match(inARow.text, /connection: close(?![^]*HTTP\/1\.1)/i, 'the last of the row says so')
  await eventually('the reader has all', async () => count(reading.text, /x/g) >= PIECE.length * PIECES)
  assert.deepEqual(
    [answered, inARow, beingSent, reading].map(({ error }) => error),
    [null, null, null, null],
  )
})

test('spec 17.7: connections that nobody uses, or never used, are closed with a plain end, and hold nothing up', async () => {
  const { url, drain } = await serve()
  const never = await call(url)
  const used = await call(url, ASK)
  await eventually('it is answered', async () => answersOf(used) === 1)
  await drain()
  assert.deepEqual([never.error, used.error, answersOf(used), saysLast(used)], [null, null, 1, 0])
})

test('spec 17.7: who asks again on a connection that rested is answered while the server ends', async () => {
  const { url, drain } = await serve()
  const caller = await call(url, ASK)
  await eventually('it is answered', async () => answersOf(caller) === 1)
  const over = drain()
  await eventually('nobody else is taken', () =>
    openSocket(url).then(
      (socket) => void socket.destroy(),
      () => true,
    ),
  )
  caller.socket.write(ASK)
  await over
  assert.deepEqual([answersOf(caller), saysLast(caller), caller.error], [2, 1, null])
})
