// An organization's domain serves its forms and nothing else, whatever the Host header contains.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startDnsServer } from '../../../test/dns/server.ts'
import { fieldOf, publishForm, Visitor } from '../../../test/form-pages.ts'
import { publicId, type RequestOptions, startSamvad } from '../../../test/harness.ts'
import { keepShortly } from '../../../test/kept-shortly.ts'
import { until } from '../../../test/mail-story.ts'
import { endPremium, givePremium } from '../../../test/premium.ts'
import { sendRaw } from '../../../test/socket.ts'
import { person } from '../../../test/story.ts'
import { FILLED_IN_MS } from '../pages/visits.ts'
import { ASK_PATH } from './routes.ts'
import type { FormDomain } from './schema.ts'

keepShortly()
const dns = await startDnsServer()
after(() => dns.close())
const SETTINGS = { SAMVAD_DNS_SERVER: dns.address }
const samvad = await startSamvad({ ...SETTINGS, SAMVAD_TRUST_PROXY: '192.0.2.0/24' })
/** A second process on the same database, behind a proxy on this machine. */
const behind = await startSamvad({ ...SETTINGS, SAMVAD_TRUST_PROXY: 'loopback' }, { connection: samvad.connection })
let now = new Date('2026-06-01T06:00:00Z').getTime()
samvad.app.clock = () => new Date(now)
const asha = person(samvad)
const other = await samvad.newCompany('Banyan Books')
const banyan = person(samvad, other)
await givePremium(samvad)
await givePremium(samvad, other)
/** Longer than the paid period. */
const LATER_MS = 40 * 24 * 3600_000

async function verified(name: string, who = asha, more = {}): Promise<FormDomain> {
  const domain: FormDomain = await who.make('/v1/domains', { name, ...more })
  dns.text(domain.record.name, domain.record.value)
  const answer = await who.post(`/v1/domains/${domain.id}/verify`)
  assert.equal(answer.body.status, 'verified', answer.text)
  return answer.body
}

const mine = await publishForm(samvad, [fieldOf('words', 'short_text')], {}, { slug: 'order' })
const theirs = await publishForm(samvad, [fieldOf('words', 'short_text')], {}, { slug: 'books', company: other })
const domain = await verified('forms.asha.example', asha, { form_id: publicId('form', mine.id) })
const theirDomain = await verified('forms.banyan.example', banyan)
const HOST = domain.name
/** Content that would reveal or link to the installation. */
const LEADS_ELSEWHERE = /<a |Samvad/

const ask = (host: string, path: string, { headers, ...options }: RequestOptions = {}, method = 'GET', on = samvad) =>
  on.request(method, path, {
    token: null,
    isOnSite: true,
    headers: { host, accept: 'text/html', ...headers },
    ...options,
  })
const statusOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).status

describe('the forms of the organization', () => {
  test('spec 23.45: the form is shown, submitted and thanked for under the domain, and reported there', async () => {
    const visitor = new Visitor(samvad, mine)
    const page = await ask(HOST, '/f/order')
    assert.equal(page.status, 200)
    const state = /name="_state" value="([^"]+)"/.exec(page.text)?.[1] as string
    now += FILLED_IN_MS
    const form = { _state: state, _act: 'next', words: 'Ten bags' }
    const sent = await ask(HOST, '/f/order', { form }, 'POST')
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/f/order/thanks?lang=en'])
    assert.match((await ask(HOST, '/f/order/thanks?lang=en')).text, /Thank you/)
    assert.equal(await statusOf(HOST, '/f/order/report'), 200)
    assert.equal(await statusOf(HOST, '/f/order/embed.js'), 200)
    assert.equal(await statusOf(HOST, '/f/order/start', { body: state }, 'POST'), 204)
    const rows = await samvad.rows('select answers from form_submissions where form_id = $1', [mine.id])
    assert.deepEqual(rows, [{ answers: { words: 'Ten bags' } }])
    assert.equal((await visitor.open()).status, 200, 'under this installation as well')
  })

  test('spec 23.46: the same host in capitals, with a port or with a final dot', async () => {
    for (const host of [HOST, HOST.toUpperCase(), `${HOST}:443`, `${HOST}.`, `${HOST}.:8443`]) {
      assert.equal(await statusOf(host, '/f/order'), 200, host)
      assert.equal(await statusOf(host, '/v1/me'), 404, host)
    }
    const hindi = await verified('फ़ॉर्म.आशा.example')
    assert.equal(await statusOf(hindi.name, '/f/order'), 200)
    for (const host of [
      `x.${HOST}`,
      'asha.example',
      `${HOST}.evil.example`,
      'evil.example',
      `${HOST}@evil.example`,
      '192.0.2.1',
      `${HOST}..`,
      `${HOST}..:443`,
      `.${HOST}`,
      HOST.replace('.', '..'),
    ])
      assert.equal(await statusOf(host, '/f/order'), 421, host)
  })

  test('spec 23.47: without a path the chosen form opens, and where none is chosen there is nothing', async () => {
    const root = await ask(HOST, '/?utm_source=fair')
    assert.deepEqual([root.status, root.headers.get('location')], [302, '/f/order?utm_source=fair'])
    const nothing = await ask(theirDomain.name, '/')
    assert.equal(nothing.status, 404)
    assert.match(nothing.text, /Page not found/)
    assert.doesNotMatch(nothing.text, LEADS_ELSEWHERE)
  })
})

