// Starts and stops a postmaster.

import { type ChildProcess, execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { interval } from '#kit/interval.ts'
import { lifeOf } from '#kit/sign-of-life.ts'
import { launchProgram } from './account.ts'
import { endOrphans } from './orphans.ts'
import { closeLog, lastComplaint, limitLog, openLog } from './postgres-log.ts'
import { disownStaleLocks, findPostmaster, identify, type Postmaster } from './postmaster-file.ts'
import type { Log, Place } from './prepare.ts'
import { RefusedError, Session } from './session.ts'

const POLL_MS = 20
const FIRST_RETRY_MS = 50
const WAITING_NOTICE_MS = 10_000
const SECOND_LOOK_MS = 300
/** How long orphaned backends have to exit by themselves. */
const orphanPatienceMs = () => interval('POSTGRES_ORPHAN', 2_000)
const ABOUT_LOCKS =
  'The file is of the process that it names: end that one. If it runs on another folder, of which this one is a copy, remove the file.'
/** A fast shutdown ends every session and writes one checkpoint. */
const STOP_FAST_LIMIT_MS = 20_000
/**
 * After this long without a reaction to an immediate shutdown PostgreSQL is left alone; it kills its children after 5
 * s.
 */
const STOP_IMMEDIATE_LIMIT_MS = 8_000

/** How long and how often starting is attempted. */
export interface Patience {
  /** How long new postmasters may fail before the last one's error is thrown. */
  failureLimitMs: number
  /** The longest pause between two attempts. */
  retryMaxMs: number
  /** How long a living postmaster may take to recover, or to finish stopping. */
  readyLimitMs: number
  /** Called with the error output of each failed start. */
  onFailure?: (complaint: string) => Promise<void>
}

/**
 * Returns a session with the directory's postmaster: a running one, whoever started it, or a new one. Used for a first
 * start, and after a crash of Node or PostgreSQL. Safe in concurrent processes: PostgreSQL's own lock allows one
 * postmaster, and all processes use it.
 */
export async function bringUp(
  place: Place,
  patience: Patience,
  log: Log,
  signal: AbortSignal,
): Promise<{ session: Session; adopted: boolean }> {
  const startedAt = performance.now()
  let child: ChildProcess | undefined
  let failures = 0
  let nextTryAt = 0
  let nextNoticeAt = startedAt + WAITING_NOTICE_MS
  try {
    for (;;) {
      signal.throwIfAborted()
      const found = await findPostmaster(place.folder)
      if (found) {
        const session = await connect(place, found)
        if (session) return { session, adopted: session.postmasterPid !== child?.pid }
        if (performance.now() >= nextNoticeAt) {
          nextNoticeAt += WAITING_NOTICE_MS
          log.info(`Waiting for PostgreSQL (pid ${found.pid}, ${found.status || 'starting'})`)
        }
      } else if (child && isOver(child)) {
        child = undefined
        failures += 1
        nextTryAt = performance.now() + Math.min(FIRST_RETRY_MS * 2 ** failures, patience.retryMaxMs)
        await afterFailure(place, startedAt, patience, log)
      } else if (!child && performance.now() >= nextTryAt) {
        child = await startPostmaster(place)
      }
      if (performance.now() - startedAt > patience.readyLimitMs) {
        throw new Error(
          `PostgreSQL in ${place.folder} is not ready after ${patience.readyLimitMs / 1000} s. See ${place.logFile}`,
        )
      }
      await delay(POLL_MS)
    }
  } catch (error) {
    if (child?.pid && !isOver(child)) await stopPostmaster(place, child.pid, log)
    throw error
  }
}

/** Undefined when it refuses connections at the moment. Throws RefusedError when a retry cannot help. */
export async function connect(place: Place, found: Postmaster): Promise<Session | undefined> {
  if (found.status !== 'ready') return undefined
  const address = { host: found.socketFolder || '127.0.0.1', port: found.port }
  try {
    return await Session.open(address, place.password, place.folder)
  } catch (error) {
    if (error instanceof RefusedError) throw error
    // It crashed, is stopping, or has no free connection at the moment.
    return undefined
  }
}

async function startPostmaster(place: Place): Promise<ChildProcess> {
  await mustNotRunElsewhere(place)
  await limitLog(place.logFile)
  await disownStaleLocks(place.folder, place.socketFolder)
  const output = openLog(place.logFile)
  try {
    const args = ['-D', place.folder, ...place.settings]
    const child = launchProgram(place.launch, place.binaries.postgres, args, place.folder, ['ignore', output, output])
    child.on('error', () => {})
    // The session shows whether it is alive. Node must not wait for a process that may outlive it.
    child.unref()
    return child
  } finally {
    closeLog(output)
  }
}

/**
 * Process ids are meaningless across containers that share a volume, and PostgreSQL detects another instance only by
 * them: a second one would run recovery on files that the first is writing. Its socket is in the volume. Checked twice,
 * because a PostgreSQL may just be starting here, or a killed one's child may still respond.
 */
async function mustNotRunElsewhere({ folder, socketFolder }: Place): Promise<void> {
  if (!(await isAnswered(socketFolder))) return
  await delay(SECOND_LOOK_MS)
  if ((await findPostmaster(folder)) || !(await isAnswered(socketFolder))) return
  throw new RefusedError(
    `PostgreSQL is already running on ${folder}, in another container or process namespace. Run the command there, as with docker exec, or stop it first.`,
  )
}

async function isAnswered(socketFolder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const names = (await readdir(socketFolder).catch(() => [])).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name))
  for (const name of names) if ((await lifeOf(socketFolder, name)) === 'there') return true
  return false
}

