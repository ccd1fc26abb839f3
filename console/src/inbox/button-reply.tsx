// The label of a button or list row that a contact pressed.

import type { Message } from '@samvad/sdk'
import { List, Reply } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { answeredWords } from './answered-words.ts'

export function ButtonReply({ reply: { type, title, description } }: { reply: NonNullable<Message['button_reply']> }) {
  const w = useWords(answeredWords)
  const Sign = type === 'list' ? List : Reply
  return (
    <div className="relative flex items-start gap-2 [overflow-wrap:anywhere]">
      <Sign aria-hidden className="mt-0.5 size-4 shrink-0 text-app" />
      <span className="min-w-0">
        <span className="sr-only">{type === 'list' ? w.chose : w.pressed} </span>
        <bdi className="block font-medium">{title}</bdi>
        {description !== null && <bdi className="block text-small text-soft">{description}</bdi>}
      </span>
    </div>
  )
}
