import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { grouped } from '../../design/rupees.ts'
import { shareOf } from '../../design/share-of.ts'
import { Box } from './box.tsx'
import { percentOf } from './figures.ts'
import { words } from './report-words.ts'
import { type Stage, stagesOf } from './stages.ts'

/** The number of recipients in each stage; each links to its recipients. */
export function Funnel({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const { stages, note } = stagesOf(report)
  const notes = {
    reports: w.noReports,
    reportsOfMail: w.noReportsOfMail,
    estimate: w.estimate((report.engagement?.bot_opens ?? 0) + (report.engagement?.bot_clicks ?? 0)),
  }
  return (
    <Box title={w.funnel} note={note && notes[note]}>
      <div className="grid grid-cols-1 gap-x-8 px-4 py-2 lg:grid-cols-2">
        {[stages.filter(isReached), stages.filter((stage) => !isReached(stage))].map((some) => (
          <ol key={some[0]?.kind}>
            {some.map((stage) => (
              <StageRow key={stage.name} stage={stage} of={report.counts.recipients} id={report.id} />
            ))}
          </ol>
        ))}
      </div>
    </Box>
  )
}

/** A stage of the delivery; the others are its results. */
const isReached = ({ kind }: Stage): boolean => kind === 'reached'

const FILLS = { reached: 'bg-accent', reacted: 'bg-good', lost: 'bg-bad' } as const

function StageRow({ stage, of, id }: { stage: Stage; of: number; id: string }) {
  const w = useWords(words)
  const { name, count, times, kind, search } = stage
  const label = w.stages[name]
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        {search && count > 0 ? (
          <PageLink
            page={`campaigns/${id}/${name === 'recipients' ? 'recipients' : 'deliveries'}`}
            search={{ ...search }}
            className="touch inline-flex items-center hover:underline"
          >
            {label}
          </PageLink>
        ) : (
          <span className="touch inline-flex items-center">{label}</span>
        )}
        {times !== undefined && times > count && <span className="text-small text-soft">{w.times(times)}</span>}
        <span className="figures ms-auto font-semibold">{grouped(count)}</span>
        <span className="figures w-14 text-end text-soft">{name !== 'recipients' && percentOf(count, of)}</span>
      </div>
      <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full min-w-0 rounded-full ${FILLS[kind]} transition-[width]`}
          style={{ width: `${shareOf(count, of)}%` }}
        />
      </div>
    </li>
  )
}
