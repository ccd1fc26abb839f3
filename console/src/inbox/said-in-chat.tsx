// A chat message's content in the app's order: media, header, text, footer. Its buttons are below (`MessageButtons`).

import type { Message } from '@samvad/sdk'
import { type ShownButton, shownHeader, shownList, shownReplies } from '../app/chat-parts.ts'
import { ChatButtons, ChatList } from '../design/chat-buttons.tsx'
import { ChatPlace } from '../design/chat-header.tsx'
import { ButtonReply } from './button-reply.tsx'
import { Files } from './message-files.tsx'
import { noteOf } from './order.ts'
import { OrderCard } from './order-card.tsx'
import { Said } from './said.tsx'

export function SaidInChat({ message }: { message: Message }) {
  const { header, footer, text, interactive, button_reply, order, attachments, quoted_text } = message
  const shown = shownHeader(header)
  const headerText = shown?.type === 'text' ? shown.text : interactive?.header
  const footerText = footer ?? interactive?.footer
  return (
    <>
      {attachments.length > 0 && (
        <div className="mb-1">
          <Files files={attachments} />
        </div>
      )}
      {shown?.type === 'location' && (
        <div className="mb-1">
          <ChatPlace place={shown} />
        </div>
      )}
      {headerText && (
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {headerText}
        </p>
      )}
      {button_reply !== null ? (
        <ButtonReply reply={button_reply} />
      ) : (
        <>
          {order !== null && <OrderCard order={order} />}
          <Said text={order === null ? text : noteOf(order, text)} quoted={quoted_text} isChat />
        </>
      )}
      {footerText && (
        <p dir="auto" className="mt-0.5 text-small text-soft [overflow-wrap:anywhere]">
          {footerText}
        </p>
      )}
    </>
  )
}

interface MessageButtonsProps {
  buttons: readonly ShownButton[]
  /** As it was sent, or will be. */
  interactive: { type: string } | null
}

/** Only a list can be pressed, which shows its rows. */
export function MessageButtons({ buttons, interactive }: MessageButtonsProps) {
  const list = shownList(interactive)
  const shown = [...buttons, ...shownReplies(interactive)]
  if (shown.length === 0 && list === null) return null
  return (
    <div className="-mx-3 mt-2 -mb-2 overflow-hidden">
      <ChatButtons buttons={shown} />
      {list && <ChatList list={list} />}
    </div>
  )
}
