// The events of segments.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { SegmentRow } from './queries.ts'
import { Segment } from './schema.ts'
import { showSegment } from './show.ts'

export const segmentEvents = declareEvents(
  { object: 'seg', readers: { permission: 'contacts.view' } },
  {
    'segment.created': { description: 'A segment was created.', payload: Segment },
    'segment.updated': {
      description: 'The name or the filter of a segment was changed. Contacts that enter or leave it emit no event.',
      payload: Segment,
    },
    'segment.deleted': {
      description: 'A segment was deleted. Its contacts were not.',
      payload: Type.Object({ id: Out.id('seg') }),
    },
  },
)

export const segmentCreated = (row: SegmentRow) => segmentEvents.event('segment.created', row.id, showSegment(row))
export const segmentUpdated = (row: SegmentRow) => segmentEvents.event('segment.updated', row.id, showSegment(row))
export const segmentDeleted = (id: Uuid) => segmentEvents.event('segment.deleted', id, { id: publicId('seg', id) })
