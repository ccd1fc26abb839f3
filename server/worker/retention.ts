// Deletes expired data: one job per kind, in batches of short transactions, so that nobody waits for one, however much
// there is. The domain gets the cutoff time and decides what to delete.

import type { App } from '#kit/app.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from './job.ts'

const EVERY_MS = 10 * 60_000
/** Rows per transaction. */
const PIECE_MAX = 1000
const ORGANIZATIONS_AT_ONCE = 100

interface Kept {
  /** The job's name. */
  name: string
  /** How long they are kept. */
  keptMs: number
  /** Up to `limit` organizations with data from before `before`. */
  organizations: (before: Date, limit: number) => Statement
  /** Deletes up to `limit` rows of an organization. */
  remove: (organizationId: Uuid, before: Date, limit: number) => Statement
}

/** For data of organizations: one scan over all of them, then each separately. */
export function retention(app: App, { name, keptMs, organizations, remove }: Kept): Job {
  return {
    name,
    everyMs: EVERY_MS,
    async run(signal) {
      const before = new Date(app.clock().getTime() - keptMs)
      const found = await app.database.reads.rows<{ id: Uuid }>(organizations(before, ORGANIZATIONS_AT_ONCE))
      let removed = 0
      for (const { id } of found) {
        if (signal.aborted) return false
        removed += await app.database.transaction((tx) => tx.run(remove(id, before, PIECE_MAX)), id)
      }
      // Nothing was deleted although there is something: another process is doing it.
      return removed > 0
    },
  }
}

/** For data of the installation. */
export function installationRetention(
  app: App,
  { name, keptMs, remove }: Pick<Kept, 'name' | 'keptMs'> & { remove: (before: Date, limit: number) => Statement },
): Job {
  return {
    name,
    everyMs: EVERY_MS,
    async run() {
      const before = new Date(app.clock().getTime() - keptMs)
      return (await app.database.transaction((tx) => tx.run(remove(before, PIECE_MAX)))) === PIECE_MAX
    },
  }
}
