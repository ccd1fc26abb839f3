import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { FilterBar, FilterText } from '../design/filter-bar.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { type CampaignFilter, campaignStatuses, readCampaignFilter } from './known.ts'
import { words } from './words.ts'

const NAME_MAX = 200

export function CampaignFilters({ filter }: { filter: CampaignFilter }) {
  const w = useWords(words)
  const go = useGo()
  const set = (change: Record<string, string>) =>
    go('campaigns', { search: { ...readCampaignFilter({ ...filter, ...change }) }, replace: true })
  return (
    <FilterBar
      label={w.filters}
      clear={w.clear}
      isFiltered={Object.keys(filter).length > 0}
      onClear={() => go('campaigns')}
    >
      <FilterText label={w.find} maxLength={NAME_MAX} found={filter.name} onFind={(name) => set({ name })} />
      <FilterSelect
        label={w.status}
        all={`${w.status}: ${w.any}`}
        value={filter.status}
        options={campaignStatuses.map((one) => [one, w.statuses[one]])}
        onChoose={(status) => set({ status })}
        className="w-44 grow sm:grow-0"
      />
    </FilterBar>
  )
}
