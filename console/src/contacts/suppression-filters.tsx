import { useChannelNames } from '../app/channel-names.ts'
import { channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { FilterBar, FilterText } from '../design/filter-bar.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { type SuppressionFilter, suppressionFilter, suppressionReasons } from './known.ts'
import { suppressionWords } from './suppression-words.ts'
import { words } from './words.ts'

export function SuppressionFilters({ filter }: { filter: SuppressionFilter }) {
  const w = useWords(suppressionWords)
  const common = useWords(words)
  const channelName = useChannelNames()
  const go = useGo()
  const set = (change: Record<string, string>) =>
    go('contacts/suppressions', { search: { ...suppressionFilter({ ...filter, ...change }) }, replace: true })
  return (
    <FilterBar
      label={common.filters}
      clear={common.clear}
      isFiltered={Object.keys(filter).length > 0}
      onClear={() => go('contacts/suppressions')}
    >
      <FilterText label={w.address} found={filter.address} onFind={(address) => set({ address })} />
      <FilterSelect
        label={common.channel}
        all={`${common.channel}: ${common.any}`}
        value={filter.channel}
        options={channelNames.map((channel) => [channel, channelName(channel)])}
        onChoose={(channel) => set({ channel })}
        className="w-40 grow sm:grow-0"
      />
      <FilterSelect
        label={w.reason}
        all={`${w.reason}: ${common.any}`}
        value={filter.reason}
        options={suppressionReasons.map((reason) => [reason, common.reasons[reason]])}
        onChoose={(reason) => set({ reason })}
        className="w-40 grow sm:grow-0"
      />
    </FilterBar>
  )
}
