// A job over organizations whose work of a kind is due: several at once, each under a lease that is extended as long as
// the work runs. One that is slow, or whose gateway hangs, holds up nobody else, and nobody else takes it meanwhile.

import type { App } from '#kit/app.ts'
import { Bell } from '#kit/bell.ts'
import type { Uuid } from '#kit/ids.ts'
import { noteJobFailure } from '#kit/job-failures.ts'
import { jobFailures, jobLeasesLost } from '#kit/metrics.ts'
import { extendLease, type Lease, leaseWork, releaseLease, WORK_LEASE_MS, type WorkKind } from '#kit/work.ts'
import type { Job } from './job.ts'

const ORGANIZATIONS_AT_ONCE = 10
const LOOK_EVERY_MS = 5000
/** How soon new work is seen while other work is going on. */
const LOOK_AGAIN_MS = 200
/** Three may fail before the lease runs out. */
const EXTEND_EVERY_MS = WORK_LEASE_MS / 4
/** After a failure the organization's work is due again then. */
const FAILED_AGAIN_MS = WORK_LEASE_MS

/**
 * Does what is due of the organization and answers when there is more, or null. `signal` asks it to stop at the next
 * safe point: the lease was lost, or the worker stops. What it leaves undone is due again at once.
 */
export type Work = (organizationId: Uuid, signal: AbortSignal) => Promise<Date | null>

interface Pace {
  /** Organizations at once. */
  atOnce: number
  /** How often it looks for work by itself. */
  everyMs: number
}

export function perOrganization(app: App, kind: WorkKind, work: Work, options: Partial<Pace> = {}): Job {
  const { database, log } = app
  const { atOnce, everyMs } = { atOnce: ORGANIZATIONS_AT_ONCE, everyMs: LOOK_EVERY_MS, ...options }
  const running = new Set<Uuid>()
  const bell = new Bell()
  /** Whether something was given back that is due already. */
  let isMoreDue = false

  async function take(signal: AbortSignal): Promise<void> {
    const free = atOnce - running.size
    if (signal.aborted || free === 0) return
    const leases = await database.transaction((tx) => leaseWork(tx, kind, app.clock(), free, app.workerId))
    for (const lease of leases) {
      running.add(lease.org_id)
      void workOn(lease, signal).finally(() => {
        running.delete(lease.org_id)
        bell.ring()
      })
    }
  }

  /** Never throws: what fails here is logged and tried again when its time has come. */
  async function workOn(lease: Lease, stopping: AbortSignal): Promise<void> {
    const lost = new AbortController()
    const heartbeat = setInterval(() => void extend(lease, lost), EXTEND_EVERY_MS)
    const signal = AbortSignal.any([lost.signal, stopping])
    try {
      const next = await work(lease.org_id, signal).catch((err: unknown) => {
        if (signal.aborted) return app.clock()
        noteJobFailure(log, err, { job: kind, organization_id: lease.org_id })
        return new Date(app.clock().getTime() + FAILED_AGAIN_MS)
      })
      const due = signal.aborted ? app.clock() : next
      await database.transaction((tx) => releaseLease(tx, kind, lease, due))
      isMoreDue ||= due !== null && due <= app.clock()
    } catch (err) {
      jobFailures.inc({ job: kind })
      log.error(
        { err, job: kind, organization_id: lease.org_id },
        'the work could not be given back; its lease will run out',
      )
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function extend(lease: Lease, lost: AbortController): Promise<void> {
    try {
      const isHeld = await database.transaction((tx) => extendLease(tx, kind, lease, app.clock()))
      if (isHeld) return
      jobLeasesLost.inc({ job: kind })
      log.warn({ job: kind, organization_id: lease.org_id }, 'the lease was lost; the work stops')
      lost.abort()
    } catch (err) {
      log.warn({ err, job: kind, organization_id: lease.org_id }, 'the lease could not be extended')
    }
  }

  return {
    name: kind,
    on: kind,
    everyMs,
    /** Until nothing is due; what becomes due while something slow goes on is taken beside it. */
    async run(signal) {
      isMoreDue = false
      await take(signal)
      while (running.size > 0) {
        await bell.wait(LOOK_AGAIN_MS)
        await take(signal).catch((err: unknown) => log.warn({ err, job: kind }, 'due work could not be taken'))
      }
      return isMoreDue
    },
  }
}
