// Several API processes on one port, and shutdown: what an operator of a larger machine relies on.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { bundledProgram } from '../bundled-program.ts'
import { programChildrenOf } from '../children.ts'
import { runCommand } from '../command-line.ts'
import { GUARD_MS } from '../guard.ts'
import { request, testDatabase, uuidOf } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { urlOf } from '../postgres.ts'
import { eventually, freePort, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'

const BETWEEN_REQUESTS_MS = 20

let samvad: Program
let starting: Promise<Program>
let port: number
let parent: number
let dataDirectory: string
let environment: Record<string, string>

const HOLD_WORKER = new URL('hold-worker.mjs', import.meta.url).href
/** While this file exists, the worker of the first start waits. */
const holdFile = () => join(dataDirectory, 'hold-worker')

before(async () => {
  dataDirectory = await newDataDirectory()
  environment = {
    DATABASE_URL: urlOf(await testDatabase()),
    SAMVAD_PROCESSES: '2',
    // Each check of a revoked token is a dozen requests.
    SAMVAD_TEST_KEPT_MS: '500',
  }
  await writeFile(holdFile(), '')
  port = await freePort()
  const held = {
    ...environment,
    PORT: String(port),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${HOLD_WORKER}`,
    SAMVAD_TEST_HOLD_WORKER: holdFile(),
  }
  starting = startProgram(dataDirectory, held, undefined, (pid) => {
    parent = pid
  })
  if (canKill) process.kill(await starts('api'), 'SIGKILL')
})

after(async () => {
  await rm(holdFile(), { force: true })
  await (samvad ?? (await starting)).stop()
  await removeDataDirectory(dataDirectory)
})

const canKill = process.platform !== 'win32'
/** The first process of the role during the start: the last word of its command line is the role. */
const starts = (role: string): Promise<number> =>
  eventually(`the ${role} is being started`, async () =>
    parent > 0 ? programChildrenOf(parent).find(({ args }) => args.endsWith(` ${role}`))?.pid : undefined,
  )

/** The ids of the processes that the program started, without PostgreSQL's. */
const children = (): number[] => programChildrenOf(samvad.pid).map(({ pid }) => pid)

test('spec 17.38, 19.2: /readyz, the printed address and samvad status call a program ready when its start is over, and not before; a start replaces an API process and a worker that are killed before they are ready', async () => {
  let isPrinted = false
  const printed = starting.then(() => (isPrinted = true))
  const ask = (path: string) => request(`http://127.0.0.1:${port}`, 'GET', path).catch(() => undefined)
  const answer = await eventually('it answers', () => ask('/readyz'))
  const detail = 'The start of the program is not over.'
  assert.deepEqual(
    [answer.status, answer.body],
    [503, { ready: false, fenced: false, status: 'starting', reason: 'starting', detail }],
  )
  assert.equal((await ask('/healthz'))?.status, 200)
  const { code, out } = await runCommand(['status'], { ...environment, DATA_DIR: dataDirectory })
  assert.equal(code, 1, out)
  assert.equal(isPrinted, false)

  // As if for lack of memory.
  if (canKill) process.kill(await starts('worker'), 'SIGKILL')
  await rm(holdFile())
  await printed
  // A new connection for each: either process may accept it.
  for (let count = 0; count < 8; count++)
    assert.equal((await request(`http://127.0.0.1:${port}`, 'GET', '/readyz')).status, 200)
  samvad = await starting
  for (const role of canKill ? ['api', 'worker'] : [])
    assert.match(
      samvad.output(),
      new RegExp(`"ended_role":"${role}",.*"signal":"SIGKILL","msg":"process exited; restarting it"`),
    )
})

test('spec 17.7, 17.12: SAMVAD_PROCESSES starts that many API processes and one worker, which answer under one address and are in the status', async () => {
  assert.equal(children().length, 3)
  const { stdout } = await runCommand(['status', '--json'], { ...environment, DATA_DIR: dataDirectory })
  const { facts } = JSON.parse(stdout).parts.find(({ name }: { name: string }) => name === 'program')
  if (process.platform === 'linux')
    assert.deepEqual(
      facts.processes.map(({ role }: { role: string }) => role),
      ['parent', 'api', 'api', 'worker'],
    )
  for (let count = 0; count < 8; count++) assert.equal((await samvad.request('GET', '/readyz')).status, 200)
})

test('spec 2.6: a revoked token is refused by every process within 5 seconds', async () => {
  const made = await samvad.request('POST', '/v1/tokens', { json: { name: 'To be revoked' } })
  assert.equal(made.status, 201, made.text)
  const token = made.body.access_token
  // Many connections, so that every process is asked.
  const ask = () =>
    Promise.all(
      Array.from({ length: 12 }, () =>
        request(samvad.url, 'GET', '/v1/me', { token, headers: { connection: 'close' } }),
      ),
    )
  for (const { status } of await ask()) assert.equal(status, 200)
  assert.equal((await samvad.request('DELETE', `/v1/tokens/${made.body.id}`)).status, 204)
  await eventually('every process refuses it', async () => (await ask()).every(({ status }) => status === 401))
})

test('spec 17.8: /metrics adds up what all processes counted', async () => {
  const asked = 20
  for (let count = 0; count < asked; count++)
    await samvad.request('GET', '/v1/organization', { headers: { connection: 'close' } })
  const { text } = await samvad.request('GET', '/metrics')
  const counts = [
    ...text.matchAll(/^samvad_http_request_seconds_count\{[^}]*route="\/v1\/organization"[^}]*\} (\d+)$/gm),
  ]
  assert.equal(
    counts.reduce((sum, [, count]) => sum + Number(count), 0),
    asked,
  )
})

