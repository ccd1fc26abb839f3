// What was said, by day. The newest stands at the bottom and stays there; older ones come as one scrolls up, and what
// is in sight stays where it is: the box counts from its end.

import type { Message } from '@samvad/sdk'
import { MessageSquareDashed } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useMinute } from '../app/clock.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { useWaiting } from '../app/outbox.ts'
import { useMay } from '../app/session.ts'
import { useTimeZone } from '../app/time-zone.tsx'
import { More } from '../design/more.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import type { Row } from './cache.ts'
import { useMessages } from './data.ts'
import { dayKey, dayName } from './days.ts'
import { MessageItem } from './message-item.tsx'
import { useReading } from './reading.ts'
import { WaitingMessage } from './waiting-message.tsx'
import { words } from './words.ts'

export function Thread({ row }: { row: Row }) {
  const w = useWords(words)
  const may = useMay()
  const { rows, error, hasMore, isLoadingMore, more, retry } = useMessages(row.id)
  const waiting = useWaiting(row.id)
  const reading = useReading(row)
  const firstUnread = useFirstUnread(rows)
  if (!may('messages.view')) return <Empty title={w.noMessagesAllowed}>{w.noMessagesAllowedDetail}</Empty>
  if (rows === undefined)
    return (
      <div className="min-h-0 grow overflow-hidden">
        {error ? <Failed error={error} onRetry={retry} /> : <Skeleton />}
      </div>
    )
  const inOrder = rows.toReversed()
  return (
    <section
      // It can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={w.messages}
      className="flex min-h-0 grow flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-2"
    >
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-1 px-3 py-4 sm:px-6">
        <More hasMore={hasMore} isLoading={isLoadingMore} onMore={more} />
        {inOrder.length === 0 && waiting.length === 0 && (
          <Empty icon={<MessageSquareDashed />} title={w.nothingSaid}>
            {w.nothingSaidDetail}
          </Empty>
        )}
        {inOrder.map((message, place) => (
          <Fragment key={message.id}>
            <Day message={message} before={inOrder[place - 1]} />
            {message.id === firstUnread && (
              <p className="my-2 flex items-center gap-3 text-small font-medium text-accent">
                <span className="grow border-t border-accent" />
                {w.unreadFromHere}
                <span className="grow border-t border-accent" />
              </p>
            )}
            <MessageItem row={row} message={message} seenBy={reading(message)} />
          </Fragment>
        ))}
        {waiting.map((one) => (
          <WaitingMessage key={one.key} waiting={one} />
        ))}
      </div>
    </section>
  )
}

function Day({ message, before }: { message: Message; before: Message | undefined }) {
  const { language } = useLanguage()
  const w = useWords(words)
  const zone = useTimeZone()
  const now = useMinute()
  const day = dayKey(message.created_at, zone)
  if (before && dayKey(before.created_at, zone) === day) return null
  return (
    <h2 className="my-2 self-center rounded-full bg-canvas px-3 text-small text-soft">
      {dayName(message.created_at, now, language, zone, w)}
    </h2>
  )
}

/** Where one began to read: it stays there while one reads on. */
function useFirstUnread(rows: Message[] | undefined): string | null {
  const [first, setFirst] = useState<string | null | undefined>(undefined)
  if (first !== undefined || rows === undefined) return first ?? null
  const unread = rows.findLast(({ direction, read_at }) => direction === 'inbound' && read_at === null)
  setFirst(unread?.id ?? null)
  return unread?.id ?? null
}
