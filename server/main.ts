// The program. `node server/main.ts` plays the roles of ROLES; `node server/main.ts api` or `worker` names them.
// The parent brings PostgreSQL up, migrates, makes the first organization, then starts what serves.

import cluster from 'node:cluster'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { startEmbeddedPostgres } from '#kit/embedded-postgres/supervisor.ts'
import { announce, createLog } from '#kit/log.ts'
import { migrate } from '#kit/migrate.ts'
import { readSettings, type Settings, SettingsError } from '#kit/settings.ts'
import { type Assembled, assemble } from './app.ts'
import { createFirstAccess, firstAccessFile, type FirstAccess } from './first-access.ts'
import { connectToParent, createChildren } from './processes.ts'
import { measureQueues } from './queue-metrics.ts'
import { knowAddress, type Running, runApi, runWorker, sharesPort } from './roles.ts'

const PARENT_CHECK_MS = 500
const startedAt = performance.now()

if (cluster.isPrimary) await runParent()
else await runChild()

async function runParent(): Promise<void> {
  const settings = settingsOrExit()
  if (settings.roles.has('api')) await mustListen(settings)
  await mkdir(settings.dataDirectory, { recursive: true })
  const stops: (() => Promise<unknown>)[] = []
  // Asked to end while it still starts: what has been started is ended, in the reverse order.
  endWithNpm(endOnSignal(stops))

  const log = createLog(settings, 'parent')
  const connection = await connectionOf(settings, log, stops)
  await migrate(connection, log)
  const app = await assemble(settings, connection, undefined, log)
  stops.push(() => app.database.close())
  measureQueues(app)
  const firstAccess = await createFirstAccess(app)

  const children = createChildren(log)
  stops.push(() => children.stop())
  app.wake = (kind) => children.wake(kind)

  const url = settings.roles.has('api') ? await startApi(app, connection, children, stops) : null
  if (settings.roles.has('worker')) await children.start({ role: 'worker', connection, url })
  await greet(app, url, firstAccess)
}

async function startApi(
  app: Assembled,
  connection: pg.PoolConfig,
  children: ReturnType<typeof createChildren>,
  stops: (() => Promise<unknown>)[],
): Promise<string> {
  const count = app.settings.apiProcesses
  if (count === 1) {
    app.log = createLog(app.settings, 'api')
    const api = await runApi(app, children.metrics)
    knowAddress(app, api.url)
    stops.push(api.stop)
    return api.url
  }
  const first = (await children.start({ role: 'api', connection, url: null })) as string
  knowAddress(app, first)
  await Promise.all(Array.from({ length: count - 1 }, () => children.start({ role: 'api', connection, url: first })))
  return first
}

/**
 * Tried before anything is started. API processes that share a port could also share it with another program by mistake, whose
 * callers would then be ours.
 */
async function mustListen({ host, port }: Settings): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port }, resolve)
    })
    await new Promise((resolve) => probe.close(resolve))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'another program listens there; set PORT to a free one' : message
    console.error(`Samvad cannot start: HOST=${host} PORT=${port}: ${reason}.`)
    process.exit(2)
  }
}

async function runChild(): Promise<void> {
  const parent = await connectToParent()
  const { role, connection, url } = parent.start
  const settings = settingsOrExit()
  const app = await assemble(settings, connection, undefined, createLog(settings, role))
  if (url) knowAddress(app, url)
  app.wake = (kind) => parent.wake(kind)
  parent.onWake((kind) => app.alarm.ring(kind))

  let running: Running
  if (role === 'api') {
    // With PORT=0 the first one took a free port, and the others listen there too.
    if (url && settings.port === 0 && sharesPort(settings)) settings.port = Number(new URL(url).port)
    const api = await runApi(app, parent.metrics)
    knowAddress(app, api.url)
    running = api
    parent.ready(api.url)
  } else {
    running = await runWorker(app)
    parent.ready(null)
  }
  const stops = [() => app.database.close(), () => running.stop()]
  const end = endOnSignal(stops)
  parent.onStop(end)
}

function settingsOrExit(): Settings {
  try {
    const named = process.argv.slice(2)
    const settings = readSettings(named.length > 0 ? { ...process.env, ROLES: named.join(',') } : process.env)
    settings.dataDirectory = resolve(settings.dataDirectory)
    return settings
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(`Samvad cannot start: a setting is wrong.\n${error.message}`)
    process.exit(2)
  }
}

/** The PostgreSQL of DATABASE_URL, or the embedded one. */
async function connectionOf(
  settings: Settings,
  log: Logger,
  stops: (() => Promise<unknown>)[],
): Promise<pg.PoolConfig> {
  if (settings.databaseUrl) return { connectionString: settings.databaseUrl }
  const postgres = await startEmbeddedPostgres({ dataDirectory: settings.dataDirectory, log })
  stops.push(() => postgres.stop())
  void postgres.exited.then((reason) => {
    if (!reason) return
    log.fatal({ err: reason }, 'PostgreSQL cannot be kept running')
    process.exit(1)
  })
  return postgres.connection
}

/** SIGTERM and SIGINT end cleanly, once: requests in flight are answered, then everything is closed in the reverse order of starting. */
function endOnSignal(stops: (() => Promise<unknown>)[]): () => void {
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    try {
      for (const stop of stops.toReversed()) await stop()
      process.exit(0)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  return end
}

/** A SIGTERM to npm ends npm and its shell, which hand it on to nobody: the program ends when the shell that started it is gone. */
function endWithNpm(end: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) end()
  }, PARENT_CHECK_MS).unref()
}

async function greet(app: Assembled, url: string | null, made: FirstAccess | null): Promise<void> {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  // Where nobody reads along there are lines of JSON alone.
  if (!process.stdout.isTTY) {
    const where = url === null ? '' : ` at ${url}`
    announce(app.log, { url, seconds: Number(seconds) }, `Samvad is ready${where} after ${seconds} s`)
    return
  }
  if (url === null) {
    console.log(`Samvad works (${[...app.settings.roles].join(', ')}); ready after ${seconds} s`)
    return
  }
  const access = made ?? (await readFirstAccess(app))
  console.log(`
Samvad is ready at ${url} after ${seconds} s
  API pages     ${url}/docs
  Sandbox       ${url}/sandbox`)
  if (access) {
    console.log(`  Sign-in       ${access.email}  ${access.password}
  Access token  ${access.access_token}
                (kept in ${firstAccessFile(app)}, readable by you alone)

Try it:
  curl -s ${url}/v1/conversations -H 'Authorization: Bearer ${access.access_token}'
`)
  } else {
    console.log(`
Make an access token:
  npx samvad token create --user EMAIL --organization ID
`)
  }
}

async function readFirstAccess(app: Assembled): Promise<FirstAccess | null> {
  try {
    return JSON.parse(await readFile(firstAccessFile(app), 'utf8'))
  } catch {
    return null
  }
}
