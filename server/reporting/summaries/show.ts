// Converts a summary to its API representation.

import { publicId, seconds } from '#kit/wire.ts'
import type { SummaryRow } from './queries.ts'
import type { Summary } from './schema.ts'

export function showSummary({ id, document, created_at }: SummaryRow): Summary {
  const { total, by_channel, by_kind, tips } = document
  return {
    id: publicId('summ', id),
    ...document,
    total: withSent(total),
    by_channel: by_channel.map(withSent),
    by_kind: by_kind.map(withSent),
    tips: tips.map(withParams),
    created_at: seconds(created_at),
  }
}

/** A summary that was made before `sent` was counted does not have it. */
const withSent = <T extends object>(counts: T): T => ({ sent: null, ...counts })

/** Neither does one from before the values of its tips were stored. */
const withParams = <T extends object>(tip: T): T => ({ params: null, ...tip })
