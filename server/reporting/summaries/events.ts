// Events of monthly summaries.

import { declareEvents } from '#events/declaration.ts'
import type { SummaryRow } from './queries.ts'
import { Summary } from './schema.ts'
import { showSummary } from './show.ts'

export const summaryEvents = declareEvents(
  { object: 'summ', readers: { permission: 'usage.view' } },
  {
    'usage.monthly_summary': {
      description:
        'The summary of a calendar month in India is available. Sent once for each month in which the organization had usage or transactions.',
      payload: Summary,
    },
  },
)

export const monthSummed = (row: SummaryRow) => summaryEvents.event('usage.monthly_summary', row.id, showSummary(row))
