// What summaries tell.

import { declareEvents } from '#events/declaration.ts'
import type { SummaryRow } from './queries.ts'
import { Summary } from './schema.ts'
import { showSummary } from './show.ts'

export const summaryEvents = declareEvents(
  { object: 'summ', readers: { permission: 'usage.view' } },
  {
    'usage.monthly_summary': {
      description:
        'A month is over in India and was summed up, once, for an organization that had usage or money in it.',
      payload: Summary,
    },
  },
)

export const monthSummed = (row: SummaryRow) => summaryEvents.event('usage.monthly_summary', row.id, showSummary(row))
