import { layOut } from '#kit/sms-size.ts'
import { hasSegments } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { fill, fillHtml } from './fill.ts'
import { HtmlFrame } from './html-frame.tsx'
import { words } from './words.ts'

export interface Content {
  channel: string
  subject: string
  text: string
  html: string
}

interface TemplatePreviewProps {
  content: Content
  values: Readonly<Record<string, string>>
}

/** As it arrives, with these values in it. */
export function TemplatePreview({ content: { channel, subject, text, html }, values }: TemplatePreviewProps) {
  const w = useWords(words)
  const filled = fill(text, values)
  const size = hasSegments(channel) ? layOut(filled) : null
  if (!subject && !text && !html) return <p className="text-soft">{w.previewEmpty}</p>
  return (
    <div className="flex flex-col gap-3">
      {subject && (
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{fill(subject, values)}</bdi>
        </p>
      )}
      {text && (
        <p
          dir="auto"
          className="max-w-md self-start rounded-box border border-line bg-surface px-3 py-2 [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          {filled}
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
      {html && <HtmlFrame title={w.previewHtml} html={fillHtml(html, values)} />}
    </div>
  )
}
