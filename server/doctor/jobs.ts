// The look that operators ask for over the API: made by a worker, as it takes as long as the tables are large, under a
// lease that is extended while it looks.

import type { App } from '#kit/app.ts'
import { sentenceOf } from '#kit/cannot-start.ts'
import { openDatabase } from '#kit/database/database.ts'
import { PATIENT_CONNECTION_TIMEOUT_MS } from '#kit/database/transaction-pool.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { underLease, WorkOverdue } from '#worker/held-lease.ts'
import type { Job } from '#worker/job.ts'
import { checkOneSnapshot, type Finding, stopChecking } from './actions.ts'
import * as queries from './look-queries.ts'

const EVERY_MS = 5000
const LEASE_MS = 30_000
/** A check takes as long as the tables are large, and begins anew when it is interrupted. */
const DEADLINE_MS = 6 * 3600 * 1000

interface Told {
  at: Date
  broken: string[]
}

/** `keep`: where `samvad status` looks for what the last look found. */
export const doctorJobs = (app: App, keep: (told: Told) => Promise<void>, leaseMs = LEASE_MS): Job[] => [
  {
    name: 'doctor',
    everyMs: EVERY_MS,
    // A look has its own: DEADLINE_MS.
    deadlineMs: null,
    async run(signal) {
      const { database, clock } = app
      const lease = newUuid()
      const at = clock()
      const until = () => new Date(clock().getTime() + leaseMs)
      const claimed = await database.transaction((tx) => tx.row<queries.LookRow>(queries.claim(lease, at, until())))
      if (claimed) await lookUnder(app, lease, signal, until, keep)
      return false
    },
  },
]

async function lookUnder(
  app: App,
  lease: Uuid,
  stopping: AbortSignal,
  until: () => Date,
  keep: (told: Told) => Promise<void>,
): Promise<void> {
  const { database, clock, log } = app
  const held = {
    name: 'doctor',
    leaseMs: LEASE_MS,
    deadlineMs: DEADLINE_MS,
    stopping,
    extend: async () => (await database.transaction((tx) => tx.run(queries.extend(lease, until())))) > 0,
    onNotExtended: (err: unknown) => log.warn({ err }, "the lease of the doctor's look could not be extended"),
  }
  let overdue: unknown
  let isInterrupted = false
  try {
    const findings = await underLease(held, (signal) =>
      checkAlone(app, signal).finally(() => {
        if (signal.reason instanceof WorkOverdue) overdue = signal.reason
        else isInterrupted = signal.aborted
      }),
    )
    const rows = await database.transaction((tx) => tx.run(queries.finish(lease, clock(), findings)))
    if (rows === 0) return
    const told = { at: clock(), broken: findings.map(({ id }) => id) }
    await keep(told).catch((err: unknown) =>
      log.warn({ err }, 'what the doctor found could not be kept for the status'),
    )
  } catch (error) {
    const end = isInterrupted ? queries.giveBack(lease) : queries.fail(lease, sentenceOf(overdue ?? error))
    await database.transaction((tx) => tx.run(end))
    if (!isInterrupted) log.error({ err: error }, 'the doctor could not look')
  }
}

/** On a connection of its own, which nothing else waits for, and which is cut short when the worker ends. */
async function checkAlone({ database }: App, signal: AbortSignal): Promise<Finding[]> {
  const own = openDatabase({ ...database.connection, connectionTimeoutMillis: PATIENT_CONNECTION_TIMEOUT_MS }, 1)
  const forget = stopChecking(own, signal)
  try {
    return await checkOneSnapshot(own, signal)
  } finally {
    forget()
    await own.close()
  }
}
