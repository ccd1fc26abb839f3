// The look that operators ask for over the API: made by a worker, as it takes as long as the tables are large, under a
// lease that is extended while it looks.

import type { App } from '#kit/app.ts'
import { sentenceOf } from '#kit/cannot-start.ts'
import { openDatabase } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import { checkAtLeisure, type Finding, stopChecking } from './actions.ts'
import * as queries from './look-queries.ts'

const EVERY_MS = 5000
const LEASE_MS = 30_000
/** Three may fail before the lease runs out. */
const EXTEND_EVERY_MS = LEASE_MS / 4

interface Told {
  at: Date
  broken: string[]
}

/** `keep`: where `samvad status` looks for what the last look found. */
export const doctorJobs = (app: App, keep: (told: Told) => Promise<void>, leaseMs = LEASE_MS): Job[] => [
  {
    name: 'doctor',
    everyMs: EVERY_MS,
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
  const lost = new AbortController()
  const extend = () => database.transaction((tx) => tx.run(queries.extend(lease, until())))
  const heartbeat = setInterval(() => {
    extend().then(
      (rows) => rows === 0 && lost.abort(),
      (err: unknown) => log.warn({ err }, "the lease of the doctor's look could not be extended"),
    )
  }, EXTEND_EVERY_MS)
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    const findings = await checkAlone(app, signal)
    const rows = await database.transaction((tx) => tx.run(queries.finish(lease, clock(), findings)))
    if (rows === 0) return
    const told = { at: clock(), broken: findings.map(({ id }) => id) }
    await keep(told).catch((err: unknown) =>
      log.warn({ err }, 'what the doctor found could not be kept for the status'),
    )
  } catch (error) {
    const end = signal.aborted ? queries.giveBack(lease) : queries.fail(lease, sentenceOf(error))
    await database.transaction((tx) => tx.run(end))
    if (!signal.aborted) log.error({ err: error }, 'the doctor could not look')
  } finally {
    clearInterval(heartbeat)
  }
}

/** On a connection of its own, which nothing else waits for, and which is cut short when the worker ends. */
async function checkAlone({ database }: App, signal: AbortSignal): Promise<Finding[]> {
  const own = openDatabase(database.connection, 1)
  const forget = stopChecking(own, signal)
  try {
    return await own.transaction((tx) => {
      signal.throwIfAborted()
      return checkAtLeisure(tx)
    })
  } finally {
    forget()
    await own.close()
  }
}
