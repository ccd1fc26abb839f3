// Counts unprocessed inbound events of all organizations.

import type { Tx } from '#kit/database/database.ts'
import * as queries from './work-queries.ts'

export interface WaitingArrivals {
  channel: string
  count: number
  oldest: Date
}

export const waitingArrivals = (reads: Tx): Promise<WaitingArrivals[]> =>
  reads.rows<WaitingArrivals>(queries.countWaiting)
