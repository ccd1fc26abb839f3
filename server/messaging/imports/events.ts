// Events of imports. Each contact that an import creates or updates also publishes its own event.

import { declareEvents } from '#events/declaration.ts'
import type { ImportRow } from './queries.ts'
import { Import } from './schema.ts'
import { showImport } from './show.ts'

export const importEvents = declareEvents(
  { object: 'imp', readers: { permission: 'contacts.view' } },
  {
    'import.completed': { description: 'An import completed: all rows of its file were processed.', payload: Import },
    'import.failed': {
      description:
        'An import failed before the end of its file. `error` states why; the counts cover the rows processed so far.',
      payload: Import,
    },
    'import.cancelled': {
      description: 'An import was cancelled. Contacts that it already created or changed are kept.',
      payload: Import,
    },
  },
)

export const importEnded = (row: ImportRow & { status: 'completed' | 'failed' | 'cancelled' }, publicUrl: string) =>
  importEvents.event(`import.${row.status}`, row.id, showImport(row, publicUrl))
