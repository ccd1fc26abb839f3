// TLS proxies in front of a test's server: Debian's Caddy and nginx, with the files of deploy/.
// Per file: the folder and the processes are those of one test file.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfMade } from '#messaging/channels/email/receiver/certificate.ts'
import { eventually, freePort } from './program.ts'

/** The host names in the files of deploy/. */
export const DOMAIN = 'forms.asha.example'
export const PUBLIC_NAME = 'samvad.example'
const repository = new URL('../', import.meta.url)
const example = (path: string): string => readFileSync(new URL(`deploy/${path}`, repository), 'utf8')

const base = await mkdtemp(join(tmpdir(), 'samvad-proxy-'))
const running: ChildProcess[] = []

/** Call after the tests. */
export async function endProxies(): Promise<void> {
  for (const child of running) {
    if (child.exitCode !== null) continue
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  await rm(base, { recursive: true, force: true })
}

export interface Proxy {
  port: number
  /** The CA that its certificates are verified against. */
  ca: string
  /** True for a self-signed certificate: accepted if it is the configured one. */
  isSelfMade: boolean
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Requests as a browser does: `name` is the SNI, and the Host unless another is given. */
export function ask(proxy: Proxy, path: string, options: Options = {}): Promise<Answer> {
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

export interface Options {
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

/** Debian's Caddy with deploy/caddy/Caddyfile: certificates from its internal CA instead of Let's Encrypt. */
export async function startCaddy(program: string, upstream: string): Promise<Proxy> {
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
export async function startNginx(program: string, upstream: string): Promise<Proxy> {
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
