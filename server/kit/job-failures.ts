// Logs and counts failed jobs, which are retried. A job that only waited too long for a connection is not a failure:
// the machine is overloaded.

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
