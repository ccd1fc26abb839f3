import { hasSegments } from '../app/channels.ts'
import { titleOf, useErrorWords } from '../app/errors.tsx'
import { useLanguage, useWords } from '../app/language.tsx'
import { composerWords } from './composer-words.ts'
import type { Estimate } from './estimate.ts'

/** Below the text: the number of SMS segments, the contacts it does not reach, and why it would be refused. */
export function CostLine({ estimate: { data, error }, channel }: { estimate: Estimate; channel: string | null }) {
  const w = useWords(composerWords)
  const { language } = useLanguage()
  const said = useErrorWords()
  if (error) {
    const { title, detail } = said(error)
    return (
      <p role="status" className="px-2 pt-1 text-small text-warn">
        {title}
        {detail && ` — ${detail}`}
      </p>
    )
  }
  if (!data) return null
  const { sms, unreachable, deliveries } = data
  const reasons = [...new Set(unreachable.map(({ reason }) => reason))].map((code) => titleOf(language, code))
  return (
    <div className="flex flex-col px-2 text-small text-soft">
      {channel !== null && hasSegments(channel) && sms && (
        <p className="figures">
          {w.segments(sms.segments, sms.characters_left)}
          {sms.outside_gsm.length > 0 && ` ${w.outsideGsm(sms.outside_gsm.join(' '))}`}
        </p>
      )}
      {(unreachable.length > 0 || deliveries.length > 1) && (
        <p className={unreachable.length > 0 ? 'text-warn' : undefined}>
          {w.reaches(deliveries.length, unreachable.length)} {reasons.join('; ')}
        </p>
      )}
    </div>
  )
}
