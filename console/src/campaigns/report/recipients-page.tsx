import type { CampaignReport } from '@samvad/sdk'
import { Users } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import { PageLink, useGo } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { FilterSelect } from '../../design/filter-select.tsx'
import { grouped } from '../../design/rupees.ts'
import { Status } from '../../design/status.tsx'
import { Cell, Head, Row, Table } from '../../design/table.tsx'
import { campaignRecipientsRoute } from '../routes.tsx'
import { type RecipientRow, recipientsFile, useRecipients, useWithCounts } from './data.ts'
import { words as failureWords } from './failure-words.ts'
import { Frame } from './frame.tsx'
import { words } from './list-words.ts'
import { ListFilter, ReportRows } from './rows.tsx'
import { places, type RecipientFilter, recipientFilter } from './search.ts'

/** Recipients in sending order, and the excluded contacts. */
export function RecipientsPage() {
  const { campaignId } = campaignRecipientsRoute.useParams()
  return <Frame id={campaignId}>{(report) => <Recipients report={report} />}</Frame>
}

function Recipients({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const filter = campaignRecipientsRoute.useSearch()
  const list = useRecipients(report.id, filter)
  useWithCounts(report.id, 'campaign-recipients', report.counts)
  return (
    <ReportRows
      page={pageOf(report)}
      filter={filter}
      filters={<Filters report={report} filter={filter} />}
      list={list}
      none={{ icon: <Users />, title: w.noRecipients, detail: w.noRecipientsDetail }}
      file={{ load: () => recipientsFile(report.id, filter), filename: `${report.id}-recipients.csv` }}
    >
      {(rows) => <RecipientTable rows={rows} />}
    </ReportRows>
  )
}

const pageOf = ({ id }: CampaignReport): string => `campaigns/${id}/recipients`

function Filters({ report, filter }: { report: CampaignReport; filter: RecipientFilter }) {
  const w = useWords(words)
  const f = useWords(failureWords)
  const go = useGo()
  const set = (change: Record<string, string>) =>
    go(pageOf(report), { search: { ...recipientFilter({ ...filter, ...change }) }, replace: true })
  return (
    <>
      <FilterSelect
        label={w.status}
        all={`${w.status}: ${w.any}`}
        value={filter.status}
        options={places.map((place) => [place, w.places[place] ?? place])}
        // Only recipients who were skipped have a reason.
        onChoose={(status) => set({ status, reason: '' })}
        className="w-36 grow sm:grow-0"
      />
      {report.skipped.length > 0 && (
        <FilterSelect
          label={w.reason}
          all={`${w.reason}: ${w.any}`}
          value={filter.reason}
          options={report.skipped.map(({ reason }) => [reason, f.reasons[reason]?.[0] ?? reason])}
          onChoose={(reason) => set({ reason })}
          className="w-36 grow sm:w-64 sm:grow-0"
        />
      )}
      <ListFilter ids={report.list_ids} value={filter.list} onChoose={(list) => set({ list })} />
    </>
  )
}

const TONES = { waiting: 'neutral', queued: 'good', skipped: 'warn' } as const

function RecipientTable({ rows }: { rows: readonly RecipientRow[] }) {
  const w = useWords(words)
  const f = useWords(failureWords)
  const seesContacts = useMay()('contacts.view')
  return (
    <>
      <Table
        label={w.recipients}
        head={
          <>
            <Head isFigure className="w-16">
              {w.number}
            </Head>
            <Head>{w.contact}</Head>
            <Head>{w.status}</Head>
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell isFigure className="text-soft">
              {grouped(row.number)}
            </Cell>
            <Cell>
              {row.contact_id === null ? (
                <span className="text-soft">{seesContacts ? w.gone : '–'}</span>
              ) : (
                <PageLink
                  page={`contacts/${row.contact_id}`}
                  className="touch flex max-w-48 flex-col justify-center hover:underline sm:max-w-96"
                >
                  <bdi className="truncate">{row.display_name ?? w.nameless}</bdi>
                  {row.address !== null && <bdi className="truncate text-small text-soft">{row.address}</bdi>}
                </PageLink>
              )}
            </Cell>
            <Cell>
              <Status tone={TONES[row.status as keyof typeof TONES] ?? 'neutral'}>
                {w.places[row.status] ?? row.status}
              </Status>
              {row.reason && (
                <span className="mt-0.5 block text-small text-soft">{f.reasons[row.reason]?.[0] ?? row.reason}</span>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {!seesContacts && <p className="border-t border-line px-3 py-2 text-small text-soft">{w.hidden}</p>}
    </>
  )
}
