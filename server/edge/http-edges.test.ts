// Edge cases of HTTP: every refusal is a problem with a request id, and no connection is closed without a response.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GUARD_MS } from '../../test/guard.ts'
import { startSamvad } from '../../test/harness.ts'
import { openSocket, type RawAnswer, sendRaw } from '../../test/socket.ts'
import { PIPELINED_MAX } from './http-server.ts'

const samvad = await startSamvad()

function assertProblem(answer: RawAnswer, status: number, code: string): string {
  assert.equal(answer.status, status, `${answer.head}\n${answer.body}`)
  assert.match(answer.head, /^content-type: application\/problem\+json\r?$/im)
  const problem = JSON.parse(answer.body)
  assert.equal(problem.code, code)
  assert.equal(/^x-request-id: (.*?)\r?$/im.exec(answer.head)?.[1], problem.request_id)
  return problem.detail
}

const ask = (line: string, ...headers: string[]) =>
  sendRaw(samvad.url, `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`)

test('spec 3.21, 4.9: no Host, two of them, an Expect that cannot be met and the address * are problems', async () => {
  const healthy = await ask('GET /docs/errors', 'Host: localhost')
  assert.equal(healthy.status, 200)
  assert.match(assertProblem(await ask('GET /docs/errors'), 400, 'malformed_request'), /no Host header/)
  const two = await ask('GET /docs/errors', 'Host: a.example', 'hOsT: b.example')
  assert.match(assertProblem(two, 400, 'malformed_request'), /several Host headers/)
  assert.match(two.head, /^connection: close\r?$/im)
  assert.match(assertProblem(await ask('GET *', 'Host: localhost'), 400, 'malformed_request'), /only for OPTIONS/)
  const expecting = await ask('GET /docs/errors', 'Host: localhost', 'Expect: foo', 'X-Request-Id: mine')
  assert.match(assertProblem(expecting, 400, 'malformed_request'), /100-continue/)
  assert.equal(JSON.parse(expecting.body).request_id, 'mine')
  const old = await sendRaw(samvad.url, 'GET /docs/errors HTTP/1.0\r\n\r\n')
  assert.equal(old.status, 200, 'HTTP/1.0 knows no Host')
})

test('spec 3.26: a header that says who calls, what comes or under which key is there once', async () => {
  const token = `Authorization: Bearer ${samvad.company.token}`
  const other = 'authorization: Bearer samvad_other'
  for (const [name, ...headers] of [
    ['Authorization', token, other],
    ['Authorization', other, token],
    ['Authorization', token, token],
    ['Idempotency-Key', token, 'Idempotency-Key: a', 'idempotency-key: b'],
    ['Content-Type', token, 'Content-Type: application/json', 'Content-type: text/plain'],
  ] as const) {
    const answer = await ask('POST /v1/contacts', 'Host: localhost', ...headers, 'Content-Length: 0')
    assert.match(assertProblem(answer, 400, 'malformed_request'), new RegExp(`several ${name} headers\\. Send one`))
    assert.match(answer.head, /^connection: close\r?$/im)
  }
  const twice = [
    'Accept: application/json',
    'Accept: text/plain',
    'X-Forwarded-For: 1.1.1.1',
    'X-Forwarded-For: 2.2.2.2',
  ]
  assert.equal((await ask('GET /v1/me', 'Host: localhost', token, ...twice)).status, 200, 'lists may come in parts')
})

test('spec 3.20: whatever the method, on a known path it is a 405 with Allow, elsewhere a 404', async () => {
  for (const method of ['TRACE', 'ACL', 'QUERY', 'PROPFIND', 'OPTIONS', 'M-SEARCH', 'POST']) {
    const known = await ask(`${method} /docs/errors?a=1`, 'Host: localhost')
    assertProblem(known, 405, 'method_not_allowed')
    assert.match(known.head, /^allow: GET, HEAD\r?$/im, method)
    assertProblem(await ask(`${method} /nothing/here`, 'Host: localhost'), 404, 'not_found')
  }
  const of = async (line: string) => /^allow: (.*?)\r?$/im.exec((await ask(line, 'Host: localhost')).head)?.[1]
  assert.equal(await of('PROPFIND /v1/contacts/contact_x'), 'GET, HEAD, PUT, DELETE')
  assert.equal(await of('QUERY /v1/messages/batch'), 'POST')
  assert.equal(await of('DELETE /docs/errors/not_found'), 'GET, HEAD')
  assert.equal(await of('TRACE /'), 'GET, HEAD')
})

