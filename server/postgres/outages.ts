// Reports why PostgreSQL is unavailable: in /readyz, and periodically in the log.

import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { saysNoRoom } from '#kit/no-room.ts'
import type { Outage } from '#kit/outage.ts'
import type { Log, Place } from './prepare.ts'

/** With less free space PostgreSQL soon cannot write its log, and ends. */
export const DISK_FREE_MIN_BYTES = 1024 * 1024
/** Minimum interval between log lines about the same problem, which may last for days. */
const SAY_EVERY_MS = 60_000

export interface Outages {
  lost(): void
  /** A restart failed. */
  failed(complaint: string): Promise<void>
  back(): void
  /** While PostgreSQL runs: checks the free disk space. */
  lookAtDisk(): Promise<void>
}

export function createOutages(place: Place, log: Log, tell: (outage: Outage | null) => void): Outages {
  const saidAt = new Map<string, number>()
  let isDown = false
  /** Why it could not be started, while it is down. */
  let failure: Outage | null = null
  /** The message about a full disk, which can be full while PostgreSQL runs, recovers, or is down. */
  let full: string | null = null
  /** True when the last log line reported a problem. */
  let isTold = false
  let lostAt = 0
  let failures = 0

  const tellWhy = () => tell(full === null ? failure : { reason: 'disk_full', detail: full })

  function say(kind: string, line: string): void {
    const now = performance.now()
    if (now - (saidAt.get(kind) ?? Number.NEGATIVE_INFINITY) < SAY_EVERY_MS) return
    saidAt.set(kind, now)
    isTold = true
    log.error(line)
  }

  return {
    lost() {
      isDown = true
      lostAt = performance.now()
      failures = 0
      say('lost', 'PostgreSQL is down; restarting it')
    },
    async failed(complaint) {
      failures++
      const found = (await fullDisk(place)) ?? (saysNoRoom(complaint) ? complaint : null)
      if (!isDown) return
      failure =
        found === null
          ? { reason: 'database_unavailable', detail: `PostgreSQL does not start: ${complaint}` }
          : { reason: 'disk_full', detail: found }
      tellWhy()
      const seconds = Math.round((performance.now() - lostAt) / 1000)
      say(
        `start ${failure.reason}`,
        `${failure.detail}. Failed starts: ${failures} in ${seconds} s; retrying. See ${place.logFile}`,
      )
    },
    back() {
      isDown = false
      failure = null
      // Free space is checked again.
      full = null
      tellWhy()
      if (isTold) log.info(`PostgreSQL is up again after ${Math.round(performance.now() - lostAt)} ms`)
      isTold = false
    },
    async lookAtDisk() {
      const found = await fullDisk(place)
      // Also while it is down: after a start, connections may fail for lack of space, without any start failing.
      if (found === full) return
      full = found
      tellWhy()
      if (full !== null) say('disk_full', `${full}. Sends are refused until then`)
      else if (!isDown) log.info('Disk space is available again')
    },
  }
}

/** The message about a full disk, or null; PostgreSQL's log may be on another disk. */
async function fullDisk({ folder }: Place): Promise<string | null> {
  for (const path of [folder, join(folder, 'pg_wal')]) {
    const { bavail, bsize } = await statfs(path).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }))
    if (bavail * bsize < DISK_FREE_MIN_BYTES) return `The disk that holds ${path} is full. Free up space`
  }
  return null
}
