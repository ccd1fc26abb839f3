import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { grouped } from '../../design/rupees.ts'
import { neverSentOf, percentOf, sentOf } from './figures.ts'
import { words } from './report-words.ts'

const COLOURS = { sent: 'bg-accent', failed: 'bg-bad', queued: 'bg-accent/35', waiting: 'bg-line' } as const
type Part = keyof typeof COLOURS

/** All messages as one bar: sent, not sent, queued, waiting; with their numbers below. */
export function ProgressBar({ report: { counts } }: { report: CampaignReport }) {
  const w = useWords(words)
  const parts: Record<Part, number> = {
    sent: sentOf(counts),
    failed: neverSentOf(counts),
    queued: counts.queued,
    waiting: counts.waiting,
  }
  const done = parts.sent + parts.failed
  const shown = (Object.keys(COLOURS) as Part[]).filter((part) => part === 'sent' || parts[part] > 0)
  return (
    <>
      <div
        role="progressbar"
        aria-label={w.progress}
        aria-valuemin={0}
        aria-valuemax={counts.recipients}
        aria-valuenow={done}
        aria-valuetext={`${percentOf(done, counts.recipients)}, ${w.sentOf(parts.sent, counts.recipients)}`}
        className="mt-3 flex h-3 gap-px overflow-hidden rounded-full bg-line"
      >
        {shown.map((part) => (
          <div
            key={part}
            className={`${COLOURS[part]} min-w-0 transition-[flex-grow]`}
            style={{ flexGrow: parts[part], flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {shown.map((part) => (
          <li key={part} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className={`size-2.5 rounded-[2px] ${COLOURS[part]} ${part === 'waiting' ? 'border border-edge' : ''}`}
            />
            <span className="text-soft">{w.states[part]}</span>
            <span className="figures">{grouped(parts[part])}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