describe('nothing else', () => {
  test("spec 23.45: no API, no console, no documentation, no metrics and no other organization's forms", async () => {
    const paths = [
      '/f/books',
      '/f/books/thanks',
      '/f/books/report',
      '/f/books/embed.js',
      '/f/nowhere',
      '/f/nowhere/embed.js',
      '/f/',
      '/f',
      '/v1/me',
      '/v1/openapi.json',
      '/api/v1/billing/balance',
      '/external/conversations',
      '/console/',
      '/console/api/v1/me',
      '/console/session',
      '/docs',
      '/docs/errors/not_found',
      '/about',
      '/sandbox',
      `${ASK_PATH}?domain=${HOST}`,
      '/nothing',
      '/f/order/../../v1/me',
      '//v1/me',
      '/%2e%2e/v1/me',
    ]
    for (const path of paths) {
      const answer = await ask(HOST, path)
      assert.equal(answer.status, 404, path)
      assert.doesNotMatch(answer.text, LEADS_ELSEWHERE, path)
    }
    const token = samvad.company.token
    assert.equal(await statusOf(HOST, '/v1/me', { token }), 404)
    for (const [path, method] of [
      ['/v1/forms', 'POST'],
      ['/f/books', 'POST'],
      ['/f/order', 'DELETE'],
      ['/f/order', 'PUT'],
      ['/v1/me', 'OPTIONS'],
      ['/', 'POST'],
    ] as const)
      assert.equal(
        await statusOf(HOST, path, method === 'POST' ? { form: { words: 'x' } } : {}, method),
        404,
        `${method} ${path}`,
      )
    assert.equal(await statusOf(theirDomain.name, '/f/books'), 200)
    assert.equal(await statusOf(theirDomain.name, '/f/order'), 404)
    assert.equal((await samvad.rows('select 1 from form_submissions where form_id = $1', [theirs.id])).length, 0)
    const { host } = new URL(samvad.url)
    assert.equal(await statusOf(host, '/v1/me', { token }), 200)
  })

  test('spec 23.45: a path as no client writes it leads no further', async () => {
    for (const path of [
      '/f/order/../../v1/me',
      '/f/../v1/openapi.json',
      '/f/%2e%2e/v1/me',
      `http://${new URL(samvad.url).host}/v1/openapi.json`,
    ]) {
      const answer = await sendRaw(samvad.url, `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
      assert.equal(answer.status, 404, path)
    }
  })

  test('spec 23.45: programs are told of the 404 as of any other', async () => {
    const answer = await ask(HOST, '/v1/me', { headers: { accept: 'application/json' } })
    assert.deepEqual([answer.status, answer.body.code, answer.body.reason], [404, 'not_found', 'nothing_at_address'])
  })
})

test('spec 23.46: a forwarded host counts from a trusted proxy alone, and only narrows what answers', async () => {
  const token = samvad.company.token
  const own = new URL(behind.url).host
  const forwarded = (host: string) => ({ token, headers: { 'x-forwarded-host': host } })
  // Through a trusted proxy: the domain's form, and no API.
  assert.equal(await statusOf(own, '/f/order', forwarded(HOST), 'GET', behind), 200)
  assert.equal(await statusOf(own, '/f/books', forwarded(HOST), 'GET', behind), 404)
  assert.equal(await statusOf(own, '/v1/me', forwarded(HOST), 'GET', behind), 404)
  assert.equal(await statusOf(own, '/v1/me', forwarded(`${own}, ${HOST}`), 'GET', behind), 404)
  // A host name that is not verified has no effect.
  assert.equal(await statusOf(own, '/v1/me', forwarded('evil.example'), 'GET', behind), 200)
  // Forwarding headers do not change the domain.
  for (const on of [behind, samvad]) {
    const name = new URL(on.url).host
    assert.equal(await statusOf(HOST, '/v1/me', forwarded(name), 'GET', on), 404)
    assert.equal(await statusOf('evil.example', '/v1/me', forwarded(name), 'GET', on), 421)
  }
  assert.equal(await statusOf('evil.example', '/f/order', forwarded(HOST), 'GET', samvad), 421)
  assert.equal(await statusOf(new URL(samvad.url).host, '/v1/me', forwarded(HOST), 'GET', samvad), 200)
})

test('spec 23.48: a domain that is given up, and taken by another organization, is seen by every process', async () => {
  const passing = await verified('passing.example')
  for (const on of [samvad, behind]) assert.equal(await statusOf(passing.name, '/f/order', {}, 'GET', on), 200)
  assert.equal((await asha.delete(`/v1/domains/${passing.id}`)).status, 204)
  for (const on of [samvad, behind])
    await until(
      () => statusOf(passing.name, '/f/order', {}, 'GET', on),
      (status) => status === 421,
    )
  await verified(passing.name, banyan)
  for (const on of [samvad, behind]) {
    await until(
      () => statusOf(passing.name, '/f/books', {}, 'GET', on),
      (status) => status === 200,
    )
    assert.equal(await statusOf(passing.name, '/f/order', {}, 'GET', on), 404)
  }
})

test('spec 23.49: without premium the domain redirects, what a visitor has begun is taken, and premium again restores it', async () => {
  const page = await ask(HOST, '/f/order')
  const state = /name="_state" value="([^"]+)"/.exec(page.text)?.[1] as string
  await endPremium(samvad)
  const begun = await until(
    () => ask(HOST, '/f/order?lang=en'),
    ({ status }) => status === 302,
  )
  assert.equal(begun.headers.get('location'), `${samvad.app.settings.publicUrl}/f/order?lang=en`)
  assert.equal((await ask(HOST, '/')).headers.get('location'), `${samvad.app.settings.publicUrl}/f/order`)
  for (const target of ['/%66/order', `http://${HOST}/f/order`]) {
    const answer = await sendRaw(samvad.url, `GET ${target} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
    assert.equal(answer.status, 302, target)
  }
  // Paths that are no form of the organization are not redirected, as under a domain with premium.
  for (const path of [
    '/f/books',
    '/f/books/report',
    '/f/books/embed.js',
    '/f/books/thanks',
    '/f/nowhere',
    '/%66/books',
  ])
    assert.equal(await statusOf(HOST, path), 404, path)
  now += FILLED_IN_MS
  const sent = await ask(HOST, '/f/order', { form: { _state: state, _act: 'next', words: 'Two bags' } }, 'POST')
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/f/order/thanks?lang=en'])
  assert.equal(await statusOf(HOST, '/f/order/thanks?lang=en'), 200)
  assert.equal(await statusOf(HOST, '/v1/me'), 404)
  const [row] = await samvad.rows<{ count: number }>(
    'select count(*)::integer as count from form_submissions where form_id = $1',
    [mine.id],
  )
  assert.equal(row?.count, 2)
  assert.equal((await asha.get(`/v1/domains/${domain.id}`)).body.serving, 'redirect')
  now += LATER_MS
  await givePremium(samvad)
  await until(
    () => statusOf(HOST, '/f/order'),
    (status) => status === 200,
  )
})

test('spec 23.52: a certificate may be requested for verified domains alone, and only the proxy itself may ask', async () => {
  const certificate = (name: string, headers = {}, on = samvad) =>
    statusOf(new URL(on.url).host, `${ASK_PATH}?domain=${encodeURIComponent(name)}`, { headers }, 'GET', on)
  assert.equal(await certificate(HOST), 200)
  assert.equal(await certificate(HOST.toUpperCase()), 200)
  const pending: FormDomain = await asha.make('/v1/domains', { name: 'pending.asha.example' })
  for (const name of [pending.name, 'evil.example', 'localhost', '127.0.0.1', '', 'a'.repeat(300), `x.${HOST}`])
    assert.equal(await certificate(name), 404, name)
  const answer = await ask(new URL(samvad.url).host, `${ASK_PATH}?domain=${HOST}`)
  assert.equal(answer.text, '')
  await endPremium(samvad)
  assert.equal(await certificate(HOST), 200, 'without premium it redirects, by TLS too')
  now += LATER_MS
  await givePremium(samvad)
  for (const name of ['x-forwarded-for', 'forwarded']) assert.equal(await certificate(HOST, { [name]: '' }), 404, name)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
    for (const on of [samvad, behind]) assert.equal(await certificate(HOST, { [name]: '198.51.100.7' }, on), 404, name)
})
