import { useState } from 'react'
import { useChannelNames } from '../app/channel-names.ts'
import { channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Input } from '../design/field.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { intoTable } from '../design/found.tsx'
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
    <search aria-label={w.filters} className="mb-3 flex flex-wrap items-center gap-2">
      <Name key={filter.name ?? ''} found={filter.name ?? ''} onFind={(name) => set({ name })} />
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
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" onPress={() => go('templates')}>
          {w.clear}
        </Button>
      )}
    </search>
  )
}

function Name({ found, onFind }: { found: string; onFind: (name: string) => void }) {
  const w = useWords(words)
  const [text, setText] = useState(found)
  const find = () => text.trim() !== found && onFind(text.trim())
  return (
    <form
      className="w-full sm:w-52"
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <Input
        type="search"
        onKeyDown={intoTable}
        aria-label={w.findName}
        placeholder={w.findName}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={find}
      />
    </form>
  )
}
