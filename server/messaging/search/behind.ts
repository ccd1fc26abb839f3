// Lag of the search index, for monitoring: spec 7.149.

import type { Tx } from '#kit/database/database.ts'
import * as queries from './index-queries.ts'

/** Hexadecimal digits of the timestamp in a UUIDv7, without its hyphen. */
const TIME_DIGITS = 12

export async function searchBehind(reads: Tx): Promise<{ oldest: Date | undefined; walking: number }> {
  const row = await reads.row<queries.BehindRow>(queries.behind())
  const ofMessage = row?.message_id ? Number.parseInt(row.message_id.replace('-', '').slice(0, TIME_DIGITS), 16) : null
  const times = [ofMessage, row?.changed_at?.getTime() ?? null].filter((one) => one !== null)
  return {
    oldest: times.length === 0 ? undefined : new Date(Math.min(...times)),
    walking: Number(row?.walking ?? 0n),
  }
}
