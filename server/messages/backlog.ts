// What waits to be handed over, for who watches over the installation.

import type { ChannelName } from '#channels/rules.ts'
import { channelNames } from '#channels/rules.ts'
import type { Tx } from '#kit/database.ts'
import * as queries from './dispatch-queries.ts'

export interface Backlog {
  count: Record<ChannelName, number>
  /** When the oldest of them became due. */
  oldest: Date | null
}

export async function backlog(reads: Tx, now: Date): Promise<Backlog> {
  const [rows, oldest] = await Promise.all([
    reads.rows<{ channel: ChannelName; count: bigint }>(queries.dueByChannel(now)),
    reads.row<{ due_at: Date | null }>(queries.oldestDue(now)),
  ])
  const count = Object.fromEntries(channelNames.map((channel) => [channel, 0])) as Backlog['count']
  for (const row of rows) count[row.channel] = Number(row.count)
  return { count, oldest: oldest?.due_at ?? null }
}
