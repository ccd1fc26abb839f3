// Groups organizations for common statements. On a single PostgreSQL all share one group, so that many small
// organizations cost no more than a large one. On a distributed database each is a group of its own, because a
// statement costs per shard.

import type { Tx } from '#kit/database/database.ts'
import { sql } from '#kit/database/sql.ts'

/** Maps an organization to its group. */
export type GroupOf = (organizationId: string) => string

const EVERYTHING = ''

/** True when the database distributes organizations; queried once. */
export async function isDistributed(reads: Tx): Promise<boolean> {
  const installed = await reads.row(sql`select from pg_extension where extname = 'citus'`)
  if (!installed) return false
  // The extension alone distributes nothing. The table belongs to it and is queried only if it exists.
  return Boolean(await reads.row(sql`select from pg_dist_partition where logicalrelid = to_regclass('wallets')`))
}

export function groupsWhere(isDistributed: boolean): GroupOf {
  return isDistributed ? (organizationId) => organizationId : () => EVERYTHING
}
