// Processes of the version before, which run beside this one during a rolling restart: seen by what their connections
// are called. A step of the schema or of the money that they do not know waits until none is left.

import type { Tx } from './database.ts'
import { sql } from './sql.ts'

/** Counted up when a version does what processes of the version before must not meet. */
const GENERATION = 2

/** What the connections of this version are called. The first generation had no number. */
export const APPLICATION_NAME = `samvad ${GENERATION}`
const EARLIER_NAMES = ['samvad']

/** Once there is none there never is one again: an earlier version does not start on this schema. */
const without = new WeakSet<object>()

/** Whether a process of an earlier generation has a connection to the database. */
export async function areEarlierProcesses({ database }: { database: { reads: Tx } }): Promise<boolean> {
  if (without.has(database)) return false
  const row = await database.reads.row<{ is_any: boolean }>(sql`
    select exists (select from pg_stat_activity
                    where datname = current_database() and application_name = any(${EARLIER_NAMES}::text[])) as is_any`)
  if (row?.is_any !== false) return true
  without.add(database)
  return false
}
