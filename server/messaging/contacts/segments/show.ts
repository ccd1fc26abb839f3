// API representation of segments.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { SegmentRow } from './queries.ts'
import type { Segment } from './schema.ts'

export function showSegment({ id, name, filter, created_at }: SegmentRow): Static<typeof Segment> {
  return { id: publicId('seg', id), name, filter, created_at: seconds(created_at) }
}
