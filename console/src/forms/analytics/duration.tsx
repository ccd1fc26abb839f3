import type { FormDuration } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { Panel, Section } from '../../design/page.tsx'
import { grouped } from '../../design/rupees.ts'
import { shareOf } from '../../design/share-of.ts'
import { analyticsWords } from './analytics-words.ts'
import { detailsWords } from './details-words.ts'
import { shownDuration } from './durations.ts'

/** Completion times: the median, the middle half, and a histogram. */
export function DurationSection({ of: duration }: { of: FormDuration }) {
  const w = useWords(detailsWords)
  const { measures } = useWords(analyticsWords)
  const { median, lower_quartile: lower, upper_quartile: upper, histogram } = duration
  const shown = (seconds: number) => shownDuration(seconds, w)
  const most = Math.max(...histogram.map(({ submissions }) => submissions), 1)
  const rangeOf = (from: number, to: number | null) =>
    to === null ? w.over(shown(from)) : from === 0 ? w.under(shown(to)) : w.between(shown(from), shown(to))
  return (
    <Section title={w.duration} description={w.durationDetail}>
      <Panel>
        {median === null ? (
          <p className="px-4 py-5 text-soft">{w.noDuration}</p>
        ) : (
          <>
            <dl className="flex flex-wrap gap-x-12 gap-y-3 border-b border-line px-4 py-3">
              <div>
                <dt className="text-small text-soft">{w.median}</dt>
                <dd className="figures text-title font-semibold">{shown(median)}</dd>
              </div>
              {lower !== null && upper !== null && (
                <div>
                  <dt className="text-small text-soft">{w.quartiles}</dt>
                  <dd className="figures text-title font-semibold">{w.between(shown(lower), shown(upper))}</dd>
                </div>
              )}
            </dl>
            <ul className="px-4 py-2">
              {histogram.map(({ from_seconds: from, to_seconds: to, submissions }) => (
                <li key={from} className="grid grid-cols-[minmax(6rem,10rem)_1fr_auto] items-center gap-3 py-1">
                  <span className="figures text-soft">{rangeOf(from, to)}</span>
                  <span aria-hidden className="h-3 overflow-hidden rounded-full bg-line">
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${shareOf(submissions, most)}%` }}
                    />
                  </span>
                  <span className="figures text-end">
                    <span className="sr-only">{measures.submissions}: </span>
                    {grouped(submissions)}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Panel>
    </Section>
  )
}
