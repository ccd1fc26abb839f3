import type { CampaignReport } from '@samvad/sdk'
import type { ReactNode } from 'react'
import { useMinute } from '../../app/clock.ts'
import { useLanguage, useWords } from '../../app/language.tsx'
import { useTimeZone } from '../../app/time-zone.tsx'
import { Money } from '../../design/money.tsx'
import { Panel } from '../../design/page.tsx'
import { amountOf, micros, rupees } from '../../design/rupees.ts'
import { Time } from '../../design/time.tsx'
import { clockTime, dayOf } from '../../design/times.ts'
import { finishesAt, neverSentOf, percentOf, quietUntil, remainingOf, sentOf } from './figures.ts'
import { ProgressBar } from './progress-bar.tsx'
import { words } from './report-words.ts'

/** Progress, rate, estimated end and cost. */
export function LivePanel({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const { counts, status } = report
  const sent = sentOf(counts)
  const done = sent + neverSentOf(counts)
  const hasEnded = status === 'completed' || status === 'cancelled'
  const isStarting = status === 'running' && counts.recipients === 0
  return (
    <Panel>
      <section aria-label={w.progress} className="p-4 sm:p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="figures text-lead font-semibold">
            {isStarting
              ? w.starting
              : hasEnded && done === counts.recipients
                ? w.allSent(sent)
                : w.sentOf(sent, counts.recipients)}
          </p>
          {isStarting ? (
            <p className="text-soft">{w.startingDetail}</p>
          ) : (
            <p className="figures text-title font-semibold">{percentOf(done, counts.recipients)}</p>
          )}
        </div>
        <ProgressBar report={report} />
        <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-4 border-t border-line pt-4 sm:grid-cols-4">
          {hasEnded ? <Duration report={report} /> : <Pace report={report} />}
          <Spending report={report} />
        </dl>
      </section>
    </Panel>
  )
}

function Figure({ name, detail, children }: { name: string; detail?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="figures text-lead font-semibold">{children}</dd>
      {/* Rendered even when empty, so that the page does not shift. */}
      <dd className="min-h-5 text-small text-soft">{detail}</dd>
    </div>
  )
}

const MINUTE = 60
const SOON = 12 * 3600

/** The time, with its day where that may be another. */
const whenOf = (at: number, now: number, language: string, zone: string): string =>
  `${at - now > SOON ? `${dayOf(at, now, language, zone)}, ` : ''}${clockTime(at, language, zone)}`

function Pace({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const zone = useTimeZone()
  const now = useMinute()
  const { rate, max_per_minute: most, status, quiet_hours: hours } = report
  const quiet = status === 'running' ? quietUntil(report, now) : null
  const end = finishesAt(report, now)
  const hasBegun = report.counts.recipients > 0
  const isOver = hasBegun && remainingOf(report.counts) === 0
  return (
    <>
      <Figure name={w.speed} detail={most === null ? null : w.atMost(most)}>
        {rate > 0 ? w.perMinute(rate) : quiet !== null ? w.quiet : hasBegun ? w.still : w.unknownLeft}
      </Figure>
      <Figure
        name={w.left}
        detail={
          quiet !== null && hours !== null
            ? w.quietDetail(hours.to)
            : end !== null && `${w.doneAt} ${whenOf(end, now, language, zone)}`
        }
      >
        {status === 'paused'
          ? w.stopped
          : isOver
            ? w.minutes(0)
            : end === null
              ? w.unknownLeft
              : w.minutes(Math.round((end - now) / MINUTE))}
      </Figure>
    </>
  )
}

function Duration({ report: { started_at: from, ended_at: to, status } }: { report: CampaignReport }) {
  const w = useWords(words)
  if (from === null || to === null) return null
  return (
    <>
      <Figure name={w.started}>
        <Time at={from} />
      </Figure>
      <Figure name={w.ended[status] ?? status} detail={`${w.took}: ${w.lasted(Math.round((to - from) / MINUTE))}`}>
        <Time at={to} />
      </Figure>
    </>
  )
}

function Spending({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const { cost, reserved, charges, counts, ended_at: ended } = report
  const charged = charges.reduce((sum, { amount }) => sum + micros(amount), 0n)
  const refunded = charged - micros(cost)
  const paid = counts.recipients - counts.waiting - neverSentOf(counts)
  return (
    <>
      <Figure
        name={w.spent}
        detail={refunded > 0n ? w.refunded(rupees(amountOf(refunded))) : paid > 0 && w.each(averageOf(cost, paid))}
      >
        <Money amount={cost} />
      </Figure>
      <Figure name={w.reserved} detail={micros(reserved) > 0n ? w.reservedDetail : ended !== null && w.reservedNone}>
        <Money amount={reserved} />
      </Figure>
    </>
  )
}

/** To a hundredth of a paisa, which is precise enough for comparisons. */
const averageOf = (cost: string, messages: number): string => {
  const each = micros(cost) / BigInt(messages)
  return rupees(amountOf(each - (each % 100n)))
}