test('spec 17.7: SIGHUP restarts process by process, and refuses nobody meanwhile', { skip: onlyLong }, async () => {
  const before = children()
  const work = { isOver: false }
  const failed: string[] = []
  let answered = 0
  const callers = ['keep-alive', 'close'].map(async (connection) => {
    while (!work.isOver) {
      const answer = await samvad
        .request('GET', '/v1/organization', { headers: { connection } })
        .catch((error: Error) => ({ status: 0, text: `${error.message} ${error.cause}` }))
      if (answer.status === 200) answered++
      else failed.push(`${connection}: ${answer.status} ${answer.text}`)
      // Leaves the processor to the starting processes.
      await pause(BETWEEN_REQUESTS_MS)
    }
  })
  try {
    process.kill(samvad.pid, 'SIGHUP')
    await eventually('all are new', async () => {
      const now = children()
      return now.length === 3 && !now.some((pid) => before.includes(pid))
    })
    await eventually('it is said', async () => /rolling restart complete/.test(samvad.output()))
  } finally {
    // Also after a failure: they would send for ever.
    work.isOver = true
    await Promise.all(callers)
  }
  assert.ok(answered > 0)
  assert.deepEqual(failed, [])
})

test('spec 17.2: a port where another program listens stops the start, before anything is touched, and says so', async () => {
  const folder = await newDataDirectory()
  const env = { ...process.env, PORT: new URL(samvad.url).port, DATA_DIR: folder, SAMVAD_PROCESSES: '2' }
  const { status, stderr } = spawnSync(process.execPath, [await bundledProgram()], {
    env,
    encoding: 'utf8',
    timeout: GUARD_MS,
  })
  assert.equal(status, 2)
  assert.match(
    stderr,
    /^Samvad cannot start: HOST=127\.0\.0\.1 PORT=\d+: the port is in use\. Set PORT to a free port\.$/m,
  )
  assert.deepEqual(await readdir(folder), [])
  await removeDataDirectory(folder)
})

test('spec 17.7: SIGTERM lets every request that was taken finish, loses none, and ends with 0 without waiting for callers', async () => {
  const answers: number[] = []
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    // A separate contact for each caller, because waiting too long for another's row lock is refused.
    const email = `leela-${caller}@customer.example`
    const contact = await samvad.request('POST', '/v1/contacts', { json: { email } })
    for (let count = 0; ; count++) {
      const answer = await samvad
        .request('PUT', `/v1/contacts/${contact.body.id}`, { json: { display_name: `Leela ${count}` } })
        .catch((error: Error) => error.cause as NodeJS.ErrnoException)
      if ('status' in answer) answers.push(answer.status)
      // Refused because the port is closed or the last process is ending: connect again.
      else return { code: answer.code as string, id: uuidOf('contact', contact.body.id), last: `Leela ${count - 1}` }
    }
  })
  await eventually('requests run', async () => answers.length > 50)
  assert.equal(await samvad.stop(), 0)
  // They continue until the port is closed: nobody waited for them to stop.
  const ended = await Promise.all(callers)
  for (const { code } of ended) assert.match(code, /^ECONN(REFUSED|RESET)$/)
  assert.deepEqual([...new Set(answers)], [200])
  const client = new pg.Client(environment.DATABASE_URL)
  await client.connect()
  const { rows } = await client.query('select id, display_name from contacts where id = any($1)', [
    ended.map(({ id }) => id),
  ])
  await client.end()
  const stored = new Map(rows.map(({ id, display_name }) => [id, display_name]))
  for (const { id, last } of ended) assert.equal(stored.get(id), last, 'what got no answer was not taken')
})

test('a process that hangs is killed when the program ends, which does not wait for it, and says so', {
  skip: onlyLong,
}, async () => {
  const oneChild = { DATABASE_URL: environment.DATABASE_URL as string, SAMVAD_TEST_PROCESS_ANSWER_MS: '500' }
  samvad = await startProgram(dataDirectory, oneChild)
  process.kill(children()[0] as number, 'SIGSTOP')
  assert.equal(await samvad.stop(), 0)
  assert.match(samvad.output(), /process did not stop in time; killing it/)
})
