// Deletes expired imports with their failed rows.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './queries.ts'

const FAULTS_AT_ONCE = 2000
/** Owner of the connection turns: not the organization, as in working.ts. */
const IMPORTS = 'imports'

/** Deletes the failed rows in batches. Returns when the next import expires. */
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
