// A short form of a quoted message: author, text and picture.

import type { Message } from '@samvad/sdk'
import { FileText } from 'lucide-react'
import { plainText } from '#kit/chat-text.ts'
import { pathOf } from '../app/chat-parts.ts'
import { useWords } from '../app/language.tsx'
import { classes } from '../design/classes.ts'
import { answeredWords } from './answered-words.ts'
import { useAuthorOf } from './authors.ts'
import { takesButtons } from './compose.ts'
import { useConversation } from './data.ts'
import { words } from './words.ts'

type Quoted = Pick<Message, 'conversation_id' | 'channel' | 'direction' | 'sender' | 'subject' | 'text' | 'attachments'>

export function QuotedMessage({ message, isWhole = false }: { message: Quoted; isWhole?: boolean }) {
  const w = useWords(answeredWords)
  const common = useWords(words)
  const authorOf = useAuthorOf()
  const name = useConversation(message.conversation_id).data?.inbox?.contact?.display_name
  const [file] = message.attachments
  const text = message.text !== null && takesButtons(message.channel) ? plainText(message.text) : message.text
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span className="min-w-0 grow">
        <span className="block font-medium text-accent">
          {message.direction === 'outbound' ? authorOf(message.sender).name : name || w.theirs}
        </span>
        <bdi className={classes('block', isWhole ? 'whitespace-pre-wrap' : 'line-clamp-2')}>
          {message.subject ?? text ?? file?.filename ?? common.noWords}
        </bdi>
      </span>
      {file &&
        (file.content_type.startsWith('image/') && file.url !== null ? (
          <img src={pathOf(file.url)} alt="" className="size-10 shrink-0 rounded-box object-cover" />
        ) : (
          <FileText aria-hidden className="size-4 shrink-0" />
        ))}
    </span>
  )
}
