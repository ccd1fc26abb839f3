// Waiting refunds of all organizations: for the operator's decision, or for the gateway's payout.

import type { Tx } from '#kit/database/database.ts'
import { waiting } from './waiting-queries.ts'

export interface WaitingRefunds {
  status: 'requested' | 'approved' | 'processing'
  count: number
  /** Since when the oldest of them waits. */
  oldest: Date
}

export async function waitingRefunds(reads: Tx): Promise<WaitingRefunds[]> {
  const rows = await reads.rows<Omit<WaitingRefunds, 'count'> & { count: bigint }>(waiting())
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
