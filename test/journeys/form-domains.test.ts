// A form domain behind a real TLS proxy, with the files of deploy/: from the visitor's browser to the stored
// submission, its file and the confirmed address, and what is not served there.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createServer } from '#edge/server.ts'
import { statusRoutes } from '#edge/status.ts'
import type { FormDomain } from '#forms/domains/schema.ts'
import { FILLED_IN_MS } from '#forms/pages/visits.ts'
import { findProxy } from '../../bin/test-tools.mjs'
import { routesOf } from '../../server/program/routes.ts'
import { serverOptionsOf } from '../../server/program/server-options.ts'
import { startDnsServer } from '../dns/server.ts'
import { fieldOf, publishForm } from '../form-pages.ts'
import { publicId, startSamvad } from '../harness.ts'
import { sandboxMail } from '../invitations.ts'
import { keepShortly } from '../kept-shortly.ts'
import { until } from '../mail-story.ts'
import { endPremium, givePremium } from '../premium.ts'
import { person } from '../story.ts'
import { ask, DOMAIN, endProxies, type Proxy, PUBLIC_NAME, startCaddy, startNginx } from '../tls-proxies.ts'

keepShortly()
const dns = await startDnsServer()
after(async () => {
  await endProxies()
  await dns.close()
})
const samvad = await startSamvad({
  SAMVAD_DNS_SERVER: dns.address,
  SAMVAD_TRUST_PROXY: 'loopback',
  SAMVAD_ALLOWED_HOSTS: PUBLIC_NAME,
})
/** Includes the routes of load balancers and Prometheus, as in the program. */
const server = createServer(
  samvad.app,
  [
    ...routesOf(samvad.app),
    ...statusRoutes(
      samvad.app,
      { isStarting: false, isDraining: false, outage: null },
      async () => 'samvad_up 1\n',
      async () => false,
    ),
  ],
  serverOptionsOf(samvad.app),
)
const { host: upstream } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
samvad.beforeEnd(() => server.close())
let ahead = 0
samvad.app.clock = () => new Date(Date.now() + ahead)
samvad.startWorker()
const asha = person(samvad)
await givePremium(samvad)
const other = await samvad.newCompany('Banyan Books')
const fields = [
  fieldOf('words', 'short_text'),
  fieldOf('email', 'email', { map_to: 'email' }),
  fieldOf('photo', 'file'),
  fieldOf('offers', 'consent', { text: 'Send me offers by email.', channels: ['email'] }),
]
const form = await publishForm(samvad, fields, { double_opt_in: true }, { slug: 'order' })
await publishForm(samvad, fields, {}, { slug: 'books', company: other })
const domain: FormDomain = await asha.make('/v1/domains', { name: DOMAIN, form_id: publicId('form', form.id) })
dns.text(domain.record.name, domain.record.value)
assert.equal((await asha.post(`/v1/domains/${domain.id}/verify`)).body.status, 'verified')
const chosen = await asha.put(`/v1/forms/${publicId('form', form.id)}`, { domain_id: domain.id })
assert.equal(chosen.body.url, `https://${DOMAIN}/f/order`, chosen.text)

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const proxies: [name: 'caddy' | 'nginx', start: typeof startCaddy][] = [
  ['caddy', startCaddy],
  ['nginx', startNginx],
]