test("spec 7.126: the body of a call to an address that is nobody's is not waited for, however large it says it is", async () => {
  const json = ['Host: localhost', 'Content-Type: application/json']
  for (const path of ['app/nobody', 'email/nobody', 'email/nobody/mime', 'sms/nobody', 'sms/nobody/incoming']) {
    const length = path.startsWith('sms') ? 1_000_000 : path.startsWith('app') ? 3_000_000 : 40_000_000
    const answer = await ask(`POST /webhooks/channels/${path}`, ...json, `Content-Length: ${length}`)
    assertProblem(answer, 404, 'not_found')
  }
})

test('spec 4.9: CONNECT is answered, and the connection closed', async () => {
  const answer = await ask('CONNECT evil.example:443', 'Host: evil.example')
  assert.match(assertProblem(answer, 405, 'method_not_allowed'), /not a proxy/)
  assert.equal(answer.isClosed, true)
})

/** Everything received until the other side closes. */
async function untilClosed(text: string): Promise<string> {
  const socket = await openSocket(samvad.url)
  return new Promise((resolve, reject) => {
    let received = ''
    const timer = setTimeout(() => reject(new Error('it stays open')), GUARD_MS)
    socket.on('data', (bytes) => (received += bytes))
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
    socket.write(text)
  })
}

test('spec 19.7: of too many pipelined requests those within the limit are answered in order, the last says that it is', async () => {
  const requests = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `GET /docs/errors HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: r${index}\r\n\r\n`,
    ).join('')
  for (const more of [1, 3, 2000]) {
    const received = await untilClosed(requests(PIPELINED_MAX + 1 + more))
    const ids = [...received.matchAll(/^x-request-id: r(\d+)\r?$/gim)].map(([, index]) => Number(index))
    assert.deepEqual(
      ids,
      Array.from({ length: PIPELINED_MAX + 1 }, (_, index) => index),
    )
    assert.equal(received.match(/^HTTP\/1\.1 200 /gm)?.length, PIPELINED_MAX + 1)
    assert.equal(received.match(/^connection: close\r?$/gim)?.length, 1)
    assert.match(received.slice(received.lastIndexOf('HTTP/1.1')), /^connection: close\r?$/im)
  }
})

test('spec 3.27: a request for another host is refused, whatever it asks for, and the refusal names the setting', async () => {
  for (const line of ['GET /console/', 'GET /v1/me', 'POST /console/session', 'GET /nothing/here', 'OPTIONS /v1/me']) {
    const detail = assertProblem(await ask(line, 'Host: evil.example:8080'), 421, 'misdirected_request')
    assert.match(detail, /"evil\.example:8080".*SAMVAD_ALLOWED_HOSTS/)
  }
  const page = await ask('GET /console/', 'Host: evil.example', 'Accept: text/html')
  assert.equal(page.status, 421)
  assert.match(page.body, /SAMVAD_ALLOWED_HOSTS/, 'a person in a browser reads it too')
  for (const path of ['/healthz', '/readyz', '/metrics'])
    assert.notEqual((await ask(`GET ${path}`, 'Host: 10.1.2.3:8080')).status, 421, path)
  for (const host of ['localhost:1', '127.0.0.1', '[::1]:9000'])
    assert.equal((await ask('GET /docs/errors', `Host: ${host}`)).status, 200, host)
})

test('spec 3.28: pages, files, answers and refusals ask for https alone and for no device, where people come by https', async () => {
  const { settings } = samvad.app
  const { publicUrl } = settings
  const asked: [line: string, ...headers: string[]][] = [
    ['GET /console/'],
    ['GET /about'],
    ['GET /v1/openapi.json'],
    ['GET /v1/me'],
    ['GET /nothing/here'],
    ['POST /about'],
    ['GET /about', 'Expect: foo'],
    ['GET /about', 'Content-Length: two'],
    ['GET /%zz'],
    ['CONNECT evil.example:443'],
    ['GET /healthz'],
  ]
  const headsOf = () =>
    Promise.all(asked.map(async ([line, ...more]) => (await ask(line, 'Host: localhost', ...more)).head))
  for (const head of await headsOf()) assert.doesNotMatch(head, /strict-transport-security|permissions-policy/i)
  settings.publicUrl = 'https://samvad.example'
  try {
    for (const [index, head] of (await headsOf()).entries()) {
      assert.match(head, /^strict-transport-security: max-age=31536000\r?$/im, String(asked[index]))
      assert.match(head, /^permissions-policy: .*camera=\(\).*microphone=\(\)/im, String(asked[index]))
    }
    const away = await ask('GET /docs/errors', 'Host: SAMVAD.example.')
    assert.equal(away.status, 200, 'the name of PUBLIC_URL, however it is written')
  } finally {
    settings.publicUrl = publicUrl
  }
})
