// STYLE.md: every body has a limit. Whatever is sent, with or without a token, others are answered in the meantime; and
// a body refused by its headers is not read. Tested on a real process, over sockets.

import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { openSocket, type RawAnswer, readAnswer, sendRaw } from '../socket.ts'

const MEGABYTE = 1024 * 1024
const AT_ONCE = 2
/** A bystander's maximum wait, which `npm run hostile` measures; the defects that this guards against took seconds. */
const STRETCH_MAX_MS = 300

const dataDirectory = await newDataDirectory()
const samvad: Program = await startProgram(dataDirectory, {
  DATABASE_URL: urlOf(await testDatabase()),
  ROLES: 'api',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${new URL('stretches.mjs', import.meta.url).href}`,
  SAMVAD_LOG_LEVEL: 'silent',
})

after(async () => {
  await samvad.stop()
  await removeDataDirectory(dataDirectory)
})

interface Post {
  path: string
  type?: string
  headers?: string
  token?: string | null
  body: string | Buffer
}

const headOf = ({ path, type = 'application/json', headers, token = samvad.token, body }: Post) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `content-type: ${type}`,
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    headers ?? `content-length: ${Buffer.byteLength(body)}`,
    '\r\n',
  ].join('\r\n')

async function post(given: Post): Promise<RawAnswer> {
  return sendRaw(samvad.url, Buffer.concat([Buffer.from(headOf(given)), Buffer.from(given.body)]))
}

/**
 * The longest time, in processor time, for which the program's event loop was blocked during the work, and with it
 * every waiting caller.
 */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const ask = async () => Number((await samvad.request('GET', '/', { headers: { 'x-test-longest-stretch': '' } })).text)
  await ask()
  await work()
  return ask()
}

const repeated = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join(',')

const heavyBatches: [string, string, number][] = [
  ['a million unknown keys', `{${repeated(700_000, (index) => `"k${index}":0`)}}`, 422],
  ['a prototype and many zeros', `["__proto__"${',0'.repeat(4 * MEGABYTE - 100)}]`, 422],
  ['nested lists', '['.repeat(8 * MEGABYTE), 422],
  ['nested objects', '{"a":'.repeat(1.5 * MEGABYTE), 422],
  ['blanks', ' '.repeat(8 * MEGABYTE), 422],
  ['one number', '1'.repeat(8 * MEGABYTE), 422],
  ['one text of quotes', `"${'\\"'.repeat(4 * MEGABYTE - 10)}"`, 422],
  [
    '1,000 items of 20 faults',
    `{"messages":[${repeated(1000, () => `{${repeated(20, (index) => `"k${index}":0`)}}`)}]}`,
    200,
  ],
  ['100,000 items', `{"messages":[${repeated(100_000, () => '{}')}]}`, 422],
  ['1,000 long texts', `{"messages":[${repeated(1000, () => `{"text":"${'a'.repeat(8000)}"}`)}]}`, 200],
]

for (const [what, body, status] of heavyBatches) {
  test(`spec 19.7: a batch of ${what}, ${AT_ONCE} times at once, keeps nobody waiting`, async () => {
    const stretch = await longestStretch(async () => {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => post({ path: '/v1/messages/batch', body })),
      )
      for (const answer of answers) assert.equal(answer.status, status, answer.body.slice(0, 300))
    })
    assert.ok(stretch < STRETCH_MAX_MS, `everybody waited ${stretch} ms of processor time`)
  })
}

test('spec 19.7: forms of many fields keep nobody waiting, from strangers least of all', async () => {
  const fields = Array.from({ length: 4999 }, (_, index) => `a[b][c][${index}]=`).join('&')
  const type = 'application/x-www-form-urlencoded'
  const stretch = await longestStretch(async () => {
    const posts = Array.from({ length: AT_ONCE }, async () => {
      assert.equal((await post({ path: '/console/session', type, token: null, body: fields })).status, 413)
      assert.equal((await post({ path: '/v1/contacts', type, body: fields })).status, 422)
    })
    await Promise.all(posts)
  })
  assert.ok(stretch < STRETCH_MAX_MS, `everybody waited ${stretch} ms of processor time`)
})

