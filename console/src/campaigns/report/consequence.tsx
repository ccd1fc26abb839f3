import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { rupees } from '../../design/rupees.ts'
import type { ControlAct } from '../known.ts'
import { words } from './control-words.ts'
import { remainingOf } from './figures.ts'

/** An action's consequences for unsent messages and for the cost. */
export function Consequence({ of, report }: { of: ControlAct; report: CampaignReport }) {
  const said = useSentences(of, report)
  return (
    <span className="flex flex-col gap-2">
      {said.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </span>
  )
}

function useSentences(
  of: ControlAct,
  { counts, reserved, pause_reasons: reasons, started_at }: CampaignReport,
): string[] {
  const w = useWords(words)
  const money = rupees(reserved)
  const left = remainingOf(counts)
  if (of === 'pause') return [started_at === null ? w.pauseScheduledDetail : w.pauseDetail(left, money)]
  if (of === 'cancel')
    return [started_at === null ? w.cancelScheduledDetail : w.cancelDetail(left, money), w.cancelForGood]
  if (started_at === null) return [w.resumeScheduledDetail]
  const has = (...some: string[]) => reasons.some((reason) => some.includes(reason))
  return [
    w.resumeDetail(left, money),
    ...(has('insufficient_balance') ? [w.resumeShort] : []),
    ...(has('max_total') ? [w.resumeMax] : []),
    ...(has('account') ? [w.resumeAccount] : []),
    ...(has('complaints', 'bounces') ? [w.resumeReactions] : []),
    ...(has('restored') ? [w.resumeRestored] : []),
  ]
}
