// The number of a campaign's queued deliveries, cached so that batches do not count them each time.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './fan-out-queries.ts'
import type { CampaignRow } from './queries.ts'

/** How long a count is used. */
const COUNTED_FOR_MS = 1_000

/**
 * Counts up to `ahead` at intervals, and adds what was queued since. Not counted while there is much room. `isExact`:
 * counts now.
 */
export function createQueuedCounts(reads: Tx, ahead: number) {
  const counted = new Map<Uuid, { at: number; queued: number; inAll: number }>()
  return async (organizationId: Uuid, row: CampaignRow, at: Date, isExact: boolean): Promise<number> => {
    const last = counted.get(row.id)
    if (last !== undefined && !isExact && row.waiting_count > 0) {
      const sinceMs = at.getTime() - last.at
      const upToNow = last.queued + row.queued_count - last.inAll
      const isFresh = sinceMs >= 0 && (sinceMs < COUNTED_FOR_MS || upToNow < ahead / 2)
      if (isFresh && upToNow < ahead) return upToNow
    }
    const queued = (await reads.row<{ count: number }>(queries.queuedOf(organizationId, row.id, ahead)))?.count ?? 0
    counted.set(row.id, { at: at.getTime(), queued, inAll: row.queued_count })
    return queued
  }
}
