// The doctor's check as the API returns it.

import { type Static, seconds } from '#kit/wire.ts'
import { resultsOf } from './actions.ts'
import type { LookRow } from './look-queries.ts'
import type { DoctorLook, LookStatus } from './schema.ts'

export function showLook(row: LookRow, at: Date): Static<typeof DoctorLook> {
  const { began_at, ended_at, findings } = row
  const status = statusOf(row, at)
  const last =
    began_at === null || ended_at === null || findings === null
      ? null
      : {
          began_at: seconds(began_at),
          ended_at: seconds(ended_at),
          is_healthy: findings.length === 0,
          invariants: resultsOf(findings),
        }
  const started_at = status === 'running' ? seconds(row.started_at) : null
  return { status, asked_at: seconds(row.asked_at), started_at, error: row.error, last }
}

/** A check whose worker ended is queued again. */
function statusOf({ due_at, lease_until, error, ended_at }: LookRow, at: Date): LookStatus {
  if (due_at !== null) return lease_until !== null && lease_until >= at ? 'running' : 'queued'
  if (error !== null) return 'failed'
  return ended_at === null ? 'never' : 'completed'
}
