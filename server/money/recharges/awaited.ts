// Expected payments of all organizations, for monitoring. An unpaid recharge is expected for a week.

import type { Tx } from '#kit/database/database.ts'
import { awaited } from './awaited-queries.ts'

export interface Awaited {
  gateway: string
  count: number
  /** When the oldest of them was opened. */
  oldest: Date
}

export async function awaitedPayments(reads: Tx): Promise<Awaited[]> {
  const rows = await reads.rows<{ gateway: string; count: bigint; oldest: Date }>(awaited())
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
