// How much of bodies is read, and how much of them is in memory. Over sockets, byte by byte.

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newCallbackKey } from '#messaging/channels/accounts/callback.ts'
import { startSamvad } from '../../test/harness.ts'
import { event, SIGNING_KEY } from '../../test/mail-webhooks/mailgun.ts'
import { eventually } from '../../test/program.ts'
import { openSocket, readAnswer, sendRaw } from '../../test/socket.ts'
import { person } from '../../test/story.ts'
import { BODIES_BYTES_MAX, BodyBudget, bodiesBytesFree, takeInHand } from './bodies-in-hand.ts'

const MEGABYTE = 1024 * 1024
const MAIL_BYTES = 39 * MEGABYTE
const STRANGERS = 50
/** What a connection that nobody reads occupies in Node and in its streams. */
const UNREAD_BYTES_MAX = 256 * 1024
const PIECE = Buffer.alloc(64 * 1024, 'x')
const CHUNK = Buffer.from(chunkOf('x'.repeat(64 * 1024)))

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })

const server = { host: '127.0.0.1', port: 2525, secure: false, from: 'hello@asha.example' }
const inbound = { provider: 'mailgun', signing_key: SIGNING_KEY }
const setMail = async (who: ReturnType<typeof person>): Promise<string> => {
  const { body } = await who.put('/v1/channels/email', { ...server, inbound })
  return new URL(body.inbound.callback_url).pathname
}
const asha = person(samvad)
const known = await setMail(asha)
const [folder, token] = [known.slice(0, known.lastIndexOf('/') + 1), known.slice(known.lastIndexOf('/') + 1)]
/** Well-formed, but of no organization. */
const strange = folder + newCallbackKey() + token.slice(newCallbackKey().length)
const neighbour = person(samvad, await samvad.newCompany('Banyan Books'))
const theirs = await setMail(neighbour)
const dead = await (async () => {
  const gone = person(samvad, await samvad.newCompany('Gone'))
  const path = await setMail(gone)
  await gone.delete('/v1/channels/email')
  return path
})()

const head = (path: string, ...headers: string[]) => headOf('application/json', path, ...headers)
const headOf = (mediaType: string, path: string, ...headers: string[]) =>
  `${[`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${mediaType}`, ...headers].join('\r\n')}\r\n\r\n`
const ofLength = (bytes: number) => `Content-Length: ${bytes}`
const EXPECT = 'Expect: 100-continue'
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'

/** The first line of the response. */
function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes).split('\r\n', 1)[0] as string)))
}

/** Sends until the other side closes or everything is sent. */
async function pour(socket: Socket, piece: Buffer): Promise<void> {
  const isClosed = Promise.withResolvers<void>()
  socket.once('close', () => isClosed.resolve())
  const drained = () => new Promise<void>((resolve) => socket.once('drain', resolve))
  for (let sent = 0; sent < MAIL_BYTES && socket.writable; sent += piece.length)
    if (!socket.write(piece)) await Promise.race([drained(), isClosed.promise])
}

const SMALL_BODIES = 60

const allGivenBack = () => eventually('all bytes are free again', async () => bodiesBytesFree() === BODIES_BYTES_MAX)

test('spec 7.126: an address of nobody is a 404 before anything of the body is sent, and the connection ends', async () => {
  const kinds = ['app', 'sms', 'email'].map((channel) => strange.replace('/email/', `/${channel}/`))
  for (const path of [...kinds, dead, `${strange}/mime`, `${dead}/mime`, `${kinds[1]}/incoming`])
    for (const headers of [
      [ofLength(1_000_000)],
      [ofLength(1_000_000), EXPECT],
      ['Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked', EXPECT],
    ]) {
      const answer = await sendRaw(samvad.url, head(path, ...headers))
      assert.equal(answer.status, 404, `${path} ${headers}: ${answer.head}`)
      assert.ok(!answer.head.includes('100 Continue'))
      assert.match(answer.head, /^connection: close\r?$/im)
      assert.equal(JSON.parse(answer.body).code, 'not_found')
    }
  const [ofNobody, ofWhoIsGone] = await Promise.all(
    [strange, dead].map((path) => sendRaw(samvad.url, head(path, ofLength(1_000_000)))),
  )
  const told = ({ body = '' } = {}) => ({ ...JSON.parse(body), request_id: '' })
  assert.deepEqual(told(ofNobody), told(ofWhoIsGone), 'who guesses does not learn that somebody was there')
  // With another media type too: the organization is identified first.
  const other = await sendRaw(samvad.url, headOf('image/png', strange, ofLength(9)))
  assert.equal(other.status, 404)
})

