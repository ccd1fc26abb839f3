// The parent process: starts PostgreSQL, migrates, creates the first organization, then starts the serving processes.

import { closeSync, openSync } from 'node:fs'
import type pg from 'pg'
import type { Logger } from 'pino'
import { mustNotBeRestoring } from '#backup/empty-folder.ts'
import { keepBuilt } from '#edge/pages/built-console.ts'
import type { Status } from '#edge/status.ts'
import { becomeReal } from '#installation/actions.ts'
import { migrate } from '#kit/database/migrate.ts'
import { mustAnswer } from '#kit/database/reachable.ts'
import { announce, createLog } from '#kit/log.ts'
import type { Outage } from '#kit/outage.ts'
import { measureProcess, postgresRestarts } from '#kit/process-metrics.ts'
import type { Settings } from '#kit/settings.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import { type Assembled, assemble, START_PATIENCE_MS } from './app.ts'
import { archive, openArchive } from './archiving.ts'
import { mustBeWritable } from './data-directory.ts'
import type { Ending } from './ending.ts'
import { createFirstAccess, tellAddress } from './first-access.ts'
import { greetingOf } from './greeting.ts'
import { mustListen, settleLocalName } from './listening.ts'
import { settleIn } from './place.ts'
import { createChildren } from './processes.ts'
import { measureQueues } from './queue-metrics.ts'
import { settingsOf } from './read-settings.ts'
import { createStatus, knowAddress, runApi } from './roles.ts'
import { anotherStarts, forgetRunning, mustBeAlone, noteRunning } from './running.ts'
import { hasSecretKey, mustBeTheKey } from './secret-key.ts'
import { measureStanding } from './standing-metrics.ts'
import { startNotes } from './start-notes.ts'
import { openTracing } from './tracing.ts'

/** Resolves when everything serves. `roles`: those named on the command line, otherwise those of ROLES. */
export async function runParent(ending: Ending): Promise<void> {
  const { signal } = ending
  const settings = await settingsOf(process.argv.slice(2))
  if (settings.roles.has('api')) {
    await mustListen(settings, signal)
    await settleLocalName(settings, process.env)
  }
  await mustBeWritable(settings.dataDirectory, undefined, signal)
  if (settings.roles.has('api') && settings.databaseUrl === null) await mustBeAlone(settings.dataDirectory)

  await mustNotBeRestoring(settings.dataDirectory)
  const ownArchive = await openArchive(settings, ending)

  const log = createLog(settings, 'parent')
  // On a terminal the same signal means that it was closed: the program then ends.
  const mayBeReplaced = settings.apiProcesses > 1 && !hasTerminal()
  let isAskedAlready = false
  if (mayBeReplaced) ending.onHangUp(() => (isAskedAlready = true))
  measureProcess(settings.roles.has('api') && settings.apiProcesses === 1 ? 'api' : 'parent')
  const children = createChildren(log, signal)
  const status = createStatus()
  const connection = await connectionOf(settings, log, ending, (outage) => {
    status.outage = outage
    children.tellOutage(outage)
  })
  await migrate(connection)
  signal.throwIfAborted()
  const hadKey = await hasSecretKey(settings)
  const app = await assemble(settings, connection, undefined, log, START_PATIENCE_MS)
  ending.stops.push(() => app.database.close())
  measureQueues(app)
  measureStanding(app)
  await mustBeTheKey(app, !hadKey)
  await settleIn(app)
  // From now on the installation's mail never falls back to the sandbox: spec 16.3.
  if (settings.smtpUrl !== null) await app.database.transaction((tx) => becomeReal(tx, 'real_email_since', app.clock()))
  const firstAccess = await createFirstAccess(app)
  if (settings.roles.has('api')) await keepBuilt(settings.dataDirectory)
  for (const note of await startNotes(app)) app.log.warn(note)
  signal.throwIfAborted()

  await archive(app, connection, ending, ownArchive)

  ending.stops.push(() => children.stop())
  app.wake = (kind) => children.wake(kind)

  const url = settings.roles.has('api') ? await startApi(app, status, connection, children, ending) : null
  if (settings.roles.has('worker')) await children.start({ role: 'worker', connection, url })
  signal.throwIfAborted()
  if (url !== null) {
    await noteRunning(settings.dataDirectory, url, settings.publicUrl)
    ending.stops.push(() => forgetRunning(settings.dataDirectory))
    if (firstAccess) await tellAddress(app, firstAccess)
  }
  const greet = await greetingOf(app, url, firstAccess)
  if (mayBeReplaced) ending.onHangUp(() => void replace(app, children))
  // Nothing after this line can fail: a program that is ready does not end because of a full disk (spec 17.38).
  status.isStarting = false
  await children.beReady()
  greet(performance.now())
  if (isAskedAlready) void replace(app, children)
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

let isReplacing = false

/** Reloads the code process by process while the others respond. The parent, which owns PostgreSQL, is not replaced. */
async function replace(app: Assembled, children: ReturnType<typeof createChildren>): Promise<void> {
  if (isReplacing) return app.log.warn('restart already in progress; request ignored')
  isReplacing = true
  try {
    await children.replace()
    announce(app.log, {}, 'rolling restart complete')
  } catch (err) {
    app.log.error({ err }, 'rolling restart failed; remaining processes keep running')
  } finally {
    isReplacing = false
  }
}

async function startApi(
  app: Assembled,
  status: Status,
  connection: pg.PoolConfig,
  children: ReturnType<typeof createChildren>,
  { stops }: Ending,
): Promise<string> {
  const count = app.settings.apiProcesses
  if (count === 1) {
    app.log = createLog(app.settings, 'api')
    stops.push(await openTracing(app, 'api'))
    const api = await runApi(app, status, children.metrics)
    knowAddress(app, api.url)
    stops.push(() => api.stop())
    return api.url
  }
  const first = (await children.start({ role: 'api', connection, url: null })) as string
  knowAddress(app, first)
  await Promise.all(Array.from({ length: count - 1 }, () => children.start({ role: 'api', connection, url: first })))
  return first
}

/** The PostgreSQL of DATABASE_URL, or the embedded one. */
async function connectionOf(
  settings: Settings,
  log: Logger,
  { signal, stops }: Ending,
  onOutage: (outage: Outage | null) => void,
): Promise<pg.PoolConfig> {
  if (settings.databaseUrl) {
    const connection = { connectionString: settings.databaseUrl }
    await mustAnswer(connection, { signal, say: (sentence) => log.warn(sentence) })
    return connection
  }
  const postgres = await startEmbeddedPostgres({
    dataDirectory: settings.dataDirectory,
    log,
    signal,
    onOutage,
    onRestart: () => postgresRestarts.inc(),
    isArchived: settings.archive !== null,
  })
  stops.push(() => postgres.stop())
  if (settings.roles.has('api') && !(await postgres.beTheProgram())) throw anotherStarts(settings.dataDirectory)
  return postgres.connection
}
