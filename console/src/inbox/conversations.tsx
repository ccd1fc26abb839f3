// The rows of the list: only visible ones are rendered, and more are loaded while scrolling. `j` and `k` move, Enter
// opens, `x` selects.

import { useVirtualizer } from '@tanstack/react-virtual'
import { Inbox } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useInSight } from '../app/ask-anew.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { useSelection } from '../app/selection.ts'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { isFocusNowhere } from '../design/focus.ts'
import { Spinner } from '../design/spinner.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { ConversationsBar } from './bulk-bar.tsx'
import { listKey, type Row } from './cache.ts'
import { chosenCount } from './chosen.ts'
import { useConversations } from './data.ts'
import { useDrafted } from './drafts.ts'
import type { InboxFilter } from './filter.ts'
import { useHeld } from './held.ts'
import { useListKeys } from './list-keys.ts'
import { ListRow } from './list-row.tsx'
import { listWords } from './list-words.ts'
import { words } from './words.ts'

const ROW_PIXELS = 68

interface ConversationsProps {
  filter: InboxFilter
  openId: string | undefined
  onBegin?: () => void
  /** Clicking a row selects it, as on phones. */
  isChoosing: boolean
  onChosen: () => void
}

export function Conversations({ filter, openId, onBegin, isChoosing, onChosen }: ConversationsProps) {
  const w = useWords(listWords)
  const common = useWords(words)
  const go = useGo()
  const may = useMay()
  const { rows: latest, error, hasMore, isLoadingMore, more, retry } = useConversations(filter)
  const [rows, holding] = useHeld(JSON.stringify(listKey(filter)), latest)
  const drafted = useDrafted()
  const box = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  const place = useRef(0)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is made by the compiler
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PIXELS,
    getItemKey: (place) => rows?.[place]?.id ?? place,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useInSight(listKey(filter), last + 1)
  // Compared with all loaded rows: a frozen list does not grow.
  const isAtEnd = latest !== undefined && last >= latest.length - 5

  useEffect(() => {
    if (isAtEnd && hasMore && !isLoadingMore && !error) void more()
  }, [isAtEnd, hasMore, isLoadingMore, error, more])

  const selection = useSelection(useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]))
  const mayChoose = may('conversations.manage') || may('conversations.assign')
  const count = selection.ids.size
  const choice = !mayChoose ? 'none' : isChoosing ? 'by row' : count > 0 ? 'shown' : 'at hand'
  useEffect(() => {
    chosenCount.set(count)
    return () => chosenCount.set(0)
  }, [count])
  const clear = () => {
    selection.clear()
    onChosen()
  }

  // Stable, so that it causes no rerender of rows.
  const focusOn = useCallback((id: string, at: number) => {
    setCursor(id)
    place.current = at
  }, [])
  const moveTo = (row: Row, at: number) => {
    focusOn(row.id, at)
    virtual.scrollToIndex(at)
    // The row may be rendered only after scrolling.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-conversation="${row.id}"]`)?.focus({ preventScroll: true }),
    )
  }
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  }, [rows])
  // The focused row may have disappeared with the action; then the focus moves to the row now in its place. After two
  // frames, because a closing dialog restores the focus first.
  const stay = () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (!isFocusNowhere()) return
        const at = Math.min(place.current, (shown.current?.length ?? 0) - 1)
        const row = shown.current?.[at]
        if (row) moveTo(row, at)
      }),
    )

  useListKeys({
    rows: rows ?? [],
    cursor: cursor ?? openId ?? null,
    openId,
    moveTo,
    choose: mayChoose ? (row, withShift) => selection.toggle(row.id, withShift) : null,
    isAnyChosen: count > 0,
    open(row) {
      setCursor(row?.id ?? null)
      go(row ? `inbox/${row.id}` : 'inbox', { search: { ...filter } })
    },
  })

  const bar = mayChoose && (
    <ConversationsBar
      rows={rows ?? []}
      selection={selection}
      filter={filter}
      openId={openId}
      onClear={clear}
      onDone={(first) => {
        onChosen()
        place.current = first
        stay()
      }}
    />
  )
  if (rows === undefined)
    return error ? <Failed error={error} onRetry={retry} /> : <Skeleton rows={8} rowClass="h-14" />
  if (rows.length === 0) {
    const isNarrowed = Object.keys(filter).some((name) => name !== 'view')
    return (
      <>
        {bar}
        <Empty
          icon={<Inbox />}
          title={isNarrowed ? w.noMatch : w.none}
          action={!isNarrowed && onBegin && <Button onPress={onBegin}>{common.begin}</Button>}
        >
          {isNarrowed ? null : w.noneDetail}
        </Empty>
      </>
    )
  }
  return (
    <>
      {bar}
      <div ref={box} className="min-h-0 grow overflow-y-auto" {...holding}>
        <ul aria-label={w.conversations} className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index]
            return row ? (
              <li
                key={row.id}
                aria-setsize={hasMore ? -1 : rows.length}
                aria-posinset={index + 1}
                className="group/row absolute inset-x-0 top-0"
                style={{ height: ROW_PIXELS, transform: `translateY(${start}px)` }}
              >
                <ListRow
                  row={row}
                  place={index}
                  filter={filter}
                  isOpen={row.id === openId}
                  choice={choice}
                  isChosen={selection.ids.has(row.id)}
                  hasDraft={drafted.has(row.id)}
                  onChoose={selection.toggle}
                  onFocus={focusOn}
                />
              </li>
            ) : null
          })}
        </ul>
        {isLoadingMore && (
          <p className="flex justify-center py-3 text-soft">
            <Spinner />
          </p>
        )}
      </div>
    </>
  )
}
