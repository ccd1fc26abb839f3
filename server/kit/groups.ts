// What goes through together. Everything, where one PostgreSQL holds all of it: then many small organizations cost no
// more than a large one. Each organization by itself, where the database distributes them: there a statement costs by
// the shard that it touches.

import type { Tx } from '#kit/database/database.ts'
import { sql } from '#kit/database/sql.ts'

/** Organization → the group that it belongs to. */
export type GroupOf = (organizationId: string) => string

const EVERYTHING = ''

/** Whether the database distributes organizations: asked of it, once. */
export async function isDistributed(reads: Tx): Promise<boolean> {
  const installed = await reads.row(sql`select from pg_extension where extname = 'citus'`)
  if (!installed) return false
  // An extension alone distributes nothing. The table is its own, so it is asked for only where it is there.
  return Boolean(await reads.row(sql`select from pg_dist_partition where logicalrelid = to_regclass('wallets')`))
}

export function groupsWhere(isDistributed: boolean): GroupOf {
  return isDistributed ? (organizationId) => organizationId : () => EVERYTHING
}
