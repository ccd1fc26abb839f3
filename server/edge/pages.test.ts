// The installation's pages, and what a browser may do with them and with the API.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { type RefusalCode, statuses } from '#kit/refusals.ts'
import { startSamvad } from '../../test/harness.ts'
import { FONT_FAMILY, fontFaces } from './pages/fonts.ts'
import { STYLE } from './pages/style.ts'
import { open } from './route.ts'
import { createServer } from './server.ts'

const samvad = await startSamvad()
const page = (path: string) => samvad.request('GET', path, { token: null })
const codes = Object.keys(statuses) as RefusalCode[]

test('spec 4.10: every refusal has a page that says when it happens, what to do, and how it looks', async () => {
  const index = (await page('/docs/errors')).text
  for (const code of codes) {
    assert.ok(index.includes(`href="/docs/errors/${code}"`), code)
    const { status, headers, text } = await page(`/docs/errors/${code}`)
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, new RegExp(`Code <code>${code}</code>, status ${statuses[code]}`))
    const [meaning, remedy] = [...text.matchAll(/<h2>.*<\/h2>\n<p>(.*)<\/p>/g)].map((match) => match[1] as string)
    assert.ok((meaning as string).length > 40 && (remedy as string).length > 40, `${code} is explained`)
    assert.match(text, new RegExp(`&quot;code&quot;: &quot;${code}&quot;`))
  }
})

test('spec 4.10: the type of a refusal is the address of its page', async () => {
  const refused = await samvad.request('GET', '/v1/conversations/nobody')
  assert.equal(refused.body.code, 'not_found')
  const found = await fetch(refused.body.type)
  assert.equal(found.status, 200)
  assert.match(await found.text(), /Not found/)
})

test('the page about the installation says what it is', async () => {
  const text = (await page('/about')).text.replaceAll('\n', ' ')
  assert.ok(text.includes('by email, app (WhatsApp) and SMS, paid from a prepaid wallet in rupees.'))
})

test('a code that does not exist has no page', async () => {
  for (const name of ['no_such_code', '__proto__', 'constructor']) {
    const { status, body } = await page(`/docs/errors/${name}`)
    assert.equal(status, 404)
    assert.equal(body.code, 'not_found')
  }
})

test('spec 18.5: our plain pages hold no script, allow only their own style, and name nobody else', async () => {
  for (const path of ['/about', '/docs/errors', '/docs/errors/insufficient_balance']) {
    const { headers, text } = await page(path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /script-src|unsafe/)
    const style = /<style>([^]*)<\/style>/.exec(text)?.[1] as string
    assert.ok(policy.includes(`'sha256-${hash('sha256', style, 'base64')}'`), 'the policy names this very style')
    assert.doesNotMatch(text, /<script| style="| on[a-z]+="/)
    assert.deepEqual(elsewhere(text), [])
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
})

test('the pages have the colours of the console and take its fonts from this installation', async () => {
  const tokens = await readFile(new URL('../../console/src/design/tokens.css', import.meta.url), 'utf8')
  const colors = [...STYLE.matchAll(/--([a-z-]+): (light-dark\(.+\));/g)]
  assert.equal(colors.length, 11)
  for (const [, name, value] of colors) assert.ok(tokens.includes(`--color-${name}: ${value};`), `${name}`)
  assert.ok(tokens.includes(`--font-sans: ${FONT_FAMILY};`))

  const { headers, text } = await page('/about')
  assert.match(headers.get('content-security-policy') ?? '', /font-src 'self'/)
  const fonts = [...text.matchAll(/url\(([^)]+)\)/g)].map(([, path]) => path as string)
  assert.equal(fonts.length, 3, 'Latin, more Latin, Devanagari')
  for (const path of fonts) assert.equal((await page(path)).headers.get('content-type'), 'font/woff2', path)
})

test('without a built console the pages have system fonts', () => {
  assert.equal(fontFaces([]), '')
})

