// How every route parses and refuses requests: spec 3.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { newSecret } from '#kit/crypto.ts'
import { newUuid } from '#kit/ids.ts'
import { startSamvad } from '../../test/harness.ts'
import { sendRaw } from '../../test/socket.ts'
import { assertRefused, person } from '../../test/story.ts'
import { envelope, PAGE_BYTES_MAX } from './paging.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const contact = await samvad.request('POST', '/v1/contacts', { json: { email: 'ravi@company.example' } })
const conversation = await samvad.request('POST', '/v1/conversations', { json: { contact_id: contact.body.id } })
const here = `/v1/conversations/${conversation.body.id}`
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test('spec 3.19: HEAD answers wherever GET does, with the same headers and no body', async () => {
  for (const path of [
    here,
    '/v1/conversations',
    '/v1/openapi.json',
    '/',
    '/docs',
    '/docs/errors/not_found',
    '/sandbox',
  ]) {
    const got = await samvad.request('GET', path)
    const head = await samvad.request('HEAD', path)
    assert.equal(head.status, got.status, path)
    assert.equal(head.text, '')
    for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy', 'samvad-sandbox'])
      assert.equal(head.headers.get(name), got.headers.get(name), `${path} ${name}`)
  }
  for (const [path, status] of [
    ['/v1/conversations/x', 404],
    ['/v1/conversations?nothing=1', 400],
    ['/v1/nothing', 404],
    [`${here}/open`, 405],
  ] as const)
    assert.equal((await samvad.request('HEAD', path)).status, status, path)
  assert.equal((await samvad.request('HEAD', here, { token: null })).status, 401)
  assert.equal((await samvad.request('POST', here)).headers.get('allow'), 'GET, HEAD, PUT, DELETE')
  assert.equal((await samvad.request('GET', `${here}/open`)).headers.get('allow'), 'POST')
})

test('RFC 6750 §3.1: WWW-Authenticate names an error only where a token was given', async () => {
  const challenge = async (authorization: string | undefined) => {
    const answer = await samvad.request('GET', here, {
      token: null,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    })
    assertRefused(answer, 401, 'unauthenticated')
    return answer.headers.get('www-authenticate')
  }
  assert.equal(await challenge(undefined), 'Bearer realm="samvad"')
  assert.equal(await challenge('Basic YTpi'), 'Bearer realm="samvad"')
  for (const token of ['x', newSecret('samvad'), `${samvad.company.token}x`, 'y'.repeat(8000)])
    assert.equal(await challenge(`Bearer ${token}`), 'Bearer realm="samvad", error="invalid_token"')
})

test('STYLE.md, limits: tokens that nobody has are not remembered', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const ask = (authorization: string) => samvad.request('GET', here, { token: null, headers: { authorization } })
  await ask('Bearer x')
  collect()
  const before = process.memoryUsage().heapUsed
  for (let round = 0; round < 20; round++)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(`Bearer ${`${round}-${index}-`.padEnd(15_000, 'x')}`)),
    )
  collect()
  const kept = process.memoryUsage().heapUsed - before
  assert.ok(kept < 8_000_000, `${kept} bytes are kept of 15,000,000`)
  assert.equal((await asha.get(here)).status, 200)
})

