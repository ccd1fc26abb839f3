// Responses for unknown paths, to programs and to people.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'

const samvad = await startSamvad()
const page = (path: string, language = 'en') =>
  samvad.request('GET', path, { token: null, headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': language } })

test('a path that nobody serves names the nearest one that there is, and the pages of the API', async () => {
  const table: [method: string, path: string, nearest: string | null][] = [
    ['GET', '/v1/contact', 'GET /v1/contacts'],
    ['GET', '/v1/contcats', 'GET /v1/contacts'],
    ['POST', '/v1/mesages', 'POST /v1/messages'],
    ['GET', '/conversations', 'GET /v1/conversations'],
    ['GET', '/v1/billing/balance', 'GET /api/v1/billing/balance'],
    ['GET', '/doc', 'GET /docs'],
    ['GET', '/consol', 'GET /console/'],
    ['GET', '/nowhere', null],
    ['GET', '/wp-login.php', null],
    ['GET', '/v1', null],
    ['GET', `/${'a/'.repeat(90)}`, null],
    ['GET', `/v1/${'contacts'.repeat(20)}`, null],
  ]
  for (const [method, path, nearest] of table) {
    const { status, body, headers } = await samvad.request(method, path)
    assert.equal(status, 404, path)
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
    assert.equal(body.code, 'not_found')
    assert.equal(body.reason, nearest === null ? 'operation_not_found' : 'operation_not_found_near')
    assert.deepEqual(body.params, { method, path, ...(nearest !== null && { nearest }) })
  }
})

test('a browser gets a page in its language that leads on, and shows nothing as it came', async () => {
  const english = await page('/v1/contact')
  assert.equal(english.status, 404)
  assert.equal(english.headers.get('content-language'), 'en')
  assert.match(english.text, /<html lang="en">/)
  assert.match(english.text, /There is nothing at <code>\/v1\/contact<\/code>/)
  assert.match(english.text, /<code>GET \/v1\/contacts<\/code>/)

  const hindi = await page('/consol', 'hi-IN,en;q=0.4')
  assert.equal(hindi.headers.get('content-language'), 'hi')
  assert.match(hindi.headers.get('vary') ?? '', /accept-language/)
  assert.match(hindi.text, /<html lang="hi">/)
  assert.match(hindi.text, /<a href="\/console\/"><code>\/console\/<\/code><\/a>/)
  // Only names, codes and paths may stay English, no sentences.
  const shown = hindi.text.replace(/<style>[^]*<\/style>|<code>.*?<\/code>|<[^>]*>/g, ' ')
  assert.doesNotMatch(shown.replace(/\b(Samvad|API)\b|\/[a-z/]+/g, ''), /[A-Za-z]{2,}/)

  for (const path of [`/<script>alert(1)</script>`, `/%3Cscript%3E`, `/"onload='x`, '/v1/contact&lt']) {
    const { text, status } = await page(path, 'hi')
    assert.equal(status, 404)
    assert.doesNotMatch(text, /<script|"onload|='x/)
  }
})

test('any other refusal that a browser comes to is told in its language too', async () => {
  const { status, text } = await page('/docs/errors/no_such_code', 'hi')
  assert.equal(status, 404)
  assert.match(text, /<html lang="hi">/)
  assert.doesNotMatch(text, /There is no error/)
  assert.match((await page('/docs/errors/no_such_code')).text, /There is no error with this code/)
})
