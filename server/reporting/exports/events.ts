// Events of exports.

import { declareEvents } from '#events/declaration.ts'
import type { ExportRow } from './queries.ts'
import { permissionOf } from './rules.ts'
import { Export } from './schema.ts'
import { showExport } from './show.ts'

/** spec 13.22, 13.26, 13.35. For members who may read exports of the kind; the link is requested separately. */
export const exportEvents = declareEvents(
  { object: 'exp', readers: { permission: { field: 'kind', of: permissionOf } } },
  {
    'export.completed': {
      description: 'An export was completed. It is available for 7 days; retrieve it to get its link.',
      payload: Export,
    },
    'export.failed': { description: 'An export failed. `error` is the reason.', payload: Export },
    'export.withdrawn': {
      description:
        'A contact export and its file were deleted, because a contact that it may have contained was deleted. Create a new export.',
      payload: Export,
    },
  },
)

export const exportEnded = (row: ExportRow) =>
  exportEvents.event(row.status === 'completed' ? 'export.completed' : 'export.failed', row.id, showExport(row, null))

export const exportWithdrawn = (row: ExportRow) => exportEvents.event('export.withdrawn', row.id, showExport(row, null))
