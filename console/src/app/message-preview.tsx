// Preview of a filled message as the contact sees it on its channel.

import { layOut } from '#kit/sms-size.ts'
import { ChatBubble } from '../design/chat-bubble.tsx'
import { HtmlFrame } from '../design/html-frame.tsx'
import { channelOf, hasSegments } from './channels.ts'
import { type PreviewContent, shownHeader } from './chat-parts.ts'
import { useWords } from './language.tsx'
import { templateWords } from './template-words.ts'

export function MessagePreview({ channel, subject, text, html, header, footer, buttons = [] }: PreviewContent) {
  const w = useWords(templateWords)
  if (channelOf(channel)?.hasButtons)
    return <ChatBubble header={shownHeader(header)} text={text ?? ''} footer={footer ?? null} buttons={buttons} />
  const size = hasSegments(channel) && text ? layOut(text) : null
  return (
    <div className="flex flex-col gap-3">
      {subject && (
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{subject}</bdi>
        </p>
      )}
      {text && (
        <p
          dir="auto"
          className="max-w-md self-start rounded-box border border-line bg-surface px-3 py-2 [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          {text}
        </p>
      )}
      {size && (
        <p className="text-small text-soft" role="status">
          <span className="figures font-medium text-ink">
            {w.sms(size.starts.length, size.length, w.encodings[size.encoding])}
          </span>{' '}
          {w.smsHint}
        </p>
      )}
      {html && <HtmlFrame title={w.previewHtml} html={html} />}
    </div>
  )
}