test('spec 3.4, 3.5: a fault of the query is called a parameter, and one that comes twice repeated', async () => {
  const message = async (query: string) => {
    const answer = await asha.get(`/v1/conversations?${query}`)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.code, 'invalid_query')
    return answer.body.errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`)
  }
  assert.deepEqual(await message('pined=true'), ['pined unknown_parameter'])
  assert.deepEqual(await message('limit=1&limit=2'), ['limit repeated'])
  assert.deepEqual(await message('limit[]=1'), ['limit wrong_type'])
  assert.match((await message('limit=1&limit[x]=2'))[0], /^limit\[x\] mixed_brackets/)
  assert.match((await message('__proto__[x]=1'))[0], /^__proto__ unknown_parameter/)
  const none = await asha.get('/v1/organization?x=1')
  assertRefused(none, 400, 'invalid_query', 'x')
  assert.equal(none.body.errors[0].code, 'no_parameters_expected')
})

test('spec 3.4: a form field that comes twice is repeated, unless it is a list', async () => {
  const twice = await samvad.request('PUT', here, {
    form: [
      ['is_muted', '1'],
      ['is_muted', '0'],
    ],
  })
  assertRefused(twice, 422, 'invalid_content', 'is_muted')
  assert.equal(twice.body.errors[0].code, 'repeated')
  const form: [string, string][] = [
    ['name', 'Pune'],
    ['contacts', contact.body.id],
    ['contacts', contact.body.id],
  ]
  assert.notEqual((await samvad.request('POST', '/v1/groups', { form })).body?.errors?.[0]?.code, 'repeated')
})

test('spec 3.5: __proto__, constructor and bodies that are no object are refused by name', async () => {
  const send = (body: string, path = '/v1/contacts') =>
    samvad.request('POST', path, { body, headers: { 'content-type': 'application/json' } })
  for (const [body, field] of [
    ['{"__proto__":{"x":1}}', '__proto__'],
    ['{"constructor":1}', 'constructor'],
    ['{"attributes":{"__proto__":"x"}}', 'attributes.__proto__'],
  ] as const)
    assertRefused(await send(body), 422, 'invalid_content', field)
  for (const body of ['null', '1', '"x"', '[]', 'true'])
    for (const path of ['/v1/contacts', `${here}/open`]) {
      const answer = await send(body, path)
      assertRefused(answer, 422, 'invalid_content')
      assert.equal(answer.body.reason, 'body_not_an_object')
    }
  assertRefused(await send('{"__proto__":1}', `${here}/open`), 422, 'invalid_content', '__proto__')
  assert.equal((await send('', `${here}/open`)).status, 200, 'no body is no fault where none belongs')
  const deep = `{"attributes":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`
  assertRefused(await send(deep), 422, 'invalid_content')
  const keyed = await samvad.request('POST', '/v1/contacts', {
    body: deep,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'deep' },
  })
  assertRefused(keyed, 422, 'invalid_content')
  const batch = await send(`{"messages":[${'['.repeat(3000)}${']'.repeat(3000)}]}`, '/v1/messages/batch')
  assert.equal(batch.status, 422)
  assert.equal(batch.body.errors[0].code, 'too_deep')
})

test('spec 3.8: a + that a form lost from a time is told', async () => {
  const body = 'archived_at=2026-01-31T09:30:00+05:30'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await samvad.request('PUT', here, { body, headers })
  assertRefused(answer, 422, 'invalid_content', 'archived_at')
  assert.match(answer.body.detail, /time zone is missing/)
  const kept = await samvad.request('PUT', here, { body: body.replace('+', '%2B'), headers })
  assert.equal(kept.body.archived_at, 1769832000)
})

test('spec 3.1, 3.13: a request is the same under /v1 and /external, and by its bytes or its fields', async () => {
  const other = await samvad.request('POST', '/v1/contacts', { json: { email: 'meera@company.example' } })
  const json = { contact_id: other.body.id }
  const start = (path: string, options: object, key: string) =>
    samvad.request('POST', path, { ...options, headers: { 'idempotency-key': key } })
  const first = await start('/v1/conversations', { json }, 'one')
  assert.equal(first.status, 201)
  const again = await start('/external/conversations', { json }, 'one')
  assert.equal(again.status, 201)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
  const opened = await start(`${here}/open`, {}, 'two')
  const reopened = await start(here.replace('/v1/', '/external/') + '/open', {}, 'two')
  assert.deepEqual(reopened.body, opened.body)
  assert.equal(reopened.headers.get('idempotency-replayed'), 'true')
  // Multipart uses a different boundary each time.
  const multipart = { multipart: { display_name: 'Kiran' } }
  const made = await start('/v1/contacts', multipart, 'three')
  assert.deepEqual((await start('/v1/contacts', multipart, 'three')).body, made.body)
  assertRefused(
    await start('/v1/contacts', { multipart: { display_name: 'Karan' } }, 'three'),
    422,
    'idempotency_key_reused',
  )
})

test('spec 3.20: what is not there is a page for a browser and a problem for a program', async () => {
  for (const path of ['/nothing', '/v1/nothing', '/docs/errors/nothing', '/<script>alert(1)</script>']) {
    const page = await samvad.request('GET', path, { headers: { accept: BROWSER } })
    assert.equal(page.status, 404, path)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.doesNotMatch(page.text, /<script/)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9'])
      assertRefused(await samvad.request('GET', path, { headers: { accept } }), 404, 'not_found')
  }
  const method = await samvad.request('POST', '/docs', { headers: { accept: BROWSER } })
  assert.equal(method.status, 405)
  const other = await samvad.request('DELETE', '/sandbox', { headers: { accept: BROWSER } })
  assert.equal(other.status, 405)
  assert.match(other.text, /<h1>/)
  const operation = await samvad.request('GET', '/v1/conversations/x', { headers: { accept: BROWSER } })
  assertRefused(operation, 404, 'not_found')
  const unreadable = await samvad.request('GET', '/v1/conversations/%E0%A4%A', { headers: { accept: BROWSER } })
  assertRefused(unreadable, 400, 'malformed_request')
  const unreadablePage = await samvad.request('GET', '/docs/%E0%A4%A', { headers: { accept: BROWSER } })
  assert.equal(unreadablePage.status, 400)
  assert.match(unreadablePage.text, /<h1>/)
})

test('spec 3.20: the most exact path decides which methods there are, however the path is written', async () => {
  const allowOf = async (method: string, path: string) => {
    const answer = await fetch(samvad.url + path, {
      method,
      headers: { authorization: `Bearer ${samvad.company.token}` },
    })
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [405, 'method_not_allowed'])
    return answer.headers.get('allow')
  }
  assert.equal(await allowOf('GET', '/v1/messages/batch'), 'POST', 'and not a message that is called "batch"')
  assert.equal(await allowOf('PATCH', '/v1/messages/batch'), 'POST')
  assert.equal(await allowOf('PATCH', '/v1/%6Dessages/batch'), 'POST')
  assert.equal(await allowOf('PATCH', '/external/conversations/conv_1'), 'GET, HEAD, PUT, DELETE')
})

test('spec 4.3: a list ends at 4 MB of JSON, whatever its texts are made of, and never before its first row', () => {
  const rows = (count: number, text: string) => Array.from({ length: count }, (_, index) => ({ index, text }))
  const show = <Row>(row: Row) => row
  for (const [count, text] of [
    [100, 'x'.repeat(100_000)],
    [100, '\u0001'.repeat(50_000)],
    [100, 'न'.repeat(100_000)],
    [3, 'x'.repeat(PAGE_BYTES_MAX)],
  ] as const) {
    const page = envelope({ limit: 100 }, rows(count, text), show)
    assert.ok(page.has_more)
    assert.ok(page.data.length === 1 || Buffer.byteLength(JSON.stringify(page)) <= PAGE_BYTES_MAX + 100)
    assert.equal(page.data[0]?.index, 0)
    const back = envelope({ limit: 100, ending_before: 'x' }, rows(count, text), show)
    assert.equal(back.data.at(-1)?.index, 0, 'of the page before, what is nearest to the cursor stays')
  }
  assert.equal(envelope({ limit: 100 }, rows(100, 'x'), show).has_more, false)
  assert.equal(envelope({ limit: 100 }, rows(101, 'x'), show).has_more, true)
})

test('spec 4.3: the database sends of a page of large messages what fits, in both directions', async () => {
  const ids: string[] = []
  for (let index = 0; index < 6; index++)
    await samvad.rows(
      `insert into sandbox_messages (org_id, id, channel, from_address, address, subject, text, html, raw, received_at)
       values ($1, $3, 'email', 'a@b.example', 'c@d.example', 's', 't', null, repeat($2, 1000000), now())`,
      [samvad.company.organizationId, String(index), newUuid()],
    )
  const page = async (query: string) => (await asha.get(`/v1/sandbox/messages?limit=100${query}`)).body
  let body = await page('')
  for (;;) {
    assert.ok(body.data.length <= 4)
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    if (!body.has_more) break
    body = await page(`&starting_after=${ids.at(-1)}`)
  }
  assert.equal(new Set(ids).size, 6)
  const back: string[] = []
  body = await page(`&ending_before=${ids.at(-1)}`)
  for (;;) {
    back.unshift(...body.data.map(({ id }: { id: string }) => id))
    if (!body.has_more) break
    body = await page(`&ending_before=${back[0]}`)
  }
  assert.deepEqual(back, ids.slice(0, -1))
})

test('spec 19.7: a request that hides another is refused', async () => {
  const answer = await sendRaw(
    samvad.url,
    'POST /v1/contacts HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  )
  assert.equal(answer.status, 400)
})
