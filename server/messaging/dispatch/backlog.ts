// The operator's view of queued and in-flight deliveries.

import type { Tx } from '#kit/database/database.ts'
import type { StoredDetails } from '#kit/stored-details.ts'
import type { ReadQueues } from '#messaging/channels/accounts/health.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import * as queries from './backlog-queries.ts'

export interface Backlog {
  count: Record<ChannelName, number>
  /** Per channel: the earliest due time, if there is one. */
  oldest: Partial<Record<ChannelName, Date>>
}

export async function backlog(reads: Tx, now: Date): Promise<Backlog> {
  const [rows, oldest] = await Promise.all([
    reads.rows<{ channel: ChannelName; count: bigint }>(queries.dueByChannel(now)),
    reads.rows<{ channel: ChannelName; due_at: Date }>(queries.oldestDue(now)),
  ])
  const count = Object.fromEntries(channelNames.map((channel) => [channel, 0])) as Backlog['count']
  for (const row of rows) count[row.channel] = Number(row.count)
  return { count, oldest: Object.fromEntries(oldest.map(({ channel, due_at }) => [channel, due_at])) }
}

export interface PutOff {
  count: number
  /** Time of the first failed attempt. */
  since: Date
}

/** Deliveries that wait for a retry, per channel with at least one. */
export async function putOff(reads: Tx, now: Date): Promise<Partial<Record<ChannelName, PutOff>>> {
  const rows = await reads.rows<{ channel: ChannelName; count: bigint; since: Date }>(queries.putOff(now))
  return Object.fromEntries(rows.map(({ channel, count, since }) => [channel, { count: Number(count), since }]))
}

/** The number of deliveries in flight, and how many of them have outlived their lease. */
export async function inHand(reads: Tx, now: Date): Promise<{ count: number; late: number }> {
  const row = await reads.row<{ count: bigint; late: bigint }>(queries.inHand(now))
  return { count: Number(row?.count ?? 0), late: Number(row?.late ?? 0) }
}

/** For the organization's own status page. */
export const readQueues: ReadQueues = async (tx, organizationId, at) => {
  const rows = await tx.rows<QueueRow>(queries.queuesOf(organizationId, at))
  return new Map(
    rows.map(({ channel, due_since: dueSince, error_code: code, error_detail: detail, error_details: details }) => [
      channel,
      { dueSince, error: code === null ? null : { code, detail, details } },
    ]),
  )
}

interface QueueRow {
  channel: ChannelName
  due_since: Date | null
  error_code: string | null
  error_detail: string | null
  error_details: StoredDetails | null
}