test('spec 4.15: /docs takes everything from this installation and may reach nothing else', async () => {
  const { status, headers, text } = await page('/docs')
  assert.equal(status, 200)
  assert.deepEqual(elsewhere(text), [])
  assert.doesNotMatch(text, /<script>/)
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
    assert.ok(policy.split('; ').includes(rule), rule)
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/)

  const sources = [...text.matchAll(/<script src="([^"]+)"/g)].map((match) => match[1] as string)
  assert.equal(sources.length, 2)
  const [bundle, start] = await Promise.all(sources.map(page))
  assert.match(bundle?.text ?? '', /createApiReference/)
  assert.match(bundle?.headers.get('cache-control') ?? '', /immutable/)
  const configuration = JSON.parse((start?.text ?? '').replace(/^.*?, (\{[^]*?\n\})\)\n[^]*$/, '$1'))
  assert.equal(configuration.url, '/v1/openapi.json')
  assert.deepEqual(configuration.agent, { disabled: true })
  assert.deepEqual(configuration.mcp, { disabled: true })
  assert.equal(configuration.telemetry, false)
  assert.equal(configuration.withDefaultFonts, false)
  assert.equal('proxyUrl' in configuration, false)
})

test('spec 4.15: the page about the installation leads to the API, its errors and its contract', async () => {
  const { text } = await page('/about')
  for (const path of ['/docs', '/docs/errors', '/v1/openapi.json']) {
    assert.ok(text.includes(`href="${path}"`), path)
    assert.equal((await page(path)).status, 200, path)
  }
})

test('spec 18.5: a page that a domain makes is guarded too, unless it brings a policy of its own', async () => {
  const plain = (path: string, headers?: Record<string, string>) =>
    open({
      method: 'GET',
      path,
      tag: 'Test',
      summary: 'A page',
      responses: { 200: null },
      handle: async () => ({ status: 200, raw: { contentType: 'text/html; charset=utf-8', content: '<p>x' }, headers }),
    })
  const own = { 'content-security-policy': "default-src 'self'" }
  const server = createServer(samvad.app, [plain('/plain'), plain('/own', own)], { isSandboxOn: () => false })
  const guarded = await server.inject('/plain')
  assert.match(String(guarded.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
  assert.equal(guarded.headers['referrer-policy'], 'no-referrer')
  assert.equal((await server.inject('/own')).headers['content-security-policy'], own['content-security-policy'])
  await server.close()
})

test('spec 18.5: answers of the API are kept nowhere and taken for nothing else, refused or not', async () => {
  const answers = [
    await samvad.request('GET', '/v1/conversations'),
    await samvad.request('GET', '/v1/conversations', { token: null }),
    await samvad.request('GET', '/v1/conversations', { headers: { 'content-encoding': 'gzip' } }),
    await samvad.request('GET', '/no/such/path'),
    await samvad.request('GET', '/v1/conversations/%zz'),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 401, 415, 404, 400],
  )
  for (const { status, headers, body } of answers) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('x-request-id') ?? '', /^req_/)
    if (status >= 400) assert.equal(body.request_id, headers.get('x-request-id'))
  }
})

test('spec 3.23: a page elsewhere may call the API with a token of its own, and never with credentials of the browser', async () => {
  const headers = { origin: 'https://shop.example' }
  for (const path of ['/v1/conversations', '/external/conversations', '/api/v1/billing/balance']) {
    const preflight = await samvad.request('OPTIONS', path, {
      token: null,
      headers: {
        ...headers,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PUT/)
    assert.match(
      preflight.headers.get('access-control-allow-headers') ?? '',
      /authorization.*idempotency-key.*last-event-id/,
    )
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
  }
  for (const token of [samvad.company.token, null]) {
    const answer = await samvad.request('GET', '/v1/conversations', { token, headers })
    assert.equal(answer.status, token ? 200 : 401)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /x-request-id/)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  }
})

test('spec 3.23: the pages, and whatever takes a cookie, may not be called from elsewhere', async () => {
  for (const path of ['/', '/docs', '/console/session', '/v10/conversations']) {
    const answer = await samvad.request('GET', path, { token: null, headers: { origin: 'https://shop.example' } })
    assert.equal(answer.headers.get('access-control-allow-origin'), null, path)
    const preflight = await samvad.request('OPTIONS', path, {
      token: null,
      headers: { origin: 'https://shop.example' },
    })
    // A browser treats any unsuccessful preflight as a refusal.
    assert.equal(preflight.status, path.startsWith('/v10') ? 404 : 405, path)
    assert.equal(preflight.headers.get('access-control-allow-origin'), null, path)
  }
  const same = await samvad.request('GET', '/v1/conversations')
  assert.equal(same.headers.get('access-control-allow-origin'), null)
})

/** External addresses in a text; our own appear in examples. */
function elsewhere(text: string): string[] {
  return (text.match(/(?:https?:)?\/\/[\w.:-]+/g) ?? []).filter((address) => address !== samvad.url)
}
