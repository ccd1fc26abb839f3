// Runs the README's examples unchanged, in order, in one program, against the service on a real database. Each prints
// what the README states. The webhook receiver is a separate program.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { fund, startSamvad } from '../../test/harness.ts'
import { eventually, freePort } from '../../test/program.ts'
import { person } from '../../test/story.ts'
import { endStreams, tell } from '../../test/telling.ts'
import { startHostileProxy } from './hostile-proxy.ts'
import { install } from './installed.ts'
import { compile } from './typescript.ts'

const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8')
after(() => endStreams())

const { folder, sdk, packed } = await install()
const server = await startSamvad()
const proxy = await startHostileProxy(server.url)
const asha = person(server)

/** The examples under a heading. */
function examplesUnder(heading: string): string {
  const section = new RegExp(`^## ${heading}\\n([^]*?)(?=^## |(?![^]))`, 'm').exec(readme)?.[1] ?? ''
  const blocks = [...section.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code]) => code)
  assert.ok(blocks.length > 0, `README.md has no example under "${heading}"`)
  return blocks.join('\n')
}

/** Changes from outside the examples: money is spent and credited. */
const control = createServer(async (request, response) => {
  if (request.url === '/spent') await spendEverything()
  else await fund(server, server.company.organizationId, 100n)
  // Earlier events are delivered first, so that followers receive only what happens next.
  await tell(server)
  response.end()
})
after(() => control.close())
await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
const meanwhile = (what: string) =>
  `await fetch('http://127.0.0.1:${(control.address() as AddressInfo).port}/${what}')\n`

async function spendEverything(): Promise<void> {
  const [conversation] = (await asha.get('/v1/conversations')).body.data
  const draft = { conversation_id: conversation.id, channel: 'email', text: 'One of many.' }
  while ((await asha.post('/v1/messages', draft)).status === 201) continue
}

interface Run {
  out: string
  ended: Promise<number | null>
  kill(): void
}

function run(name: string, code: string, environment: Record<string, string> = {}): Run {
  writeFileSync(join(folder, name), code)
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env
  const env = { ...inherited, SAMVAD_URL: proxy.url, SAMVAD_TOKEN: server.company.token, ...environment }
  const child = spawn(process.execPath, [name], { cwd: folder, env })
  const made: Run = {
    out: '',
    ended: new Promise((resolve) => child.once('close', resolve)),
    kill: () => void child.kill(),
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (made.out += text))
  after(() => child.kill())
  return made
}

const SECTIONS = ['A first message', 'Lists', 'Errors', 'Doing it once', 'Headers and files', 'Live events'] as const

test('spec 20.11: the examples of the README run as they stand there, and say what it says', async () => {
  await fund(server, server.company.organizationId, 1n)
  const before: Partial<Record<string, string>> = { Errors: meanwhile('spent'), 'Doing it once': meanwhile('came') }
  const code = SECTIONS.map((heading) => `${before[heading] ?? ''}${examplesUnder(heading)}`).join('\n')
  const program = run('readme.ts', code)
  await Promise.race([
    program.ended.then(() => assert.fail(program.out)),
    eventually('it follows', async () => proxy.seen.some(({ path }) => path.startsWith('/v1/events/stream'))),
  ])
  await asha.make('/v1/contacts', { display_name: 'Lata' })
  await tell(server)
  assert.equal(await program.ended, 0, program.out)
  const promised = [...code.matchAll(/^.*console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => line as string)
  assert.ok(promised.length >= 9)
  const said = program.out.trimEnd().split('\n')
  for (const [index, line] of promised.entries()) {
    const [start = '', ...rest] = line.split('…')
    assert.ok(rest.length > 0 ? said[index]?.startsWith(start) : said[index] === line, `${line} in:\n${program.out}`)
  }
  assert.equal(said.length, promised.length, program.out)
})

test('spec 20.11: the webhook receiver of the README takes what is signed, and nothing else', async () => {
  const port = await freePort()
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
  const receiver = run('receiver.ts', examplesUnder('Webhooks'), { PORT: String(port), SAMVAD_WEBHOOK_SECRET: secret })
  const call = (body: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body, headers }).catch(() => null)
  const body = JSON.stringify({ id: 'evt_1', type: 'contact.created', data: { display_name: 'रवि' } })
  const at = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  }
  const taken = await eventually('it listens', async () => (await call(body, headers)) ?? false)
  assert.equal(taken.status, 204)
  assert.equal((await call(body.replace('रवि', 'लता'), headers))?.status, 400)
  assert.equal((await call(body, {}))?.status, 400)
  assert.equal(receiver.out, 'contact.created evt_1\n')
  receiver.kill()
})

test('spec 20.11: the examples of the README are free of errors of types', () => {
  const code = SECTIONS.map(examplesUnder).join('\n')
  assert.equal(compile(folder, { 'readme.ts': code, 'receiver.ts': examplesUnder('Webhooks') }, 'node'), '')
})

test('the README names the file that is packed, the methods that there are, and the classes that are thrown', () => {
  assert.ok(readme.includes(`npm install /path/to/samvad/release/${packed.filename}`), packed.filename)
  const samvad = new sdk.Samvad({ baseUrl: server.url })
  const methods = [...readme.matchAll(/`samvad((?:\.\w+)+)/g)].map(([, path]) => (path as string).slice(1).split('.'))
  assert.ok(methods.length > 5)
  for (const path of methods) {
    const found = path.reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], samvad)
    assert.equal(typeof found, 'function', path.join('.'))
  }
  for (const [, name = ''] of readme.matchAll(/\b(\w+Error)\b/g)) assert.ok(name in sdk, name)
})
