import type { CampaignReport } from '@samvad/sdk'
import { Send } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { FilterSelect } from '../../design/filter-select.tsx'
import { campaignDeliveriesRoute } from '../routes.tsx'
import { causeOf } from './causes.ts'
import { deliveriesFile, useDeliveries, useWithCounts } from './data.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { words as failureWords } from './failure-words.ts'
import { Frame } from './frame.tsx'
import { words } from './list-words.ts'
import { ListFilter, ReportRows } from './rows.tsx'
import { type DeliveryFilter, deliveryFilter, deliveryStatuses, reactions } from './search.ts'

/** The campaign's messages with their results. */
export function DeliveriesPage() {
  const { campaignId } = campaignDeliveriesRoute.useParams()
  return <Frame id={campaignId}>{(report) => <Deliveries report={report} />}</Frame>
}

function Deliveries({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const filter = campaignDeliveriesRoute.useSearch()
  const list = useDeliveries(report.id, filter)
  useWithCounts(report.id, 'campaign-deliveries', report.counts)
  return (
    <ReportRows
      page={pageOf(report)}
      filter={filter}
      filters={<Filters report={report} filter={filter} />}
      list={list}
      none={{ icon: <Send />, title: w.noDeliveries, detail: w.noDeliveriesDetail }}
      file={{ load: () => deliveriesFile(report.id, filter), filename: `${report.id}-messages.csv` }}
    >
      {(rows) => <DeliveryTable rows={rows} />}
    </ReportRows>
  )
}

const pageOf = ({ id }: CampaignReport): string => `campaigns/${id}/deliveries`

interface FiltersProps {
  report: CampaignReport
  filter: DeliveryFilter
}

function Filters({ report, filter }: FiltersProps) {
  const w = useWords(words)
  const f = useWords(failureWords)
  const go = useGo()
  // Another filter removes the reaction filter, which the API accepts only alone.
  const set = (change: Record<string, string>) =>
    go(pageOf(report), { search: { ...deliveryFilter({ ...filter, reaction: '', ...change }) }, replace: true })
  const known = report.not_delivered.map(({ reason }) => reason)
  const reasons = filter.reason === undefined || known.includes(filter.reason) ? known : [...known, filter.reason]
  return (
    <>
      <FilterSelect
        label={w.status}
        all={`${w.status}: ${w.any}`}
        value={filter.status}
        options={deliveryStatuses.map((status) => [status, w.statuses[status] ?? status])}
        onChoose={(status) => set({ status })}
        className="w-36 grow sm:grow-0"
      />
      {reasons.length > 0 && (
        <FilterSelect
          label={w.reason}
          all={`${w.reason}: ${w.any}`}
          value={filter.reason}
          options={reasons.map((reason) => [reason, `${f.causes[causeOf(reason)][0]} (${reason})`])}
          onChoose={(reason) => set({ reason })}
          className="w-36 grow sm:w-64 sm:grow-0"
        />
      )}
      <ListFilter ids={report.list_ids} value={filter.list} onChoose={(list) => set({ list })} />
      <FilterSelect
        label={w.reaction}
        all={`${w.reaction}: ${w.any}`}
        value={filter.reaction}
        options={reactions
          .filter((one) => report.track || !['opened', 'clicked'].includes(one))
          .map((one) => [one, w.reactions[one]])}
        onChoose={(reaction) => set({ reaction })}
        className="w-36 grow sm:grow-0"
      />
    </>
  )
}
