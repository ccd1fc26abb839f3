// The check that operators request over the API: a worker runs it, under a lease that it extends while the check runs.

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
/** A check takes longer the larger the tables are, and starts again from the beginning when it is interrupted. */
const DEADLINE_MS = 6 * 3600 * 1000

interface LastResult {
  at: Date
  broken: string[]
}

/** `keep` stores the result for `samvad status`. */
export const doctorJobs = (app: App, keep: (last: LastResult) => Promise<void>, leaseMs = LEASE_MS): Job[] => [
  {
    name: 'doctor',
    everyMs: EVERY_MS,
    // A check has its own deadline: DEADLINE_MS.
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
  keep: (last: LastResult) => Promise<void>,
): Promise<void> {
  const { database, clock, log } = app
  const held = {
    name: 'doctor',
    leaseMs: LEASE_MS,
    deadlineMs: DEADLINE_MS,
    stopping,
    extend: async () => (await database.transaction((tx) => tx.run(queries.extend(lease, until())))) > 0,
    onNotExtended: (err: unknown) => log.warn({ err }, 'doctor lease extension failed'),
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
    const last = { at: clock(), broken: findings.map(({ id }) => id) }
    await keep(last).catch((err: unknown) => log.warn({ err }, 'failed to store the doctor result'))
  } catch (error) {
    const end = isInterrupted ? queries.giveBack(lease) : queries.fail(lease, sentenceOf(overdue ?? error))
    await database.transaction((tx) => tx.run(end))
    if (!isInterrupted) log.error({ err: error }, 'doctor check failed')
  }
}

/** On its own connection, which nothing else waits for; its statement is cancelled when the worker stops. */
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
