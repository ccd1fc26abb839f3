// A job that failed, and is tried again: told and counted. One that only waited in vain for its turn at a connection,
// or for one to open, is no failure of anything: the machine has more to do than it can.

import type { App } from './app.ts'
import { waitedInVain } from './database/transaction-pool.ts'
import { jobFailures, jobsPutOff } from './metrics.ts'

export function noteJobFailure(log: App['log'], err: unknown, names: { job: string; organization_id?: string }): void {
  const { job } = names
  if (waitedInVain(err)) {
    jobsPutOff.inc({ job })
    log.warn(names, 'no database connection for the job; will retry')
  } else {
    jobFailures.inc({ job })
    log.error({ err, ...names }, 'job failed')
  }
}