for (const [what, given, status, code] of [
  [
    'a media type that a public route does not take',
    {
      path: '/console/session',
      type: 'application/x-www-form-urlencoded',
      token: null,
      headers: 'transfer-encoding: chunked',
    },
    415,
    'unsupported_media_type',
  ],
  [
    'a body of 100 KB on a public route',
    { path: '/console/session', token: null, headers: 'content-length: 100000' },
    413,
    'body_too_large',
  ],
  [
    'a webhook of a gigabyte',
    { path: '/webhooks/gateways/razorpay', token: null, headers: 'content-length: 1000000000' },
    413,
    'body_too_large',
  ],
  [
    'an unsubscription of a gigabyte',
    {
      path: '/unsubscribe/x',
      type: 'multipart/form-data; boundary=b',
      token: null,
      headers: 'content-length: 1000000000',
    },
    413,
    'body_too_large',
  ],
  [
    'a stranger’s body',
    { path: '/v1/messages/batch', token: null, headers: 'content-length: 1000000' },
    401,
    'unauthenticated',
  ],
  ['a batch of 9 MB', { path: '/v1/messages/batch', headers: 'content-length: 9000000' }, 413, 'body_too_large'],
  ['XML', { path: '/v1/contacts', type: 'text/xml', headers: 'content-length: 500000' }, 415, 'unsupported_media_type'],
  ['a body for a path that is not there', { path: '/v1/nothing', headers: 'content-length: 500000' }, 404, 'not_found'],
  [
    'a body for a path that takes none',
    { path: '/healthz', headers: 'content-length: 500000' },
    405,
    'method_not_allowed',
  ],
  [
    'what asks first',
    { path: '/v1/contacts', type: 'text/xml', headers: 'content-length: 5\r\nexpect: 100-continue' },
    415,
    'unsupported_media_type',
  ],
] as const) {
  test(`spec 19.7: ${what} is refused by its headers, and the connection is closed instead of read`, async () => {
    const answer = await sendRaw(samvad.url, headOf({ ...given, body: '' }))
    assert.equal(answer.status, status, answer.head)
    assert.equal(JSON.parse(answer.body).code, code)
    assert.match(answer.head, /^connection: close/im)
    assert.ok(answer.isClosed)
  })
}

test('spec 19.7: a short body behind a refusal is passed over, and the connection goes on', async () => {
  const refused = headOf({ path: '/v1/contacts', token: null, body: '{}' })
  const answer = await sendRaw(samvad.url, `${refused}{}`)
  assert.equal(answer.status, 401)
  assert.doesNotMatch(answer.head, /^connection: close/im)
  const socket = await openSocket(samvad.url)
  const first = readAnswer(socket)
  socket.write(`${refused}{}`)
  assert.equal((await first).status, 401)
  const second = readAnswer(socket)
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  assert.equal((await second).status, 200)
  socket.destroy()
})

test('spec 19.7: who asks with Expect whether to send is told to go on where the body is taken', async () => {
  const socket = await openSocket(samvad.url)
  const body = JSON.stringify({ email: 'asha@company.example' })
  const told = new Promise<string>((resolve) => socket.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  socket.write(
    headOf({ path: '/v1/contacts', headers: `content-length: ${body.length}\r\nexpect: 100-continue`, body }),
  )
  assert.match(await told, /^HTTP\/1\.1 100 Continue\r\n/)
  const answer = readAnswer(socket)
  socket.write(body)
  assert.equal((await answer).status, 201)
  socket.destroy()
})

// In parallel: each closed connection stays silent for a second before it ends.
suite('bodies without end', { concurrency: true }, () => {
  for (const [path, type, token] of [
    ['/console/session', 'application/json', null],
    ['/v1/contacts', 'application/json', 'own'],
    ['/v1/contacts', 'multipart/form-data; boundary=b', 'own'],
  ] as const) {
    test(`spec 19.7: a body in chunks without end stops at the limit: ${path}, ${type.split(';')[0]}`, async () => {
      const socket = await openSocket(samvad.url)
      const answered = readAnswer(socket)
      const headers = 'transfer-encoding: chunked'
      socket.write(headOf({ path, type, headers, body: '', ...(token === null ? { token } : {}) }))
      const chunk = Buffer.from(`10000\r\n${'a'.repeat(0x10000)}\r\n`)
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      const pump = () => {
        while (!socket.destroyed) if (!socket.write(chunk)) return void socket.once('drain', pump)
      }
      pump()
      const answer = await answered
      assert.equal(answer.status, 413, answer.head)
      // The caller never ends: only the server's not reading any more can end this.
      await closed
    })
  }
})

test('spec 19.7: a GET with a body is answered, and a long body is not read', async () => {
  const head = (length: number) => `GET /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`
  const short = await sendRaw(samvad.url, `${head(5)}hello`)
  assert.equal(short.status, 200)
  assert.doesNotMatch(short.head, /^connection: close/im)
  const long = await sendRaw(samvad.url, head(1_000_000_000))
  assert.equal(long.status, 200)
  assert.ok(long.isClosed)
})
