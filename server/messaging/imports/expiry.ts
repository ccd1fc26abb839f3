// Removes imports whose time is over, with the rows that failed.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './queries.ts'

const FAULTS_AT_ONCE = 2000
/** Not the organization's turn at the connections, as in working.ts. */
const IMPORTS = 'imports'

/** The rows that failed go in pieces. Returns when the next import expires. */
export async function removeExpired(app: App, organizationId: Uuid, signal: AbortSignal): Promise<Date | null> {
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted()
    isMore = await app.database.transaction(async (tx) => {
      const row = await tx.row<{ id: Uuid }>(queries.nextExpired({ organizationId, at: app.clock() }))
      if (!row) return false
      const removed = await tx.run(queries.removeFaults(organizationId, row.id, FAULTS_AT_ONCE))
      if (removed < FAULTS_AT_ONCE) await tx.run(queries.remove(organizationId, row.id))
      return true
    }, IMPORTS)
  }
  const next = await app.database.reads.row<{ expires_at: Date | null }>(queries.nextExpiry(organizationId))
  return next?.expires_at ?? null
}
