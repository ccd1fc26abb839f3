// The conversation list with filters, search and shortcuts.

import { ListChecks, Plus, Search, X } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { IconButton } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { useFound } from '../design/found.tsx'
import { Conversations } from './conversations.tsx'
import type { InboxFilter } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { listWords } from './list-words.ts'
import { SearchResults } from './search-results.tsx'
import { words } from './words.ts'

const PAUSE_MS = 300

interface ListPaneProps {
  filter: InboxFilter
  openId: string | undefined
  onBegin?: () => void
}

export function ListPane({ filter, openId, onBegin }: ListPaneProps) {
  const w = useWords(listWords)
  const common = useWords(words)
  const go = useGo()
  const field = useRef<HTMLDivElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const may = useMay()
  const [typed, setTyped] = useState(filter.q ?? '')
  const sought = useDeferredValue(typed.trim())
  const { box, found } = useFound()
  useShortcuts([{ keys: '/', label: w.search, run: () => field.current?.querySelector('input')?.focus() }])
  const say = useEffectEvent((q: string) => {
    const { q: said, ...rest } = filter
    if (q !== (said ?? ''))
      go(openId ? `inbox/${openId}` : 'inbox', { search: { ...rest, ...(q && { q }) }, replace: true })
  })
  // Written to the URL after a typing pause, because navigating at each key would be slow.
  useEffect(() => {
    const timer = setTimeout(() => say(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <>
      <header className="flex flex-col gap-2 border-b border-line px-3 pt-3 pb-2">
        <div className="flex items-center gap-1">
          <h1 className="grow text-lead font-semibold">{w.title}</h1>
          {sought === '' && (may('conversations.manage') || may('conversations.assign')) && (
            <IconButton label={w.choose} aria-pressed={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              <ListChecks aria-hidden className="size-4" />
            </IconButton>
          )}
          {onBegin && (
            <IconButton label={common.begin} shortcut="C" onClick={onBegin}>
              <Plus aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
        <div ref={field} className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-soft"
          />
          <Field label={w.search} isLabelHidden>
            <Input
              type="text"
              {...box}
              className="ps-8 pe-8"
              placeholder={w.searchPlaceholder}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={(event) => {
                box.onKeyDown(event)
                if (event.key !== 'Escape') return
                if (typed === '') event.currentTarget.blur()
                else setTyped('')
              }}
            />
          </Field>
          {typed !== '' && (
            <IconButton label={w.clear} className="absolute end-0 top-0" onClick={() => setTyped('')}>
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
        {sought === '' && <FilterBar filter={filter} />}
      </header>
      {sought === '' ? (
        <Conversations
          filter={filter}
          openId={openId}
          {...(onBegin && { onBegin })}
          isChoosing={isChoosing}
          onChosen={() => setChoosing(false)}
        />
      ) : (
        <SearchResults sought={sought} found={found} />
      )}
    </>
  )
}
