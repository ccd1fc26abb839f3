// The program. `node server/main.ts` plays the roles of ROLES; `node server/main.ts api` or `worker` names them.
// The parent brings PostgreSQL up, migrates, makes the first organization, then starts what serves.

import cluster from 'node:cluster'
import { resolve } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { readSender } from '#channels/rules.ts'
import { mustBeWritable } from '#kit/data-directory.ts'
import { startEmbeddedPostgres } from '#kit/embedded-postgres/supervisor.ts'
import { becomeReal } from '#installation/actions.ts'
import { endWithLauncher } from '#kit/launcher.ts'
import { createLog } from '#kit/log.ts'
import { migrate } from '#kit/migrate.ts'
import { mustAnswer } from '#kit/reachable.ts'
import { readSettings, type Settings, SettingsError } from '#kit/settings.ts'
import { type Assembled, assemble } from './app.ts'
import { createEnding, type Ending } from './ending.ts'
import { createFirstAccess, tellAddress } from './first-access.ts'
import { greet } from './greeting.ts'
import { mustListen } from './listening.ts'
import { startNotes } from './start-notes.ts'
import { connectToParent, createChildren } from './processes.ts'
import { measureQueues } from './queue-metrics.ts'
import { knowAddress, type Running, runApi, runWorker, sharesPort } from './roles.ts'
import { forgetRunning, mustBeAlone, noteRunning } from './running.ts'
import { hasSecretKey, mustBeTheKey } from './secret-key.ts'

const startedAt = performance.now()

if (cluster.isPrimary) {
  const ending = createEnding()
  endWithLauncher(ending.end)
  await ending.whileStarting(() => runParent(ending))
} else {
  const ending = createEnding()
  await ending.whileStarting(() => runChild(ending))
}

async function runParent(ending: Ending): Promise<void> {
  const { signal } = ending
  const settings = settingsOf(process.argv.slice(2))
  if (settings.roles.has('api')) await mustListen(settings)
  await mustBeWritable(settings.dataDirectory, undefined, signal)
  if (settings.roles.has('api') && settings.databaseUrl === null) await mustBeAlone(settings.dataDirectory)

  const log = createLog(settings, 'parent')
  const connection = await connectionOf(settings, log, ending)
  await migrate(connection)
  signal.throwIfAborted()
  const hadKey = await hasSecretKey(settings)
  const app = await assemble(settings, connection, undefined, log)
  ending.stops.push(() => app.database.close())
  measureQueues(app)
  await mustBeTheKey(app, !hadKey)
  // From now on its mail never falls back to the sandbox: decisions §7.
  if (settings.smtpUrl !== null) await app.database.transaction((tx) => becomeReal(tx, 'email', app.clock()))
  const firstAccess = await createFirstAccess(app)
  for (const note of await startNotes(app)) app.log.warn(note)
  signal.throwIfAborted()

  const children = createChildren(log)
  ending.stops.push(() => children.stop())
  app.wake = (kind) => children.wake(kind)

  const url = settings.roles.has('api') ? await startApi(app, connection, children, ending) : null
  if (settings.roles.has('worker')) await children.start({ role: 'worker', connection, url })
  signal.throwIfAborted()
  if (url !== null) {
    await noteRunning(settings.dataDirectory, url, settings.publicUrl)
    ending.stops.push(() => forgetRunning(settings.dataDirectory))
    if (firstAccess) await tellAddress(app, firstAccess)
  }
  await greet(app, url, firstAccess, performance.now() - startedAt)
}

async function startApi(
  app: Assembled,
  connection: pg.PoolConfig,
  children: ReturnType<typeof createChildren>,
  { stops }: Ending,
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

async function runChild({ stops, end }: Ending): Promise<void> {
  const parent = await connectToParent()
  const { role, connection, url } = parent.start
  const settings = settingsOf([])
  const app = await assemble(settings, connection, undefined, createLog(settings, role))
  stops.push(() => app.database.close())
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
  stops.push(() => running.stop())
  parent.onStop(end)
}

function settingsOf(roles: string[]): Settings {
  const settings = readSettings(roles.length > 0 ? { ...process.env, ROLES: roles.join(',') } : process.env)
  // As every mail would be refused for it, which nobody would see at the start.
  const sender = readSender(settings.smtpFrom)
  if ('message' in sender) throw new SettingsError(`SAMVAD_SMTP_FROM=${settings.smtpFrom}: ${sender.message}`)
  settings.dataDirectory = resolve(settings.dataDirectory)
  return settings
}

/** The PostgreSQL of DATABASE_URL, or the embedded one. */
async function connectionOf(settings: Settings, log: Logger, { signal, stops }: Ending): Promise<pg.PoolConfig> {
  if (settings.databaseUrl) {
    const connection = { connectionString: settings.databaseUrl }
    await mustAnswer(connection, { signal, say: (sentence) => log.warn(sentence) })
    return connection
  }
  const postgres = await startEmbeddedPostgres({ dataDirectory: settings.dataDirectory, log, signal })
  stops.push(() => postgres.stop())
  void postgres.exited.then((reason) => {
    if (!reason) return
    log.fatal({ err: reason }, 'PostgreSQL cannot be kept running')
    process.exit(1)
  })
  return postgres.connection
}
