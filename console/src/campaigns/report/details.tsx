import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { Facts } from '../../design/facts.tsx'
import { Identity } from '../../design/identity.tsx'
import { Channel } from '../../design/status.tsx'
import { Time } from '../../design/time.tsx'
import { Box } from './box.tsx'
import { type Named, useListNames, useSegmentNames, useTemplateName } from './data.ts'
import { words } from './report-words.ts'

const LINK = 'text-accent hover:underline'

/** The campaign's content, audience and settings. */
export function Details({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const lists = useListNames(report.list_ids)
  const segments = useSegmentNames(report.segment_ids)
  const excluded = useListNames(report.exclude_list_ids)
  const template = useTemplateName(report.template_id)
  const { subject, template_id, template_version, max_per_minute: rate, quiet_hours: quiet, status } = report
  const places = (name: string, all: Named[], page: string) =>
    all.length === 0 ? null : { name, value: <Places all={all} page={page} /> }
  return (
    <Box title={w.details}>
      <div className="px-4 py-3">
        <Facts
          facts={[
            { name: w.channel, value: <Channel channel={report.channel} isNamed /> },
            template_id === null
              ? null
              : {
                  name: w.template,
                  value: (
                    <>
                      <PageLink page={`templates/${template_id}`} className={LINK}>
                        <bdi>{template ?? template_id}</bdi>
                      </PageLink>
                      {template_version !== null && <span className="text-soft"> {w.version(template_version)}</span>}
                    </>
                  ),
                },
            subject === null ? null : { name: w.subject, value: <bdi>{subject}</bdi> },
            places(w.lists, lists, 'contacts/lists'),
            places(w.segments, segments, 'contacts/segments'),
            places(w.excluded, excluded, 'contacts/lists'),
            { name: w.rate, value: rate === null ? w.unlimited : w.perMinute(rate) },
            quiet === null ? null : { name: w.quietHours, value: w.quietFromTo(quiet.from, quiet.to) },
            report.html === null ? null : { name: w.tracking, value: report.track ? w.tracked : w.notTracked },
            { name: w.created, value: <Time at={report.created_at} isExact /> },
            report.started_at === null ? null : { name: w.started, value: <Time at={report.started_at} isExact /> },
            report.ended_at === null
              ? null
              : { name: w.ended[status] ?? status, value: <Time at={report.ended_at} isExact /> },
            { name: w.id, value: <Identity id={report.id} /> },
          ]}
        />
      </div>
    </Box>
  )
}

const Places = ({ all, page }: { all: Named[]; page: string }) => (
  <ul className="flex flex-wrap gap-x-3">
    {all.map(({ id, name }) => (
      <li key={id} className="min-w-0">
        <PageLink page={`${page}/${id}`} className={LINK}>
          <bdi>{name ?? id}</bdi>
        </PageLink>
      </li>
    ))}
  </ul>
)
