// Messages by day. The newest one stays at the bottom; scrolling up loads older ones without moving the visible ones,
// because the container scrolls in reverse.

import type { Message } from '@samvad/sdk'
import { MessageSquareDashed } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { useWaiting } from '../app/outbox.ts'
import { useMay } from '../app/session.ts'
import { More } from '../design/more.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import type { Row } from './cache.ts'
import { useMessages } from './data.ts'
import { LoadedMessages } from './loaded-messages.ts'
import { useReading } from './reading.ts'
import { ThreadPart } from './thread-part.tsx'
import { threadWords } from './thread-words.ts'
import { WaitingMessage } from './waiting-message.tsx'
import { words } from './words.ts'

export function Thread({ row }: { row: Row }) {
  const w = useWords(threadWords)
  const common = useWords(words)
  const may = useMay()
  const { rows, pages, error, hasMore, isLoadingMore, more, retry } = useMessages(row.id)
  const waiting = useWaiting(row.id)
  const watch = useReading(row)
  const firstUnread = useFirstUnread(rows)
  const { loaded, target } = useLoaded(rows)
  if (!may('messages.view')) return <Empty title={w.noMessagesAllowed}>{w.noMessagesAllowedDetail}</Empty>
  if (rows === undefined || pages === undefined)
    return (
      <div className="min-h-0 grow overflow-hidden">
        {error ? <Failed error={error} onRetry={retry} /> : <Skeleton />}
      </div>
    )
  return (
    <section
      // Focusable, to scroll by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={common.messages}
      className="flex min-h-0 grow flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-2"
    >
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-1 px-3 py-4 sm:px-6">
        <More hasMore={hasMore} isLoading={isLoadingMore} onMore={more} />
        {rows.length === 0 && waiting.length === 0 && (
          <Empty icon={<MessageSquareDashed />} title={common.nothingSaid}>
            {w.nothingSaidDetail}
          </Empty>
        )}
        <LoadedMessages value={loaded}>
          {pages
            .map((messages, place) => (
              <ThreadPart
                // oxlint-disable-next-line react/no-array-index-key -- the first page is the newest
                key={place}
                messages={messages}
                before={pages[place + 1]?.[0]}
                firstUnread={firstUnread}
                watch={watch}
                isKept={place === 0 || messages.some(({ id }) => id === row.pinned_message_id || id === target)}
              />
            ))
            .toReversed()}
        </LoadedMessages>
        {waiting.map((one) => (
          <WaitingMessage key={one.key} waiting={one} />
        ))}
      </div>
    </section>
  )
}

/** The loaded pages, including the one with the message to scroll to, which must be rendered first. */
function useLoaded(rows: Message[] | undefined) {
  const [wanted, setWanted] = useState<{ id: string } | null>(null)
  const byId = useMemo(() => new Map(rows?.map((row) => [row.id, row])), [rows])
  const loaded = useMemo(
    () => ({ find: (id: string) => byId.get(id), jumpTo: (id: string) => setWanted({ id }) }),
    [byId],
  )
  useEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.scrollIntoView({ block: 'center' })
  }, [wanted])
  return { loaded, target: wanted?.id ?? null }
}

/** The first unread message when the conversation was opened; it stays while the user reads on. */
function useFirstUnread(rows: Message[] | undefined): string | null {
  const [first, setFirst] = useState<string | null | undefined>(undefined)
  if (first !== undefined || rows === undefined) return first ?? null
  const unread = rows.findLast(({ direction, read_at }) => direction === 'inbound' && read_at === null)
  setFirst(unread?.id ?? null)
  return unread?.id ?? null
}
