import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useChannelNames } from '../app/channel-names.ts'
import { channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { usePaused } from '../app/paused.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button } from '../design/button.tsx'
import { Input } from '../design/field.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { intoTable } from '../design/found.tsx'
import { RangeFilter } from '../design/range.tsx'
import { useGroups, useLists, useNames } from './data.ts'
import { type ContactFilter, said } from './filter.ts'
import { listWords } from './list-words.ts'
import { words } from './words.ts'

const FIND_MAX = 200

/** The filters of the contact list, from the URL. */
export function ContactFilters({ filter }: { filter: ContactFilter }) {
  const w = useWords(listWords)
  const common = useWords(words)
  const channelName = useChannelNames()
  const go = useGo()
  const { users } = useNames()
  const lists = useLists().rows ?? []
  const groups = useGroups().rows ?? []
  const set = (change: { [Name in keyof ContactFilter]?: string }) =>
    go('contacts', { search: { ...said({ ...filter, ...change } as ContactFilter) }, replace: true })
  const choice = (name: keyof ContactFilter, label: string, options: readonly (readonly [string, string])[]) => (
    <FilterSelect
      label={label}
      all={`${label}: ${common.any}`}
      value={filter[name]}
      options={options}
      onChoose={(value) => set({ [name]: value })}
      className="w-40 grow sm:grow-0"
    />
  )
  return (
    <search aria-label={common.filters} className="mb-3 flex flex-wrap items-end gap-2">
      <Find filter={filter} onFind={(find) => set({ find })} />
      {choice(
        'channel',
        common.channel,
        channelNames.map((one) => [one, channelName(one)] as const),
      )}
      {choice('state', w.state, Object.entries(w.states))}
      {lists.length > 0 &&
        choice(
          'list',
          common.lists,
          lists.map(({ id, name }) => [id, name] as const),
        )}
      {groups.length > 0 &&
        choice(
          'group',
          common.groups,
          groups.map(({ id, name }) => [id, name] as const),
        )}
      {users.length > 1 &&
        choice(
          'owner',
          common.owner,
          users.map(({ id, name }) => [id, name] as const),
        )}
      <RangeFilter
        range={filter}
        labels={common}
        onChange={set}
        className="w-36 grow whitespace-nowrap sm:w-auto sm:grow-0 sm:flex-row! sm:items-center sm:gap-1.5!"
      />
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" icon={<X aria-hidden className="size-4" />} onPress={() => go('contacts')}>
          {common.clear}
        </Button>
      )}
    </search>
  )
}

/** Searches while typing. */
function Find({ filter, onFind }: { filter: ContactFilter; onFind: (find: string) => void }) {
  const w = useWords(listWords)
  const field = useRef<HTMLInputElement>(null)
  const found = filter.find ?? ''
  const [typed, setTyped] = useState(found)
  const paused = usePaused(typed)
  const find = useEffectEvent((text: string) => {
    if (text !== found) onFind(text)
  })
  useEffect(() => find(paused.trim()), [paused])
  // Opening another URL or clearing the filters replaces the typed text.
  const [before, setBefore] = useState(found)
  if (found !== before) {
    setBefore(found)
    if (found !== typed.trim()) setTyped(found)
  }
  useShortcuts([{ keys: '/', label: w.find, run: () => field.current?.focus() }])
  return (
    <div className="relative w-full sm:w-72">
      <Search
        aria-hidden
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-soft"
      />
      <Input
        ref={field}
        type="search"
        onKeyDown={intoTable}
        aria-label={w.find}
        title={w.findHint}
        placeholder={w.find}
        maxLength={FIND_MAX}
        className="ps-8"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}
