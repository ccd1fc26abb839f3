// What goes through together. Everything, where one PostgreSQL holds all of it: then many small organizations cost no more than a
// large one. Each organization by itself, where the database distributes them: there a statement costs by the shard that it touches.

import type { Tx } from './database.ts'
import { sql } from './sql.ts'

/** Organization → the group that it belongs to. */
export type GroupOf = (organizationId: string) => string

const EVERYTHING = ''

/** Asked of the database, once. */
export async function groupsOf(reads: Tx): Promise<GroupOf> {
  const installed = await reads.row(sql`select from pg_extension where extname = 'citus'`)
  if (!installed) return () => EVERYTHING
  // An extension alone distributes nothing. The table is its own, so it is asked for only where it is there.
  const distributed = await reads.row(sql`select from pg_dist_partition where logicalrelid = 'wallets'::regclass`)
  return distributed ? (organizationId) => organizationId : () => EVERYTHING
}