function isOver(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

async function afterFailure(place: Place, startedAt: number, patience: Patience, log: Log): Promise<void> {
  const complaint = await lastComplaint(place.logFile)
  const failingForMs = performance.now() - startedAt
  if (failingForMs > patience.failureLimitMs) {
    const why = `PostgreSQL in ${place.folder} does not start: ${complaint} (see ${place.logFile})`
    throw new Error(/lock file/.test(complaint) ? `${why}. ${ABOUT_LOCKS}` : why)
  }
  await patience.onFailure?.(complaint)
  if (failingForMs < orphanPatienceMs()) return
  const ended = await endOrphans(place.clusterName, place.folder)
  if (ended > 0) log.warn(`Ended ${ended} orphaned PostgreSQL processes`)
}

/**
 * A fast shutdown, then an immediate one. Both keep the data safe; after the second PostgreSQL recovers from its log.
 */
export async function stopPostmaster(place: Place, pid: number, log: Log): Promise<void> {
  await tellToStop(place, pid, 'fast')
  if (await isGone(place, pid, STOP_FAST_LIMIT_MS)) return
  log.warn(
    `PostgreSQL did not stop within ${STOP_FAST_LIMIT_MS / 1000} s. Shutting it down immediately; it recovers at the next start`,
  )
  await tellToStop(place, pid, 'immediate')
  if (await isGone(place, pid, STOP_IMMEDIATE_LIMIT_MS)) return
  log.error(`PostgreSQL (pid ${pid}) did not stop. The next start reuses it`)
}

async function tellToStop(place: Place, pid: number, mode: 'fast' | 'immediate'): Promise<void> {
  try {
    // Windows has no signals; pg_ctl has its own way there, but refuses to run as root elsewhere.
    if (process.platform === 'win32') {
      await promisify(execFile)(place.binaries.pgCtl, ['stop', '-D', place.folder, '-m', mode, '-W'])
    } else {
      process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    }
  } catch {
    // It has ended already.
  }
}

async function isGone(place: Place, pid: number, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    const holder = await identify(pid, place.folder)
    if (holder === 'gone' || holder === 'other') return true
    await delay(POLL_MS)
  }
  return false
}
