// One loaded page of messages, by day: rendered near the viewport, and again when a message changes.

import type { Message } from '@samvad/sdk'
import { Fragment, memo } from 'react'
import { useByMinute } from '../app/clock.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { useTimeZone } from '../app/time-zone.tsx'
import { WhileNear } from '../design/while-near.tsx'
import { dayKey, dayName } from './days.ts'
import { MessageItem } from './message-item.tsx'
import { threadWords } from './thread-words.ts'

interface ThreadPartProps {
  /** Newest first, as returned. */
  messages: readonly Message[]
  /** The message before them. */
  before: Message | undefined
  /** The first unread message. */
  firstUnread: string | null
  /** Observes unread messages. */
  watch: ((element: HTMLElement | null) => void) | undefined
  /** Rendered even when it is far from the viewport. */
  isKept: boolean
}

export const ThreadPart = memo(function ThreadPart({ isKept, ...said }: ThreadPartProps) {
  return (
    <WhileNear isKept={isKept} className="flex flex-col gap-1">
      {() => <Messages {...said} />}
    </WhileNear>
  )
})

function Messages({ messages, before, firstUnread, watch }: Omit<ThreadPartProps, 'isKept'>) {
  const w = useWords(threadWords)
  const zone = useTimeZone()
  const dayOf = (message: Message | undefined) => message && dayKey(message.created_at, zone)
  const inOrder = messages.toReversed()
  return (
    <>
      {inOrder.map((message, place) => (
        <Fragment key={message.id}>
          {dayOf(message) !== dayOf(inOrder[place - 1] ?? before) && <Day at={message.created_at} />}
          {message.id === firstUnread && (
            <p className="my-2 flex items-center gap-3 text-small font-medium text-accent">
              <span className="grow border-t border-accent" />
              {w.unreadFromHere}
              <span className="grow border-t border-accent" />
            </p>
          )}
          <MessageItem
            message={message}
            seenBy={message.direction === 'inbound' && message.read_at === null ? watch : undefined}
          />
        </Fragment>
      ))}
    </>
  )
}

function Day({ at }: { at: number }) {
  const { language } = useLanguage()
  const w = useWords(threadWords)
  const zone = useTimeZone()
  const name = useByMinute((now) => dayName(at, now, language, zone, w))
  return <h2 className="my-2 self-center rounded-full bg-canvas px-3 text-small text-soft">{name}</h2>
}
