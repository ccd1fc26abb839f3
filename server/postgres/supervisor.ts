// The embedded PostgreSQL, kept running as long as this process needs it.
//
// It is stopped by the last process that uses it. Every process that starts or adopts it holds a session with a shared
// lock; stop() shuts PostgreSQL down only when no other process holds one. Who started it makes no difference. A
// process that dies without stop() leaves PostgreSQL running with everything that was committed, and the next process
// adopts it. A second `npm start` on the same folder is refused earlier (server/program/running.ts); of two at the same
// instant one becomes the program, and the other is refused.

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { interval } from '#kit/interval.ts'
import type { Outage } from '#kit/outage.ts'
import { SUPERUSER } from './cluster.ts'
import { createOutages } from './outages.ts'
import { limitLog } from './postgres-log.ts'
import { bringUp, connect, type Patience, stopPostmaster } from './postmaster.ts'
import { findPostmaster } from './postmaster-file.ts'
import { type Log, prepare } from './prepare.ts'
import { DATABASE, type Session } from './session.ts'
import { DEFAULT_SHARED_BUFFERS } from './settings.ts'

/** At the start somebody waits for the result. */
const AT_START: Patience = {
  failureLimitMs: interval('POSTGRES_START_FAILURE', 15_000),
  retryMaxMs: 1_000,
  readyLimitMs: 600_000,
}
/** Later the cause, such as a full disk or a lack of memory, may pass, and nobody is there to restart the program. */
const FOR_EVER: Patience = {
  failureLimitMs: Number.POSITIVE_INFINITY,
  retryMaxMs: interval('POSTGRES_RETRY_MAX', 5_000),
  readyLimitMs: Number.POSITIVE_INFINITY,
}
/** A PostgreSQL that is lost within this time after its start is restarted only after a pause. */
const SHORT_LIFE_MS = 5_000
const shortLifePauseMs = () => interval('POSTGRES_SHORT_LIFE_PAUSE', 500)
const SHORT_LIFE_PAUSE_MAX_MS = 5_000
/** The end of a connection is noticed at once, but possibly after a query on it has failed. */
const SESSION_END_NOTICE_MS = 1_000
/** How long a stop waits for a recovering PostgreSQL, to learn whether other processes use it. */
const RECOVERY_LIMIT_MS = 10_000
const RECOVERY_POLL_MS = 20
const DISK_CHECK_INTERVAL_MS = 1_000
const LOG_CHECK_INTERVAL_MS = 3_600_000

export type Connection = { host: string; port: number; user: string; password: string; database: string }

export type EmbeddedPostgres = {
  /** For `pg`. Unchanged when PostgreSQL is restarted. The user is the superuser. */
  connection: Connection
  /** True when it was already running and this process joined it. */
  adopted: boolean
  /** True when this process becomes the only program on it, until stop(). False while another one is. */
  beTheProgram(): Promise<boolean>
  /** Resolves when supervision ends by stop(). */
  exited: Promise<void>
  /** Releases it, and shuts it down unless another process uses it. Close the pools first. May be called twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /**
   * DATA_DIR, which contains everything of PostgreSQL: postgres, postgres-password, postgres.log, run. Created if
   * missing.
   */
  dataDirectory: string
  log: Log
  /** In PostgreSQL's notation, as '256MB'. */
  sharedBuffers?: string
  /** Settings for tests, which replace the durable ones. */
  overrides?: Readonly<Record<string, string>>
  /** Copies its log to DATA_DIR/archive-outbox, segment by segment. */
  isArchived?: boolean
  /** Cancels the start: it rejects and leaves nothing of its own running. */
  signal?: AbortSignal
  /** Called with the reason when PostgreSQL is unavailable or rejects writes, and with null when that ends. */
  onOutage?: (outage: Outage | null) => void
  /** Called each time when it is available again after a loss. */
  onRestart?: () => void
  /** Replaces the default time for which failing first starts are retried. */
  startLimitMs?: number
}

