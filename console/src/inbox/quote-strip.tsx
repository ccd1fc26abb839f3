// The quoted message, above the composer's text.

import type { Message } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { IconButton } from '../design/button.tsx'
import { answeredWords } from './answered-words.ts'
import { interactiveWords } from './interactive-words.ts'
import { QuotedMessage } from './quoted-message.tsx'

interface QuoteStripProps {
  id: string
  /** The quoted message, if it is loaded. */
  loaded: Message | undefined
  onDrop: () => void
}

export function QuoteStrip({ id, loaded, onDrop }: QuoteStripProps) {
  const w = useWords(interactiveWords)
  const a = useWords(answeredWords)
  const { data, error } = useQuery({
    queryKey: ['message', id],
    queryFn: () => api.messages.retrieve(id).then((one) => ({ ...one })),
    enabled: loaded === undefined,
    retry: false,
  })
  const message = loaded ?? data
  return (
    <section
      aria-label={w.quoting}
      className="mb-1.5 flex items-start gap-2 rounded-box border-s-4 border-accent bg-canvas py-1.5 ps-2.5 pe-1 text-small text-soft [overflow-wrap:anywhere]"
    >
      <div className="min-h-10 min-w-0 grow">{message ? <QuotedMessage message={message} /> : error && a.notSeen}</div>
      <IconButton label={w.dropQuote} onClick={onDrop}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </section>
  )
}
