// The PostgreSQL that `npm start` brings along, kept running for as long as this process wants it.
//
// Who stops it: the last process that uses it. Every process that starts or adopts it holds a session with a shared
// lock; stop() shuts PostgreSQL down only when no other process holds one, and otherwise leaves it to them. Who started it
// makes no difference. A process that dies without stop() leaves PostgreSQL running, with everything that was
// committed, and the next one adopts it. A second `npm start` on the same folder is therefore harmless here: it is
// refused before it comes here (server/running.ts).

import { setTimeout as delay } from 'node:timers/promises'
import { bringUp, stopPostmaster } from './postmaster.ts'
import { limitLog } from './postgres-log.ts'
import { type Log, prepare } from './prepare.ts'
import { SUPERUSER } from './cluster.ts'
import { DATABASE, type Session } from './session.ts'
import { DEFAULT_SHARED_BUFFERS } from './settings.ts'

/** At the start somebody waits for an answer. */
const START_FAILURE_LIMIT_MS = 15_000
/** Later a full disk or a lack of memory may pass. */
const RESTART_FAILURE_LIMIT_MS = 300_000
/** A PostgreSQL that was lost sooner than this after it came up is restarted only after a pause. */
const SHORT_LIFE_MS = 5_000
const SHORT_LIFE_PAUSE_MS = 500
const LOG_CHECK_INTERVAL_MS = 3_600_000

export type Connection = { host: string; port: number; user: string; password: string; database: string }

export type EmbeddedPostgres = {
  /** For `pg`. Stays the same when PostgreSQL is restarted. The user is the superuser. */
  connection: Connection
  /** Whether it was running before, and this process joined it. */
  adopted: boolean
  /** Resolves when supervision ends: with nothing after stop(), with the reason when PostgreSQL cannot be kept running. */
  exited: Promise<Error | undefined>
  /** Lets go of it, and shuts it down unless another process uses it. Close the pools first. May be called twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** DATA_DIR. Everything of PostgreSQL is inside: postgres, postgres-password, postgres.log, run. Made when missing. */
  dataDirectory: string
  log: Log
  /** In PostgreSQL's notation, as '256MB'. */
  sharedBuffers?: string
  /** Gives the start up: rejects, and leaves nothing of its own running. */
  signal?: AbortSignal
}

/** Resolves when the database `samvad` accepts connections. Rejects with one sentence that says what to do. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, log, sharedBuffers = DEFAULT_SHARED_BUFFERS } = options
  const place = await prepare(dataDirectory, sharedBuffers, log)
  const stopping = new AbortController()
  const givenUp = AbortSignal.any([stopping.signal, ...(options.signal ? [options.signal] : [])])
  let { session, adopted } = await bringUp(place, START_FAILURE_LIMIT_MS, log, givenUp)
  const connection = { ...session.address, user: SUPERUSER, password: place.password, database: DATABASE }
  const logCheck = setInterval(() => void limitLog(place.logFile), LOG_CHECK_INTERVAL_MS)
  logCheck.unref()

  async function keepRunning(): Promise<void> {
    for (;;) {
      const upSince = Date.now()
      await session.lost
      if (stopping.signal.aborted) return
      const lostAt = Date.now()
      log.warn('Lost PostgreSQL: bringing it back')
      if (lostAt - upSince < SHORT_LIFE_MS) await delay(SHORT_LIFE_PAUSE_MS, undefined, { signal: stopping.signal })
      session = (await bringUp(place, RESTART_FAILURE_LIMIT_MS, log, stopping.signal)).session
      // stop() was called in between, and knew only the session before this one.
      if (stopping.signal.aborted) return release(session)
      log.info(`PostgreSQL is back after ${Date.now() - lostAt} ms`)
    }
  }

  async function release(held: Session): Promise<void> {
    try {
      if (await held.isLast()) await stopPostmaster(place, held.postmasterPid, log)
      else log.info('PostgreSQL is left running: another process uses it')
    } catch {
      // The session broke just now, so PostgreSQL is going down or crashed: nobody is left to stop.
    } finally {
      await held.close()
    }
  }

  const exited = keepRunning().then(
    () => undefined,
    (error: Error) => (stopping.signal.aborted ? undefined : error),
  )
  let stopped: Promise<void> | undefined
  return {
    connection,
    adopted,
    exited,
    stop() {
      stopped ??= (async () => {
        stopping.abort()
        clearInterval(logCheck)
        await release(session)
        await exited
      })()
      return stopped
    },
  }
}