/** Resolves when the database `samvad` accepts connections. Rejects with one sentence that states the remedy. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const {
    dataDirectory,
    log,
    sharedBuffers = DEFAULT_SHARED_BUFFERS,
    overrides = {},
    isArchived = false,
    startLimitMs = AT_START.failureLimitMs,
  } = options
  const place = await prepare(dataDirectory, { sharedBuffers, overrides, isArchived }, log)
  const stopping = new AbortController()
  const givenUp = AbortSignal.any([stopping.signal, ...(options.signal ? [options.signal] : [])])
  let { session, adopted } = await bringUp(
    place,
    { ...AT_START, failureLimitMs: startLimitMs, onFailure: sayOnce(log) },
    log,
    givenUp,
  )
  const connection = { ...session.address, user: SUPERUSER, password: place.password, database: DATABASE }
  const logCheck = setInterval(() => void limitLog(place.logFile), LOG_CHECK_INTERVAL_MS)
  logCheck.unref()
  let isTheProgram = false
  const outages = createOutages(place, log, options.onOutage ?? (() => {}))
  const diskCheck = setInterval(() => void outages.lookAtDisk(), DISK_CHECK_INTERVAL_MS)
  diskCheck.unref()

  async function keepRunning(): Promise<void> {
    const asked = once(stopping.signal, 'abort')
    for (let shortLives = 0; ; ) {
      const upSince = performance.now()
      await Promise.race([session.lost, asked])
      if (stopping.signal.aborted) return
      outages.lost()
      const isShort = performance.now() - upSince < SHORT_LIFE_MS
      shortLives = isShort ? shortLives + 1 : 0
      const pauseMs = Math.min(shortLifePauseMs() * 2 ** (shortLives - 1), SHORT_LIFE_PAUSE_MAX_MS)
      if (isShort) await delay(pauseMs, undefined, { signal: stopping.signal })
      session = await bringBack()
      // A failure is harmless: other processes detect this program by its file.
      if (isTheProgram) await session.beTheProgram().catch(() => {})
      if (stopping.signal.aborted) return
      options.onRestart?.()
      outages.back()
    }
  }

  async function bringBack(): Promise<Session> {
    for (;;) {
      try {
        const patience = { ...FOR_EVER, onFailure: outages.failed }
        return (await bringUp(place, patience, log, stopping.signal)).session
      } catch (error) {
        if (stopping.signal.aborted) throw error
        // An unreadable disk or a changed password may be repaired as well.
        await outages.failed((error as Error).message)
        await delay(FOR_EVER.retryMaxMs, undefined, { signal: stopping.signal })
      }
    }
  }

  async function release(): Promise<void> {
    try {
      await letGo(session)
    } catch {
      // The session's end means that PostgreSQL went down, or that it lost one process and recovers: in the latter case
      // it keeps running, and nobody would be left to stop it.
      const isLost = await Promise.race([session.lost.then(() => true), delay(SESSION_END_NOTICE_MS, false)])
      if (!isLost) log.warn('PostgreSQL is not responding and keeps running. The next start reuses it')
      else await letGoOfRecovering()
    }
  }

  async function letGo(held: Session): Promise<void> {
    try {
      if (await held.isLast()) await stopPostmaster(place, held.postmasterPid, log)
      else log.info('PostgreSQL keeps running because another process uses it')
    } finally {
      await held.close()
    }
  }

  async function letGoOfRecovering(): Promise<void> {
    const until = performance.now() + RECOVERY_LIMIT_MS
    for (;;) {
      const found = await findPostmaster(place.folder)
      if (!found) return
      const again = await connect(place, found)
      // It may go down again in the meantime.
      if (
        again &&
        (await letGo(again).then(
          () => true,
          () => false,
        ))
      )
        return
      // A PostgreSQL that refuses all connections is used by nobody. Other waiting processes start another one.
      if (performance.now() > until) return stopPostmaster(place, found.pid, log)
      await delay(RECOVERY_POLL_MS)
    }
  }

  const exited = keepRunning().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  let stopped: Promise<void> | undefined
  return {
    connection,
    adopted,
    async beTheProgram() {
      isTheProgram = await session.beTheProgram()
      return isTheProgram
    },
    exited,
    stop() {
      stopped ??= (async () => {
        stopping.abort()
        clearInterval(logCheck)
        clearInterval(diskCheck)
        // The restart in progress was cancelled, or has completed.
        await exited
        await release()
      })()
      return stopped
    },
  }
}

function sayOnce(log: Log): (complaint: string) => Promise<void> {
  let isSaid = false
  return async (complaint) => {
    if (!isSaid) log.warn(`PostgreSQL did not start, retrying: ${complaint}`)
    isSaid = true
  }
}
