// Detects processes of the previous version during a rolling restart, by the application names of their connections. A
// change of schema or money that they do not support waits until none is left.

import type { Tx } from './database.ts'
import { sql } from './sql.ts'

/** Incremented when a version does something that processes of the previous version do not support. */
const GENERATION = 2

/** The application name of this version's connections. The first generation had no number. */
export const APPLICATION_NAME = `samvad ${GENERATION}`
const EARLIER_NAMES = ['samvad']

/** Databases without earlier processes: that is permanent, because an earlier version does not start on this schema. */
const without = new WeakSet<object>()

/** True while a process of an earlier generation is connected to the database. */
export async function areEarlierProcesses({ database }: { database: { reads: Tx } }): Promise<boolean> {
  if (without.has(database)) return false
  const row = await database.reads.row<{ is_any: boolean }>(sql`
    select exists (select from pg_stat_activity
                    where datname = current_database() and application_name = any(${EARLIER_NAMES}::text[])) as is_any`)
  if (row?.is_any !== false) return true
  without.add(database)
  return false
}