for (const [name, startProxy] of proxies) {
  const program = findProxy(name)
  const skip = program ? false : `needs ${name}: apt-get install ${name}`
  describe(`behind ${name}`, { skip }, () => {
    test('spec 23.45, 23.50: a visitor fills in a form with a file under the domain, and confirms the address there', async () => {
      const proxy = await startProxy(program as string, upstream)
      const root = await ask(proxy, '/')
      assert.deepEqual([root.status, root.headers.location], [302, '/f/order'])
      const page = await ask(proxy, '/f/order')
      assert.equal(page.status, 200, page.text)
      const state = /name="_state" value="([^"]+)"/.exec(page.text)?.[1] as string
      ahead += FILLED_IN_MS
      const body = new FormData()
      const email = `ravi-${name}@customer.example`
      for (const [key, value] of Object.entries({ _state: state, _act: 'next', words: 'Ten bags', email }))
        body.append(key, value)
      body.append('photo', new Blob([PNG, Buffer.alloc(2_000_000)]), 'shelf.png')
      const written = new Response(body)
      const sent = await ask(proxy, '/f/order', {
        method: 'POST',
        headers: { 'content-type': written.headers.get('content-type') as string },
        body: Buffer.from(await written.arrayBuffer()),
      })
      const errors = sent.text.match(/class="e"[^<]*>[^<]*/g)?.join() ?? sent.text
      assert.deepEqual([sent.status, sent.headers.location], [303, '/f/order/thanks?lang=en'], errors)
      assert.match((await ask(proxy, sent.headers.location as string)).text, /Thank you/)

      const { body: list } = await asha.get(`/v1/forms/${publicId('form', form.id)}/submissions?limit=1`)
      const [submission] = list.data
      assert.equal(submission.answers.words, 'Ten bags')
      const [photo] = submission.answers.photo
      assert.equal(photo.filename, 'shelf.png')
      const mail = await sandboxMail(samvad, samvad.company, email, (raw) => raw.includes(submission.id))
      const link = new RegExp(`https://${DOMAIN}(/f/confirm/[\\w-]{64})`).exec(mail.text)
      assert.ok(link, mail.text)
      assert.equal((await ask(proxy, link[1] as string)).status, 200)
      const confirmed = await ask(proxy, link[1] as string, { method: 'POST', body: '' })
      assert.match(confirmed.text, /confirmed/)
      const path = `/v1/submissions/${submission.id}`
      await until(
        async () => (await asha.get(path)).body,
        ({ confirmed_at }) => confirmed_at !== null,
      )
      await refusesTheRest(proxy)
      await followsPremium(proxy)
    })
  })
}

async function refusesTheRest(proxy: Proxy): Promise<void> {
  const authorization = { headers: { authorization: `Bearer ${samvad.company.token}` } }
  for (const path of [
    '/v1/me',
    '/api/v1/billing/balance',
    '/console/',
    '/docs',
    '/metrics',
    '/readyz',
    '/f/books',
    '/f/nowhere',
    `/internal/domains/ask?domain=${DOMAIN}`,
    '/f/../v1/me',
    '/f/%2e%2e/v1/me',
  ])
    assert.equal((await ask(proxy, path, authorization)).status, 404, path)
  // Under its own name the installation is unchanged, and does not reveal which domains are verified.
  const own = { name: PUBLIC_NAME, ...authorization }
  assert.equal((await ask(proxy, '/v1/me', own)).status, 200)
  for (const path of [`/internal/domains/ask?domain=${DOMAIN}`, '/metrics'])
    assert.equal((await ask(proxy, path, own)).status, 404, path)
  // An unknown Host on the connection of a domain; and the domain on the connection of the installation.
  const stranger = await ask(proxy, '/f/order', { host: 'evil.example' })
  assert.ok([404, 421].includes(stranger.status), String(stranger.status))
  assert.equal((await ask(proxy, '/v1/me', { name: PUBLIC_NAME, host: DOMAIN, ...authorization })).status, 404)
  // A visitor's own proxy headers have no effect.
  const forged = { headers: { ...authorization.headers, 'x-forwarded-host': PUBLIC_NAME } }
  assert.equal((await ask(proxy, '/v1/me', forged)).status, 404)
  for (const host of [DOMAIN.toUpperCase(), `${DOMAIN}:${proxy.port}`, `${DOMAIN}.`])
    assert.equal((await ask(proxy, '/f/order', { host })).status, 200, host)
  if (!proxy.isSelfMade)
    await assert.rejects(
      ask(proxy, '/f/order', { name: 'unverified.example' }),
      'no certificate for what nobody verified',
    )
}

async function followsPremium(proxy: Proxy): Promise<void> {
  await endPremium(samvad)
  const moved = await until(
    () => ask(proxy, '/f/order?lang=en'),
    ({ status }) => status === 302,
  )
  assert.equal(moved.headers.location, `${samvad.app.settings.publicUrl}/f/order?lang=en`)
  // After the paid period.
  ahead += 40 * 24 * 3600_000
  await givePremium(samvad)
  await until(
    () => ask(proxy, '/f/order'),
    ({ status }) => status === 200,
  )
}
