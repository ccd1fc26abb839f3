// What exports tell.

import { declareEvents } from '#events/declaration.ts'
import type { ExportRow } from './queries.ts'
import { Export } from './schema.ts'
import { showExport } from './show.ts'

/** spec 13.26. That there is one, and of which kind; the link is asked for, with the permission of the kind. */
export const exportEvents = declareEvents(
  { object: 'exp', readers: { permission: 'balance.view' } },
  {
    'export.completed': {
      description: 'An export is there, for seven days. Ask for it to get its link.',
      payload: Export,
    },
    'export.failed': { description: 'An export failed for good; its error says why.', payload: Export },
  },
)

export const exportEnded = (row: ExportRow) =>
  exportEvents.event(row.status === 'completed' ? 'export.completed' : 'export.failed', row.id, showExport(row, null))