test('spec 7.126: an address that is known is read as before, with 100 Continue for who asks', async () => {
  const body = JSON.stringify(event({ event: 'opened' }))
  for (const expect of [true, false]) {
    const socket = await openSocket(samvad.url)
    socket.write(head(known, ofLength(Buffer.byteLength(body)), ...(expect ? [EXPECT] : [])))
    if (expect) assert.equal(await firstLine(socket), 'HTTP/1.1 100 Continue')
    const answer = readAnswer(socket)
    socket.write(body)
    assert.equal((await answer).status, 200)
    socket.destroy()
  }
  const hex = Buffer.byteLength(body).toString(16)
  const chunked = await sendRaw(
    samvad.url,
    `${head(known, 'Transfer-Encoding: chunked')}${hex}\r\n${body}\r\n0\r\n\r\n`,
  )
  assert.equal(chunked.status, 200, chunked.body)
  await allGivenBack()
})

test('spec 7.126: fifty strangers who send 39 MB each take no memory', async () => {
  let most = 0
  const before = process.memoryUsage().arrayBuffers
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 5)
  const statuses = await Promise.all(
    Array.from({ length: STRANGERS }, async (_, index) => {
      const socket = await openSocket(samvad.url)
      const answer = readAnswer(socket)
      const isChunked = index % 3 === 0
      socket.write(head(index % 2 ? strange : dead, isChunked ? 'Transfer-Encoding: chunked' : ofLength(MAIL_BYTES)))
      await pour(socket, isChunked ? CHUNK : PIECE)
      const { status } = await answer
      socket.destroy()
      return status
    }),
  )
  clearInterval(timer)
  assert.deepEqual(new Set(statuses), new Set([404]))
  assert.ok(most < STRANGERS * UNREAD_BYTES_MAX, `${most} bytes for ${STRANGERS} strangers`)
  assert.equal(bodiesBytesFree(), BODIES_BYTES_MAX)
})

test('spec 18.40: bodies in hand are bounded together; beyond that it is a 503 with Retry-After, and room for others', async () => {
  const sockets: Socket[] = []
  const begin = async (path: string) => {
    const socket = await openSocket(samvad.url)
    sockets.push(socket)
    socket.write(head(path, ofLength(MAIL_BYTES), EXPECT))
    return firstLine(socket)
  }
  // Alone, an organization gets half of the budget.
  for (let body = 0; body < 3; body++) assert.equal(await begin(known), 'HTTP/1.1 100 Continue')
  const refused = await sendRaw(samvad.url, head(known, ofLength(MAIL_BYTES), EXPECT))
  assert.equal(refused.status, 503, refused.body)
  assert.match(refused.head, /^retry-after: 1\r?$/im)
  assert.match(refused.head, /^connection: close\r?$/im)
  assert.equal(await begin(theirs), 'HTTP/1.1 100 Continue', 'there is room for another')
  assert.equal((await asha.get('/v1/contacts')).status, 200)
  assert.equal((await asha.post('/v1/contacts', { email: 'ravi@company.example' })).status, 201)
  for (const socket of sockets) socket.destroy()
  await allGivenBack()
  assert.equal(await begin(known), 'HTTP/1.1 100 Continue')
  sockets.at(-1)?.destroy()
  await allGivenBack()
})

test('spec 18.40: a body that does not say its length counts as it comes, and ends where there is no room', async () => {
  const budgets = new BodyBudget(100)
  budgets.take('a', 40)
  assert.throws(() => budgets.take('a', 20), { code: 'temporarily_unavailable' })
  budgets.take('b', 30)
  assert.throws(() => budgets.take('c', 16), { code: 'temporarily_unavailable' })
  budgets.take('c', 15)
  assert.equal(budgets.free, 15)
  budgets.giveBack('a', 40)
  budgets.take('a', 27)

  const contacts = (name: string) =>
    `POST /v1/contacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${samvad.company.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunkOf(`{"email":"${name}@company.example"}`)}`
  const begun = await Promise.all(
    Array.from({ length: SMALL_BODIES }, async (_, index) => {
      const socket = await openSocket(samvad.url)
      socket.write(contacts(`c${index}`))
      return socket
    }),
  )
  const held = () => BODIES_BYTES_MAX - bodiesBytesFree()
  await eventually('all of them have begun', async () => held() >= SMALL_BODIES * '{"email":""}'.length)
  assert.ok(held() < SMALL_BODIES * 1000, `nobody reserves what they may send: ${held()} bytes are held`)
  for (const socket of begun) {
    const answer = readAnswer(socket)
    socket.write('0\r\n\r\n')
    assert.equal((await answer).status, 201)
    socket.destroy()
  }

  const large = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = await openSocket(samvad.url)
      const answer = readAnswer(socket)
      socket.write(head(known, 'Transfer-Encoding: chunked'))
      // The end of the body is withheld, so that all bodies are in memory at once.
      await pour(socket, CHUNK)
      return { socket, answer }
    }),
  )
  assert.ok(bodiesBytesFree() >= BODIES_BYTES_MAX / 2, 'never more than half for one')
  const refused = large.filter(({ socket }) => !socket.writable)
  assert.ok(refused.length > 0)
  for (const { answer } of refused) assert.equal((await answer).status, 503)
  for (const { socket } of large) socket.destroy()
  await allGivenBack()
})

