// API representation of the suppression list.

import { shownDetails } from '#kit/stored-details.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { SuppressionRow } from './queries.ts'
import type { Suppression } from './schema.ts'

export function showSuppression(row: SuppressionRow): Static<typeof Suppression> {
  const { text: detail, details } = shownDetails(row.detail, row.details)
  return {
    id: publicId('supp', row.id),
    channel: row.channel,
    address: row.address,
    reason: row.reason,
    detail,
    details,
    user_id: publicId('user', row.user_id),
    created_at: seconds(row.created_at),
  }
}
