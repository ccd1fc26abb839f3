// Runs work under a lease, which is extended while the work runs, up to a deadline. Without a deadline, hanging work
// would keep its lease as long as its process lives, and no other worker could take over. The deadline is counted like
// all others (kit/deadlines.ts), but measured in extensions.

import { countAbandoned, countPassed, MINUTE_MS, STOP_WORK_MS } from '#kit/deadlines.ts'

/** Work that takes longer is asked to stop at its next safe point; the rest is due again at once. */
export const WORK_DEADLINE_MS = 15 * MINUTE_MS
/** Extensions per lease, so that three may fail. */
const EXTENSIONS = 4

/** The abort reason of work that is asked to stop. */
export class WorkOverdue extends Error {
  constructor(deadlineMs: number) {
    super(`the work exceeded its deadline of ${deadlineMs / 1000} s`)
  }
}

/** The work did not stop when it was asked to. */
export class WorkHangs extends Error {
  constructor(heldMs: number) {
    super(`the work hangs: after ${heldMs / 1000} s it does not stop`)
  }
}

export interface HeldLease {
  /** The job's name, for the metrics of deadlines. */
  name: string
  leaseMs: number
  deadlineMs?: number
  /** Aborts when the worker stops. */
  stopping: AbortSignal
  /** Resolves to false when another process holds the lease. */
  extend(): Promise<boolean>
  onLost?(): void
  onNotExtended(error: unknown): void
}

/**
 * Resolves like `work`. `signal` asks the work to stop: its deadline passed, its lease was lost, or the worker stops.
 * Rejects with WorkHangs if the work does not stop. Time is counted in lease extensions: neither clock changes nor a
 * suspended machine bring the deadline nearer.
 */
export async function underLease<T>(held: HeldLease, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { name, leaseMs, deadlineMs = WORK_DEADLINE_MS, stopping, extend, onLost, onNotExtended } = held
  const everyMs = leaseMs / EXTENSIONS
  const lost = new AbortController()
  const overdue = new AbortController()
  const signal = AbortSignal.any([lost.signal, overdue.signal, stopping])
  const hanging = Promise.withResolvers<never>()
  let heldMs = 0
  let stoppingMs = 0

  async function extendOnce(): Promise<void> {
    try {
      if ((await extend()) || lost.signal.aborted) return
      lost.abort()
      onLost?.()
    } catch (error) {
      onNotExtended(error)
    }
  }

  const heartbeat = setInterval(() => {
    heldMs += everyMs
    if (signal.aborted) stoppingMs += everyMs
    if (stoppingMs >= STOP_WORK_MS) {
      countAbandoned({ of: 'work', name })
      clearInterval(heartbeat)
      hanging.reject(new WorkHangs(heldMs))
      return
    }
    if (heldMs >= deadlineMs && !overdue.signal.aborted) {
      countPassed({ of: 'work', name })
      overdue.abort(new WorkOverdue(deadlineMs))
    }
    if (!lost.signal.aborted) void extendOnce()
  }, everyMs)
  try {
    return await Promise.race([work(signal), hanging.promise])
  } finally {
    clearInterval(heartbeat)
  }
}
