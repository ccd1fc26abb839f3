// Converts rows of usage to their API representation.

import { amount, publicId } from '#kit/wire.ts'
import type { CountsRow, UsageRow } from './queries.ts'
import { cursorOf, type Dimension, dimensions } from './rules.ts'
import type { UsageGroup } from './schema.ts'

export function showCounts({ messages, sent, delivered, failed, micros }: CountsRow) {
  return {
    messages: Number(messages),
    sent: Number(sent),
    delivered: Number(delivered),
    failed: Number(failed),
    amount: amount(micros),
  }
}

/** Only the dimensions that the report is grouped by. */
export function showGroup(row: UsageRow, by: ReadonlySet<Dimension>): UsageGroup {
  const values: Record<Dimension, string | null> = {
    month: row.month?.slice(0, 7) ?? null,
    day: row.day,
    organization: publicId('org', row.organization),
    channel: row.channel,
    kind: row.kind,
    campaign: publicId('camp', row.campaign),
    list: publicId('list', row.list),
    user: publicId('user', row.user),
  }
  const shown = dimensions.filter((name) => by.has(name)).map((name) => [name, values[name]])
  return {
    id: cursorOf(dimensions.map((name) => row[name])),
    ...Object.fromEntries(shown),
    ...showCounts(row),
  }
}
