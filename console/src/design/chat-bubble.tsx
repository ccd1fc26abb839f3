// A message as the contact sees it in a chat app, with its media, header, text, footer and the buttons below.

import { type Mark, markedText } from '#kit/chat-text.ts'
import type { ShownButton, ShownHeader, ShownList } from '../app/chat-parts.ts'
import { ChatButtons, ChatList } from './chat-buttons.tsx'
import { ChatMedia, ChatPlace, isMedia } from './chat-header.tsx'
import { classes } from './classes.ts'

interface ChatBubbleProps {
  header: ShownHeader | null
  text: string
  footer: string | null
  buttons: readonly ShownButton[]
  list?: ShownList | null
}

export function ChatBubble({ header, text, footer, buttons, list = null }: ChatBubbleProps) {
  return (
    <div className="rounded-box bg-wall p-3 sm:p-4">
      <div className="w-full max-w-80 overflow-hidden rounded-box rounded-ss-none bg-raised">
        <div className="flex flex-col gap-1 px-3 py-2">
          {isMedia(header) && (
            <div className="-mx-2 -mt-1 pb-1">
              <ChatMedia header={header} />
            </div>
          )}
          {header?.type === 'location' && (
            <div className="-mx-2 -mt-1 pb-1">
              <ChatPlace place={header} />
            </div>
          )}
          {header?.type === 'text' && header.text && (
            <p dir="auto" className="text-lead/5 font-semibold [overflow-wrap:anywhere]">
              {header.text}
            </p>
          )}
          {text && (
            <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
              <ChatText text={text} />
            </p>
          )}
          {footer && (
            <p dir="auto" className="text-small text-soft [overflow-wrap:anywhere]">
              {footer}
            </p>
          )}
        </div>
        <ChatButtons buttons={buttons} />
        {list && <ChatList list={list} />}
      </div>
    </div>
  )
}

const LOOKS: Record<Mark, string> = {
  bold: 'font-semibold',
  italic: 'italic',
  struck: 'line-through',
  mono: 'font-mono text-small',
}

export const ChatText = ({ text }: { text: string }) =>
  markedText(text).map(({ text: piece, marks }, place) =>
    marks.length === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a text does not change its order
      <span key={place} className={classes(...marks.map((mark) => LOOKS[mark]))}>
        {piece}
      </span>
    ),
  )
