import type { PreviewContent } from '../app/chat-parts.ts'
import { useWords } from '../app/language.tsx'
import { MessagePreview } from '../app/message-preview.tsx'
import { isBlank } from './draft.ts'
import { words } from './words.ts'

/** The message as it will be received, once it has any content. */
export function TemplatePreview({ content }: { content: PreviewContent }) {
  const w = useWords(words)
  return isBlank(content) ? <p className="text-soft">{w.previewEmpty}</p> : <MessagePreview {...content} />
}
