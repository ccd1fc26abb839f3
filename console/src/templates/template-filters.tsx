import { useChannelNames } from '../app/channel-names.ts'
import { channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { FilterBar, FilterText } from '../design/filter-bar.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { categories, readTemplateFilter, statuses, type TemplateFilter } from './known.ts'
import { words } from './words.ts'

export function TemplateFilters({ filter }: { filter: TemplateFilter }) {
  const w = useWords(words)
  const channelName = useChannelNames()
  const go = useGo()
  const set = (change: Record<string, string>) =>
    go('templates', { search: { ...readTemplateFilter({ ...filter, ...change }) }, replace: true })
  const choice = (name: 'channel' | 'status' | 'category', label: string, options: [string, string][]) => (
    <FilterSelect
      label={label}
      all={`${label}: ${w.any}`}
      value={filter[name]}
      options={options}
      onChoose={(value) => set({ [name]: value })}
      className="w-40 grow sm:grow-0"
    />
  )
  return (
    <FilterBar
      label={w.filters}
      clear={w.clear}
      isFiltered={Object.keys(filter).length > 0}
      onClear={() => go('templates')}
    >
      <FilterText label={w.findName} found={filter.name} onFind={(name) => set({ name })} />
      {choice(
        'channel',
        w.channel,
        channelNames.map((one) => [one, channelName(one)]),
      )}
      {choice(
        'status',
        w.status,
        statuses.map((one) => [one, w.statuses[one]]),
      )}
      {choice(
        'category',
        w.category,
        categories.map((one) => [one, w.categories[one]]),
      )}
    </FilterBar>
  )
}
