// The rows of the list: only those in sight are there, and more come as one scrolls. `j` and `k` move, Enter opens.

import { useVirtualizer } from '@tanstack/react-virtual'
import { Inbox } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useInSight } from '../app/ask-anew.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Spinner } from '../design/spinner.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { listKey } from './cache.ts'
import { useConversations } from './data.ts'
import type { InboxFilter } from './filter.ts'
import { useListKeys } from './list-keys.ts'
import { ListRow } from './list-row.tsx'
import { words } from './words.ts'

const ROW_PIXELS = 68

interface ConversationsProps {
  filter: InboxFilter
  openId: string | undefined
  onBegin?: () => void
}

export function Conversations({ filter, openId, onBegin }: ConversationsProps) {
  const w = useWords(words)
  const go = useGo()
  const { rows, error, hasMore, isLoadingMore, more, retry } = useConversations(filter)
  const box = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<string | null>(null)
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
  const isAtEnd = rows !== undefined && last >= rows.length - 5

  useEffect(() => {
    if (isAtEnd && hasMore && !isLoadingMore && !error) void more()
  }, [isAtEnd, hasMore, isLoadingMore, error, more])

  useListKeys({
    rows: rows ?? [],
    cursor: cursor ?? openId ?? null,
    openId,
    moveTo(row, place) {
      setCursor(row.id)
      virtual.scrollToIndex(place)
      // The row may only come into being with the scrolling.
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>(`[data-conversation="${row.id}"]`)?.focus({ preventScroll: true }),
      )
    },
    open(row) {
      setCursor(row?.id ?? null)
      go(row ? `inbox/${row.id}` : 'inbox', { search: { ...filter } })
    },
  })

  if (rows === undefined)
    return error ? <Failed error={error} onRetry={retry} /> : <Skeleton rows={8} rowClass="h-14" />
  if (rows.length === 0) {
    const isNarrowed = Object.keys(filter).some((name) => name !== 'view')
    return (
      <Empty
        icon={<Inbox />}
        title={isNarrowed ? w.noMatch : w.none}
        action={!isNarrowed && onBegin && <Button onPress={onBegin}>{w.begin}</Button>}
      >
        {isNarrowed ? null : w.noneDetail}
      </Empty>
    )
  }
  return (
    <div ref={box} className="min-h-0 grow overflow-y-auto">
      <ul aria-label={w.conversations} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          return row ? (
            <li
              key={row.id}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: ROW_PIXELS, transform: `translateY(${start}px)` }}
            >
              <ListRow row={row} filter={filter} isOpen={row.id === openId} onFocus={setCursor} />
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
  )
}
