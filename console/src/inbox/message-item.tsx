// One message: inbound ones at the start of the line, outbound ones at its end.

import type { Message } from '@samvad/sdk'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { classes } from '../design/classes.ts'
import { Answered } from './answered.tsx'
import { useAuthorOf } from './authors.ts'
import { CallLine } from './call-line.tsx'
import { changedWords } from './changed-words.ts'
import { takesButtons } from './compose.ts'
import { EarlierTexts } from './earlier-texts.tsx'
import { MailFrame } from './mail-frame.tsx'
import { Files } from './message-files.tsx'
import { MessageFoot } from './message-foot.tsx'
import { MessageMenu } from './message-menu.tsx'
import { messageWords } from './message-words.ts'
import { MissingFiles } from './missing-files.tsx'
import { ProviderDetails } from './provider-details.tsx'
import { Reactions } from './reactions.tsx'
import { Said } from './said.tsx'
import { MessageButtons, SaidInChat } from './said-in-chat.tsx'
import { words } from './words.ts'

interface MessageItemProps {
  message: Message
  /** Observes an unread message. */
  seenBy: ((element: HTMLElement | null) => void) | undefined
}

export function MessageItem({ message, seenBy }: MessageItemProps) {
  const w = useWords(messageWords)
  const common = useWords(words)
  const isOut = message.direction === 'outbound'
  const author = useAuthorOf()(message.sender)
  const isGone = message.status === 'cancelled'
  return (
    <article
      id={message.id}
      ref={seenBy}
      aria-label={!isOut ? w.theyWrote : author.isYou ? common.youWrote : common.wrote(author.name)}
      className={classes('group flex scroll-m-8 flex-col', isOut ? 'items-end' : 'items-start')}
    >
      <div className={classes('flex max-w-[min(36rem,92%)] items-start gap-1', isOut && 'flex-row-reverse')}>
        <div
          className={classes(
            'min-w-0 rounded-box px-3 py-2',
            isOut ? 'bg-selected' : 'border border-line bg-canvas',
            isGone && 'opacity-60',
          )}
        >
          {message.authenticated === false && (
            <p className="mb-1 flex items-start gap-1.5 text-small text-warn">
              <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {w.notAuthenticated}
            </p>
          )}
          {message.reply_to !== null && message.authenticated !== false && (
            <p className="mb-1 text-small break-words text-soft [overflow-wrap:anywhere]">
              {w.answersTo(message.reply_to)}
            </p>
          )}
          {message.automatic && <p className="mb-1 text-small text-soft">{w.automatic}</p>}
          {isOut && !author.isYou && (
            <p className="mb-0.5 text-small font-medium text-soft">
              <bdi>{author.name}</bdi>
            </p>
          )}
          <Folded isFolded={message.withdrawn_at !== null}>
            {message.in_reply_to !== null && !(message.product && message.in_reply_to.state === 'unknown') && (
              <Answered answered={message.in_reply_to} />
            )}
            <ProviderDetails message={message} />
            {message.subject !== null && (
              <p dir="auto" className="font-semibold break-words [overflow-wrap:anywhere]">
                {message.subject}
              </p>
            )}
            {message.call !== null && <CallLine call={message.call} />}
            {takesButtons(message.channel) ? (
              <SaidInChat message={message} />
            ) : (
              <>
                <Said text={message.text} quoted={message.quoted_text} />
                {message.html !== null && <MailFrame message={message} />}
                {message.attachments.length > 0 && <Files files={message.attachments} />}
              </>
            )}
            {message.missing_attachments.length > 0 && <MissingFiles files={message.missing_attachments} />}
            {message.text === null &&
              message.quoted_text === null &&
              message.html === null &&
              message.missing_attachments.length === 0 &&
              message.call === null &&
              message.attachments.length === 0 && <p className="text-soft italic">{common.noWords}</p>}
            <EarlierTexts message={message} />
            <MessageButtons buttons={message.buttons} interactive={message.interactive} />
          </Folded>
        </div>
        <MessageMenu message={message} />
      </div>
      <Reactions message={message} />
      <MessageFoot message={message} />
    </article>
  )
}

/** A withdrawn message is shown on request. */
function Folded({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  const w = useWords(changedWords)
  if (!isFolded) return children
  return (
    <>
      <p className="text-soft italic">{w.withdrawn}</p>
      <details>
        <summary className="touch cursor-pointer text-small text-soft">{w.showWithdrawn}</summary>
        <div className="mt-1 border-s-2 border-line ps-2">{children}</div>
      </details>
    </>
  )
}
