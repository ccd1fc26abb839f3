// The counts of a campaign's report. Every change of a count is inserted as a row in the transaction that causes it,
// which needs no lock; a job adds these rows to the counts. A report reads both, so it is always up to date.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import type { SkipReason } from '../recipients.ts'
import * as queries from './count-queries.ts'
import { addedUp, type CountChange, changesOf, countOf, type MovedDelivery } from './count-rules.ts'

/** Changes are kept separately for this long: the rate is the number of deliveries sent in this time. */
export const RATE_MS = 60_000
const EVERY_MS = 20_000
const ORGANIZATIONS_AT_ONCE = 100
const PIECE_MAX = 5000

export function noteCounts(tx: Tx, changes: readonly CountChange[], at: Date): void {
  const sums = addedUp(changes)
  if (sums.length > 0) tx.onCommit(queries.insertChanges(sums, at))
}

/** Counts skipped recipients by reason. */
export function noteSkipped(
  tx: Tx,
  { organizationId, at }: Scope,
  campaignId: Uuid,
  recipients: readonly { reason: SkipReason | null }[],
): void {
  noteCounts(
    tx,
    recipients.flatMap(({ reason }) =>
      reason === null ? [] : [countOf(organizationId, campaignId, 'skipped', { reason })],
    ),
    at,
  )
}

/** Deliveries that belong to no campaign are ignored. */
export function noteMoved(tx: Tx, moved: readonly MovedDelivery[], at: Date): void {
  noteCounts(tx, changesOf(moved), at)
}

export const countJobs = ({ database, clock }: App): Job[] => [
  {
    name: 'counts of campaigns',
    everyMs: EVERY_MS,
    async run(signal) {
      const before = new Date(clock().getTime() - RATE_MS)
      const found = await database.reads.rows<{ id: Uuid }>(
        queries.organizationsWithChanges(before, ORGANIZATIONS_AT_ONCE),
      )
      let isMore = found.length === ORGANIZATIONS_AT_ONCE
      for (const { id } of found) {
        if (signal.aborted) return false
        const taken = await database.transaction((tx) => tx.run(queries.countChanges(id, before, PIECE_MAX)), id)
        isMore ||= taken > 0
      }
      return isMore
    },
  },
]
