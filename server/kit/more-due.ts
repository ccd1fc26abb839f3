// Whether other organizations wait for a worker.

import type { Tx } from './database/database.ts'
import { sql } from './database/sql.ts'
import type { WorkKind } from './work.ts'

/** Whether work is due that nobody works on: whoever has an organization's may end its turn for it. */
export async function isMoreDue(reads: Tx, kind: WorkKind, now: Date): Promise<boolean> {
  const row = await reads.row<{ is_any: boolean }>(sql`
    select exists (
      select from due_work
       where kind = ${kind} and due_at <= ${now} and (lease_until is null or lease_until <= ${now})) as is_any`)
  return row?.is_any === true
}
