import { useMinute } from '../../app/clock.ts'
import { useSegmentsOf } from '../../app/segments.ts'
import { type Lack, lacksOf } from './missing.ts'
import type { Composer } from './use-composer.ts'

/** What the draft lacks at this minute. */
export function useLacks({ written, names }: Composer): Lack[] {
  const now = useMinute()
  const { deleted } = useSegmentsOf(written.segment_ids)
  return lacksOf(written, names, { now, deletedSegments: deleted })
}
