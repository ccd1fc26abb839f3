// What exports tell.

import { declareEvents } from '#events/declaration.ts'
import type { ExportRow } from './queries.ts'
import { permissionOf } from './rules.ts'
import { Export } from './schema.ts'
import { showExport } from './show.ts'

/** spec 13.22, 13.26, 13.35. Told to who may have one of the kind; the link is asked for. */
export const exportEvents = declareEvents(
  { object: 'exp', readers: { permission: { field: 'kind', of: permissionOf } } },
  {
    'export.completed': {
      description: 'An export is there, for seven days. Ask for it to get its link.',
      payload: Export,
    },
    'export.failed': { description: 'An export failed for good; its error says why.', payload: Export },
    'export.withdrawn': {
      description:
        'An export of contacts is gone with its file, as a contact that may have been in it was deleted. Ask for a new one.',
      payload: Export,
    },
  },
)

export const exportEnded = (row: ExportRow) =>
  exportEvents.event(row.status === 'completed' ? 'export.completed' : 'export.failed', row.id, showExport(row, null))

export const exportWithdrawn = (row: ExportRow) => exportEvents.event('export.withdrawn', row.id, showExport(row, null))
