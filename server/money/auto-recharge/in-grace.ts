// Failing automatic recharges of all organizations, for the installation's operators.

import type { Tx } from '#kit/database/database.ts'
import { inGrace } from './queries.ts'

export async function autoRechargesInGrace(reads: Tx): Promise<{ enabled: number; inGrace: number }> {
  const row = await reads.row<{ enabled: bigint; in_grace: bigint }>(inGrace())
  return { enabled: Number(row?.enabled ?? 0), inGrace: Number(row?.in_grace ?? 0) }
}
