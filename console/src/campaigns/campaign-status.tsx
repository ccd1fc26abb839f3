import type { Campaign } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { Status } from '../design/status.tsx'
import { words } from './words.ts'

const TONES = {
  draft: 'neutral',
  scheduled: 'accent',
  running: 'accent',
  paused: 'warn',
  completed: 'good',
  cancelled: 'neutral',
} as const

/** The status as a word, with the reasons when it is paused. */
export function CampaignStatus({ campaign }: { campaign: Pick<Campaign, 'status' | 'pause_reasons'> }) {
  const w = useWords(words)
  const { status, pause_reasons: reasons } = campaign
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Status tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>
        {w.statuses[status as keyof typeof w.statuses] ?? status}
      </Status>
      {reasons.length > 0 && (
        <span className="text-small text-soft">
          {reasons.map((reason) => w.reasons[reason as keyof typeof w.reasons] ?? reason).join(', ')}
        </span>
      )}
    </span>
  )
}
