// spec 19.7: nothing that a stranger sends ends the program, and a defect in one request is that request's 500. Tested
// on a real process, over sockets, with PostgreSQL.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { openSocket, sendRaw } from '../socket.ts'

const dataDirectory = await newDataDirectory()
const throwing = new URL('throwing.mjs', import.meta.url).href
const samvad: Program = await startProgram(dataDirectory, {
  DATABASE_URL: urlOf(await testDatabase()),
  ROLES: 'api',
  SAMVAD_TEST_HEADERS_TIMEOUT_MS: '2000',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${throwing}`,
  SAMVAD_LOG_LEVEL: 'silent',
})

after(async () => {
  await samvad.stop()
  await removeDataDirectory(dataDirectory)
})

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`

/** The same process still runs, with its PostgreSQL: a list is read from it. */
async function mustLive(): Promise<void> {
  assert.equal((await samvad.request('GET', '/v1/conversations')).status, 200)
  assert.equal(await counted('process_start_time_seconds'), startedAt)
}

async function counted(name: string): Promise<number> {
  const { text } = await samvad.request('GET', '/metrics')
  const lines = text.split('\n').filter((line) => line.startsWith(name))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
const startedAt = await counted('process_start_time_seconds')

const many = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index))

test('spec 19.7: a query that cannot be read is a fault of its request, never the end of the program', async () => {
  for (const [query, status, ofList] of [
    ['a[b][c][d][e][f]=1', 200, 400],
    ['a[5001]=1', 200, 400],
    [many(1500, () => 'a=1').join('&'), 200, 400],
    [many(700, (index) => `a[${index}]=1`).join('&'), 200, 400],
    ['[]=', 200, 400],
    ['a[]=1&a[b]=2&a=3', 200, 400],
    ['__proto__[x]=1&constructor=1', 200, 400],
    ['%', 200, 400],
    ['%ZZ=%FF%FE&%00=+', 200, 400],
    ['limit=%ED%A0%80', 200, 400],
    ['&&&&====&', 200, 400],
    ['a'.repeat(10_000), 200, 400],
    ['['.repeat(10_000), 200, 400],
    [`a${'[b]'.repeat(3000)}=1`, 200, 400],
    [`a${'[]'.repeat(4000)}=1`, 200, 400],
  ] as const) {
    assert.equal((await sendRaw(samvad.url, get(`/healthz?${query}`))).status, status, query.slice(0, 60))
    const token = `authorization: Bearer ${samvad.token}\r\n`
    const answer = await sendRaw(samvad.url, get(`/v1/conversations?${query}`, token))
    assert.equal(answer.status, ofList, `${query.slice(0, 60)}: ${answer.body}`)
    assert.equal(JSON.parse(answer.body).code, 'invalid_query')
    assert.ok(answer.body.length < 6000, 'the fault is told in few words')
  }
  await mustLive()
})

test('spec 19.7: what is no request, or too long a one, is answered as a problem and its connection closed', async () => {
  for (const [what, text, status, code] of [
    ['5,001 parameters', get(`/healthz?${many(5001, (index) => `p${index}=1`).join('&')}`), 431, 'headers_too_large'],
    ['100 KB of brackets', get(`/healthz?${'['.repeat(100_000)}`), 431, 'headers_too_large'],
    ['long headers', get('/healthz', `x: ${'y'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
    ['no HTTP', 'how do you do\r\n\r\n', 400, 'malformed_request'],
    ['a nul byte', 'GET /\u0000 HTTP/1.1\r\nhost: localhost\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'POST /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      400,
      'malformed_request',
    ],
    [
      'length and chunks',
      'POST /console/session HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a broken chunk',
      'POST /console/session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
      400,
      'malformed_request',
    ],
  ] as const) {
    const answer = await sendRaw(samvad.url, text)
    assert.equal(answer.status, status, `${what}: ${answer.head}`)
    assert.match(answer.head, /^content-type: application\/problem\+json/im, what)
    assert.match(answer.head, /^connection: close/im, what)
    assert.equal(JSON.parse(answer.body).code, code, what)
    assert.ok(answer.isClosed, what)
  }
  await mustLive()
})

test('spec 19.7: what comes behind a good request and is none does not take its answer', async () => {
  const answer = await sendRaw(samvad.url, `${get('/healthz')}nonsense\r\n\r\n`)
  assert.equal(answer.status, 200)
  assert.equal(JSON.parse(answer.body).status, 'ok')
})

test('spec 19.7: headers that never end are a 408', async () => {
  const socket = await openSocket(samvad.url)
  const closed = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.once('close', () => resolve(text))
  })
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n')
  assert.match(await closed, /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/)
})

for (const defect of ['timer', 'rejection', 'async', 'router']) {
  test(`spec 19.7: a defect that nobody catches (${defect}) is the 500 of its request, and everybody else is served`, async () => {
    const before = await counted('samvad_uncaught_errors_total')
    const bystanders = Promise.all(many(20, () => '/healthz').map((path) => samvad.request('GET', path)))
    const answer = await samvad.request('GET', '/v1/conversations', { headers: { 'x-test-defect': defect } })
    assert.equal(answer.status, 500)
    assert.equal(answer.body.code, 'internal_error')
    if (defect !== 'router') assert.equal(answer.body.request_id, answer.headers.get('x-request-id'))
    for (const { status } of await bystanders) assert.equal(status, 200)
    await eventually('it is counted', async () => (await counted('samvad_uncaught_errors_total')) === before + 1)
    await mustLive()
  })
}

test('spec 19.7: a defect after its answer harms nobody either', async () => {
  const before = await counted('samvad_uncaught_errors_total')
  const answer = await samvad.request('GET', '/v1/conversations', { headers: { 'x-test-defect': 'later' } })
  assert.equal(answer.status, 200)
  await eventually('it is counted', async () => (await counted('samvad_uncaught_errors_total')) === before + 1)
  await mustLive()
})
