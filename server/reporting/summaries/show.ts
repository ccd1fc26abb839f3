// A summary as the API shows it.

import { publicId, seconds } from '#kit/wire.ts'
import type { SummaryRow } from './queries.ts'
import type { Summary } from './schema.ts'

export function showSummary({ id, document, created_at }: SummaryRow): Summary {
  return { id: publicId('summ', id), ...document, created_at: seconds(created_at) }
}
