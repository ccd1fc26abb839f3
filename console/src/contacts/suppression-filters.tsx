import { useState } from 'react'
import { useChannelNames } from '../app/channel-names.ts'
import { channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Input } from '../design/field.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { intoTable } from '../design/found.tsx'
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
    <search aria-label={common.filters} className="mb-3 flex flex-wrap items-center gap-2">
      <Address key={filter.address ?? ''} found={filter.address ?? ''} onFind={(address) => set({ address })} />
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
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" onPress={() => go('contacts/suppressions')}>
          {common.clear}
        </Button>
      )}
    </search>
  )
}

function Address({ found, onFind }: { found: string; onFind: (address: string) => void }) {
  const w = useWords(suppressionWords)
  const [text, setText] = useState(found)
  const find = () => text.trim() !== found && onFind(text.trim())
  return (
    <form
      className="w-full sm:w-60"
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <Input
        type="search"
        onKeyDown={intoTable}
        aria-label={w.address}
        placeholder={w.address}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={find}
      />
    </form>
  )
}
