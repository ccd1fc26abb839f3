import type { CampaignReport } from '@samvad/sdk'
import { Send } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import { Listed } from '../../app/list.tsx'
import { useGo } from '../../app/page-link.tsx'
import { Button } from '../../design/button.tsx'
import { FilterSelect } from '../../design/filter-select.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import { campaignDeliveriesRoute } from '../routes.tsx'
import { causeOf } from './causes.ts'
import { CsvButton } from './csv-button.tsx'
import { deliveriesFile, useDeliveries, useListNames, useWithCounts } from './data.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { words as failureWords } from './failure-words.ts'
import { Frame } from './frame.tsx'
import { words } from './list-words.ts'
import { type DeliveryFilter, deliveryFilter, deliveryStatuses, reactions } from './search.ts'

/** Each message of the campaign, and what became of it. */
export function DeliveriesPage() {
  const { campaignId } = campaignDeliveriesRoute.useParams()
  return <Frame id={campaignId}>{(report) => <Deliveries report={report} />}</Frame>
}

function Deliveries({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const filter = campaignDeliveriesRoute.useSearch()
  const list = useDeliveries(report.id, filter)
  useWithCounts(report.id, 'campaign-deliveries', report.counts)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <Filters report={report} filter={filter} isFiltered={isFiltered} />
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<Send />} title={isFiltered ? w.noMatch : w.noDeliveries}>
              {isFiltered ? w.noMatchDetail : w.noDeliveriesDetail}
            </Empty>
          }
        >
          {(rows) => <DeliveryTable rows={rows} />}
        </Listed>
      </Panel>
    </>
  )
}

interface FiltersProps {
  report: CampaignReport
  filter: DeliveryFilter
  isFiltered: boolean
}

function Filters({ report, filter, isFiltered }: FiltersProps) {
  const w = useWords(words)
  const f = useWords(failureWords)
  const go = useGo()
  const lists = useListNames(report.list_ids)
  const page = `campaigns/${report.id}/deliveries`
  // Whoever chooses something else lets the reaction go: the service takes it alone.
  const set = (change: Record<string, string>) =>
    go(page, { search: { ...deliveryFilter({ ...filter, reaction: '', ...change }) }, replace: true })
  const known = report.not_delivered.map(({ reason }) => reason)
  const reasons = filter.reason === undefined || known.includes(filter.reason) ? known : [...known, filter.reason]
  return (
    <search aria-label={w.filters} className="mb-3 flex flex-wrap items-center gap-2">
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
      {lists.length > 1 && (
        <FilterSelect
          label={w.list}
          all={`${w.list}: ${w.any}`}
          value={filter.list}
          options={lists.map(({ id, name }) => [id, name ?? id])}
          onChoose={(list) => set({ list })}
          className="w-36 grow sm:grow-0"
        />
      )}
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
      {isFiltered && (
        <Button look="quiet" onPress={() => go(page)}>
          {w.clear}
        </Button>
      )}
      <CsvButton load={() => deliveriesFile(report.id, filter)} filename={`${report.id}-messages.csv`} />
    </search>
  )
}
