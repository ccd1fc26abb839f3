import type { CampaignReport } from '@samvad/sdk'
import { CalendarClock, TriangleAlert } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import { useSegmentsOf } from '../../app/segments.ts'
import { Panel } from '../../design/page.tsx'
import { Time } from '../../design/time.tsx'
import { words } from './report-words.ts'

/** Shown for a scheduled campaign before its start. */
export function StartsLater({ report: { scheduled_at: at, segment_ids: segmentIds } }: { report: CampaignReport }) {
  const w = useWords(words)
  const { deleted } = useSegmentsOf(segmentIds)
  if (at === null) return null
  return (
    <Panel>
      <section aria-label={w.startsAt} className="flex items-start gap-3 p-4 sm:p-5">
        <CalendarClock aria-hidden className="mt-1 size-5 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="text-lead font-semibold">
            {w.startsAt} <Time at={at} isExact />
          </p>
          <p className="mt-1 max-w-prose text-soft">{w.startsDetail}</p>
          {deleted.length > 0 && (
            <p role="status" className="mt-3 flex max-w-prose items-start gap-2 text-warn">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {w.segmentDeleted}
            </p>
          )}
        </div>
      </section>
    </Panel>
  )
}