test('spec 18.40: however a body ends, its bytes are free again', async () => {
  const { signature, timestamp, token } = event({ event: 'opened' }).signature
  const named = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${'y'.repeat(1000)}\r\n`
  const large = file.replace('yyy', 'y'.repeat(100_000))
  const files = `${file.repeat(100)}${large}${named('timestamp', timestamp)}${named('token', token)}`
  const parts = 'multipart/form-data; boundary=b'
  const own = `Authorization: Bearer ${samvad.company.token}`
  const body = (text: string) => `${ofLength(Buffer.byteLength(text))}\r\n\r\n${text}`
  const headed = (path: string, type: string, ...rest: string[]) =>
    headOf(type, path, ...rest.slice(0, -1)).replace(/\r\n$/, '') + rest.at(-1)
  const long = 'x'.repeat(100_000)
  for (const [what, status, text] of [
    ['101 files with a signature', 200, headed(known, parts, body(`${files}${named('signature', signature)}--b--`))],
    ['101 files without one', 401, headed(known, parts, body(`${files}--b--`))],
    ['a wrong signature', 401, headed(known, 'application/json', body(JSON.stringify({ long })))],
    ['cut parts', 401, headed(known, parts, body(files))],
    ['another content type', 415, headed('/v1/contacts', 'image/png', own, body(long))],
    ['another charset', 415, headed('/v1/contacts', 'application/json; charset=utf-16', own, body(long))],
    ['more than the route takes', 413, headed('/v1/contacts', 'application/json', own, body('x'.repeat(1_100_000)))],
    ['no JSON', 400, headed('/v1/contacts', 'application/json', own, body(long))],
    ['no such field', 422, headed('/v1/contacts', 'application/json', own, body(JSON.stringify({ long })))],
    ['no token', 401, headed('/v1/contacts', 'application/json', body(long))],
    [
      'chunks beyond the limit',
      413,
      headed('/v1/contacts', 'application/json', own, CHUNKED + CHUNK.toString().repeat(17)),
    ],
    ['a chunk of wrong length', 400, headed('/v1/contacts', 'application/json', own, `${CHUNKED}${CHUNK}zz\r\n`)],
  ] as const) {
    const answer = await sendRaw(samvad.url, text)
    assert.equal(answer.status, status, `${what}: ${answer.body}`)
    await allGivenBack()
  }
  // The caller disconnects in the middle of the body.
  for (const begun of [`${ofLength(MEGABYTE)}\r\n\r\n${long}`, `${CHUNKED}${CHUNK}`]) {
    const socket = await openSocket(samvad.url)
    socket.write(headed('/v1/contacts', 'application/json', own, begun))
    await eventually('it is counted', async () => bodiesBytesFree() < BODIES_BYTES_MAX)
    socket.resetAndDestroy()
    await allGivenBack()
  }
})

test('spec 18.40: a body whose caller has gone is in hand until it is worked on', () => {
  const raw = new EventEmitter()
  const request = {} as FastifyRequest
  takeInHand(request, { raw } as unknown as FastifyReply, 'an organization', MEGABYTE, MEGABYTE)
  const held = () => BODIES_BYTES_MAX - bodiesBytesFree()
  request.bodyInHand?.beginWork()
  raw.emit('close')
  request.bodyInHand?.beginWork()
  request.bodyInHand?.endWork()
  assert.equal(held(), MEGABYTE)
  request.bodyInHand?.endWork()
  assert.equal(held(), 0)
})

function chunkOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}
