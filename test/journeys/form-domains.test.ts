// A form domain through a real TLS proxy in front, with the files of deploy/: from the visitor's browser to the stored
// submission, its file and the confirmed address, and what does not answer there.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createServer } from '#edge/server.ts'
import { statusRoutes } from '#edge/status.ts'
import type { FormDomain } from '#forms/domains/schema.ts'
import { FILLED_IN_MS } from '#forms/pages/visits.ts'
import { selfMade } from '#messaging/channels/email/receiver/certificate.ts'
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
import { eventually, freePort } from '../program.ts'
import { person } from '../story.ts'

keepShortly()
const DOMAIN = 'forms.asha.example'
const PUBLIC_NAME = 'samvad.example'
const repository = new URL('../../', import.meta.url)
const example = (path: string): string => readFileSync(new URL(`deploy/${path}`, repository), 'utf8')

const dns = await startDnsServer()
const base = await mkdtemp(join(tmpdir(), 'samvad-proxy-'))
const running: ChildProcess[] = []
after(async () => {
  for (const child of running) {
    if (child.exitCode !== null) continue
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  await dns.close()
  await rm(base, { recursive: true, force: true })
})
const samvad = await startSamvad({
  SAMVAD_DNS_SERVER: dns.address,
  SAMVAD_TRUST_PROXY: 'loopback',
  SAMVAD_ALLOWED_HOSTS: PUBLIC_NAME,
})
/** With what load balancers and Prometheus ask, as the program has it. */
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
]
const form = await publishForm(samvad, fields, { double_opt_in: true }, { slug: 'order' })
await publishForm(samvad, fields, {}, { slug: 'books', company: other })
const domain: FormDomain = await asha.make('/v1/domains', { name: DOMAIN, form_id: publicId('form', form.id) })
dns.text(domain.record.name, domain.record.value)
assert.equal((await asha.post(`/v1/domains/${domain.id}/verify`)).body.status, 'verified')
await samvad.rows('update forms set domain_id = (select id from form_domains where name = $1) where id = $2', [
  DOMAIN,
  form.id,
])

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Proxy {
  port: number
  /** What its certificates are checked against. */
  ca: string
  /** Of a certificate that names nobody: it is the one that was set. */
  isSelfMade: boolean
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** As a browser does: `name` is the SNI, and the Host unless another is given. */
function ask(proxy: Proxy, path: string, options: Options = {}): Promise<Answer> {
  const { name = DOMAIN, host = name, method = 'GET', headers = {}, body } = options
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const asked = request(
    {
      host: '127.0.0.1',
      port: proxy.port,
      servername: name,
      path,
      method,
      ca: proxy.ca,
      agent: false,
      headers: { host, accept: 'text/html', ...headers },
      ...(proxy.isSelfMade && { checkServerIdentity: () => undefined }),
    },
    (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      )
      answer.once('error', reject)
    },
  )
  asked.once('error', reject)
  asked.end(body)
  return promise
}

interface Options {
  name?: string
  host?: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

async function start(name: string, program: string, args: string[], env = {}): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  child.once('exit', (code) => {
    if (code) console.error(`${name} ended with ${code}: ${said}`)
  })
}

/** Debian's Caddy with deploy/caddy/Caddyfile: certificates of its own authority instead of Let's Encrypt. */
async function startCaddy(program: string): Promise<Proxy> {
  const [port, plain] = [await freePort(), await freePort()]
  const folder = join(base, 'caddy')
  mkdirSync(folder)
  const file = join(folder, 'Caddyfile')
  const settings = `local_certs\n\tskip_install_trust\n\tadmin off\n\thttps_port ${port}\n\thttp_port ${plain}\n\ton_demand_tls`
  writeFileSync(
    file,
    example('caddy/Caddyfile').replaceAll('127.0.0.1:8080', upstream).replace('on_demand_tls', settings),
  )
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  await start('Caddy', program, ['run', '--config', file, '--adapter', 'caddyfile'], env)
  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  await eventually('Caddy has an authority', async () => existsSync(root))
  const proxy = { port, ca: readFileSync(root, 'utf8'), isSelfMade: false }
  await eventually('Caddy serves', async () =>
    ask(proxy, '/healthz', { name: PUBLIC_NAME }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  return proxy
}

/** Debian's nginx with both files of deploy/nginx, and a certificate made for this run. */
async function startNginx(program: string): Promise<Proxy> {
  const [port, plain] = [await freePort(), await freePort()]
  const folder = join(base, 'nginx')
  mkdirSync(folder)
  const { cert, key } = selfMade(DOMAIN, new Date())
  writeFileSync(join(folder, 'fullchain.pem'), cert)
  writeFileSync(join(folder, 'privkey.pem'), key)
  const adapted = (path: string) =>
    example(path)
      .replaceAll('127.0.0.1:8080', upstream)
      .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\//g, `${folder}/`)
      .replaceAll(/^.*listen \[::\].*$/gm, '')
      .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
      .replaceAll('listen 80;', `listen 127.0.0.1:${plain};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder};`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 64; }
http {
access_log off;
${temporary.join('\n')}
${adapted('nginx/samvad.conf')}
${adapted('nginx/form-domain.conf')}
}
`,
  )
  await start('nginx', program, ['-p', folder, '-e', 'stderr', '-c', file])
  const proxy = { port, ca: cert, isSelfMade: true }
  await eventually('nginx serves', async () =>
    ask(proxy, '/healthz', { name: PUBLIC_NAME }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  return proxy
}

const proxies: [name: 'caddy' | 'nginx', start: (program: string) => Promise<Proxy>][] = [
  ['caddy', startCaddy],
  ['nginx', startNginx],
]

for (const [name, startProxy] of proxies) {
  const program = findProxy(name)
  const skip = program ? false : `needs ${name}: apt-get install ${name}`
  describe(`behind ${name}`, { skip }, () => {
    test('spec 23.45, 23.50: a visitor fills in a form with a file under the domain, and confirms the address there', async () => {
      const proxy = await startProxy(program as string)
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
      const errors = sent.text.match(/class="e"[^<]*>[^<]*/g)?.join()
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
  // The installation by its own name is what it was, and does not say which domains are verified.
  const own = { name: PUBLIC_NAME, ...authorization }
  assert.equal((await ask(proxy, '/v1/me', own)).status, 200)
  for (const path of [`/internal/domains/ask?domain=${DOMAIN}`, '/metrics'])
    assert.equal((await ask(proxy, path, own)).status, 404, path)
  // The Host of nobody, on the connection of a domain; and the domain on the connection of the installation.
  const stranger = await ask(proxy, '/f/order', { host: 'evil.example' })
  assert.ok([404, 421].includes(stranger.status), String(stranger.status))
  assert.equal((await ask(proxy, '/v1/me', { name: PUBLIC_NAME, host: DOMAIN, ...authorization })).status, 404)
  // What a visitor writes into the header of proxies leads nowhere else.
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
  await givePremium(samvad)
  await until(
    () => ask(proxy, '/f/order'),
    ({ status }) => status === 200,
  )
}
