import { useWords } from '../app/language.tsx'
import { ChatText } from '../design/chat-bubble.tsx'
import { messageWords } from './message-words.ts'
import { piecesOf } from './text-parts.ts'

interface SaidProps {
  text: string | null
  quoted: string | null
  /** Supports the chat app's formatting marks. */
  isChat?: boolean
}

/** A message's text in its own direction; quoted text is folded. */
export function Said({ text, quoted, isChat = false }: SaidProps) {
  const w = useWords(messageWords)
  return (
    <>
      {text !== null && text !== '' && <Words text={text} isChat={isChat} />}
      {quoted !== null && (
        <details className="mt-1">
          <summary className="touch-small inline-flex h-5 items-center rounded-full bg-hover px-2 text-small text-soft">
            <span aria-hidden>⋯</span>
            <span className="sr-only">{w.quoted}</span>
          </summary>
          <div className="mt-1 border-s-2 border-line ps-2 text-soft">
            <Words text={quoted} isChat={false} />
          </div>
        </details>
      )}
    </>
  )
}

const Words = ({ text, isChat }: { text: string; isChat: boolean }) => (
  <p dir="auto" className="break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
    {piecesOf(text).map(({ text: piece, href }, place) =>
      href === null ? (
        isChat ? (
          // oxlint-disable-next-line react/no-array-index-key -- a text does not change its order
          <ChatText key={place} text={piece} />
        ) : (
          piece
        )
      ) : (
        <a
          // oxlint-disable-next-line react/no-array-index-key -- a text does not change its order
          key={place}
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="underline underline-offset-2"
        >
          {piece}
        </a>
      ),
    )}
  </p>
)
