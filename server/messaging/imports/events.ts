// What imports tell. Each contact that one makes or changes tells its own event besides.

import { declareEvents } from '#events/declaration.ts'
import type { ImportRow } from './queries.ts'
import { Import } from './schema.ts'
import { showImport } from './show.ts'

export const importEvents = declareEvents(
  { object: 'imp', readers: { permission: 'contacts.view' } },
  {
    'import.completed': { description: 'An import came to the end of its file.', payload: Import },
    'import.failed': {
      description: 'An import ended before its file did; its error says why, its counts how far it came.',
      payload: Import,
    },
    'import.cancelled': { description: 'An import was cancelled; what it made is there.', payload: Import },
  },
)

export const importEnded = (row: ImportRow & { status: 'completed' | 'failed' | 'cancelled' }, publicUrl: string) =>
  importEvents.event(`import.${row.status}`, row.id, showImport(row, publicUrl))
