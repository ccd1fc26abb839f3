// A job over organizations with due work of a kind: several in parallel, each under a lease that is extended during the
// work, up to a deadline. A slow one delays no other, and no other worker takes it meanwhile.

import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import { Bell } from '#kit/bell.ts'
import { startCounting } from '#kit/deadlines.ts'
import type { Uuid } from '#kit/ids.ts'
import { noteJobFailure } from '#kit/job-failures.ts'
import { jobFailures, jobLeasesLost } from '#kit/metrics.ts'
import { extendLease, type Lease, leaseWork, releaseLease, WORK_LEASE_MS, type WorkKind } from '#kit/work.ts'
import { underLease, WORK_DEADLINE_MS } from './held-lease.ts'
import type { Job } from './job.ts'

const ORGANIZATIONS_AT_ONCE = 10
const LOOK_EVERY_MS = 5000
/** Interval at which new work is noticed while other work is running. */
const LOOK_AGAIN_MS = 200
/** Delays between attempts to release a lease: in total less than the lease. */
const RELEASE_AGAIN_MS = [50, 100, 200, 500, 1000, 2000, 4000]
/** After a failure the organization's work is due again after this time. */
const FAILED_AGAIN_MS = WORK_LEASE_MS

/**
 * Does the organization's due work and returns when there is more, or null. `signal` asks it to stop at the next safe
 * point: its deadline passed, its lease was lost, or the worker stops. Unfinished work is due again at once.
 */
export type Work = (organizationId: Uuid, signal: AbortSignal) => Promise<Date | null>

interface Pace {
  /** Number of concurrent organizations. */
  atOnce: number
  /** Polling interval for due work. */
  everyMs: number
  /** Maximum duration of one organization's work before it is asked to stop. */
  deadlineMs: number
}

export function perOrganization(app: App, kind: WorkKind, work: Work, options: Partial<Pace> = {}): Job {
  const { database, log } = app
  const { atOnce = ORGANIZATIONS_AT_ONCE, everyMs = LOOK_EVERY_MS, deadlineMs = WORK_DEADLINE_MS } = options
  /** By lease: an organization whose lease was lost may be leased again while its first work still stops. */
  const running = new Set<Lease>()
  const bell = new Bell()
  /** True when released work is due already. */
  let isMoreDue = false
  startCounting({ of: 'work', name: kind })

  async function take(signal: AbortSignal): Promise<void> {
    const free = atOnce - running.size
    if (signal.aborted || free === 0) return
    const leases = await database.transaction((tx) => leaseWork(tx, kind, app.clock(), free, app.workerId))
    for (const lease of leases) {
      running.add(lease)
      void workOn(lease, signal).finally(() => {
        running.delete(lease)
        bell.ring()
      })
    }
  }

  /** Never throws: a failure is logged, and the work is due again later. */
  async function workOn(lease: Lease, stopping: AbortSignal): Promise<void> {
    const names = { job: kind, organization_id: lease.org_id }
    const later = () => new Date(app.clock().getTime() + FAILED_AGAIN_MS)
    const held = {
      name: kind,
      leaseMs: WORK_LEASE_MS,
      deadlineMs,
      stopping,
      extend: () => database.transaction((tx) => extendLease(tx, kind, lease, app.clock())),
      onLost() {
        jobLeasesLost.inc({ job: kind })
        log.warn(names, 'lease lost; stopping work')
      },
      onNotExtended: (err: unknown) => log.warn({ err, ...names }, 'lease extension failed'),
    }
    const doWork = async (signal: AbortSignal): Promise<Date | null> => {
      try {
        const next = await work(lease.org_id, signal)
        return signal.aborted ? app.clock() : next
      } catch (err) {
        if (signal.aborted) return app.clock()
        noteJobFailure(log, err, names)
        return later()
      }
    }
    try {
      const due = await underLease(held, doWork).catch((err: unknown) => {
        log.error({ err, ...names }, 'work hung; releasing its lease')
        return later()
      })
      // Work that is due already goes to the end of the line.
      const now = app.clock()
      const isDue = due !== null && due <= now
      await release(lease, isDue ? now : due, stopping)
      isMoreDue ||= isDue
    } catch (err) {
      jobFailures.inc({ job: kind })
      log.error({ err, ...names }, 'lease release failed; it will expire')
    }
  }

  /** Retries soon: otherwise the organization waits until its lease expires. */
  async function release(lease: Lease, next: Date | null, stopping: AbortSignal): Promise<void> {
    for (const afterMs of RELEASE_AGAIN_MS) {
      try {
        return await database.transaction((tx) => releaseLease(tx, kind, lease, next))
      } catch (err) {
        if (stopping.aborted) throw err
        log.warn({ err, job: kind, organization_id: lease.org_id }, 'lease release failed; trying again')
      }
      await pause(afterMs)
    }
    await database.transaction((tx) => releaseLease(tx, kind, lease, next))
  }

  return {
    name: kind,
    on: kind,
    everyMs,
    deadlineMs: null,
    /** Runs until nothing is due; work that becomes due meanwhile runs in parallel with slow work. */
    async run(signal) {
      isMoreDue = false
      await take(signal)
      while (running.size > 0) {
        await bell.wait(LOOK_AGAIN_MS)
        await take(signal).catch((err: unknown) => log.warn({ err, job: kind }, 'failed to lease due work'))
      }
      return isMoreDue
    },
  }
}
