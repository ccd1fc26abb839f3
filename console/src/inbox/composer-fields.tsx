// The content: a template or own text, the quoted message, buttons and files.

import type { Message, Template } from '@samvad/sdk'
import type { RefObject } from 'react'
import { channelOf } from '../app/channels.ts'
import { LIMITS } from '../app/chat-parts.ts'
import { useWords } from '../app/language.tsx'
import type { Uploads } from '../app/use-uploads.ts'
import { Field, Input } from '../design/field.tsx'
import { INTERACTIVE } from './completeness.ts'
import { type Channel, takesButtons, takesFiles } from './compose.ts'
import { ComposerFiles } from './composer-files.tsx'
import { composerWords } from './composer-words.ts'
import type { Change, Draft } from './drafts.ts'
import { isTextTooLong } from './interactive.ts'
import { InteractivePart } from './interactive-part.tsx'
import { interactiveWords } from './interactive-words.ts'
import { QuoteStrip } from './quote-strip.tsx'
import { TemplatePart } from './template-part.tsx'

interface ComposerFieldsProps {
  draft: Draft
  channel: Channel | null
  isTemplateOnly: boolean
  /** What was to be sent with a value missing: a template's id, or INTERACTIVE. */
  checked: string | null
  threadSubject: string
  quoted: Message | undefined
  field: RefObject<HTMLTextAreaElement | null>
  uploads: Uploads
  onChange: (change: Change) => void
  onInteractive: () => void
  onTemplate: (template: Template) => void
  onFiles: (files: FileList) => boolean
}

export function ComposerFields({
  draft,
  channel,
  isTemplateOnly,
  checked,
  threadSubject,
  quoted,
  field,
  uploads,
  onChange,
  onInteractive,
  onTemplate,
  onFiles,
}: ComposerFieldsProps) {
  const w = useWords(composerWords)
  const i = useWords(interactiveWords)
  const files = channel && takesFiles(channel) ? draft.files : []
  const hasTemplate = draft.templateId !== null
  const interactive = takesButtons(channel) && !isTemplateOnly && !hasTemplate ? draft.interactive : null
  const isTextWrong = checked === INTERACTIVE && (draft.text.trim() === '' || isTextTooLong(draft.text))
  return (
    <>
      {draft.replyTo && takesButtons(channel) && (
        <QuoteStrip id={draft.replyTo} loaded={quoted} onDrop={() => onChange({ replyTo: null })} />
      )}
      {channelOf(channel)?.isMail && !hasTemplate && (
        <Field label={w.subject} isLabelHidden className="pb-1.5">
          <Input
            dir="auto"
            placeholder={w.subject}
            value={draft.subject ?? threadSubject}
            onChange={({ target }) => onChange({ subject: target.value })}
          />
        </Field>
      )}
      {channel !== null && (hasTemplate || isTemplateOnly) && (
        <TemplatePart
          draft={draft}
          channel={channel}
          isOnly={isTemplateOnly}
          isChecked={checked === draft.templateId}
          onChange={onChange}
          onChoose={onTemplate}
        />
      )}
      {!hasTemplate && (
        <textarea
          ref={field}
          name="text"
          dir="auto"
          rows={2}
          aria-label={w.text}
          aria-invalid={(interactive && isTextWrong) || undefined}
          placeholder={isTemplateOnly ? w.keptText : interactive ? i.textMissing : w.write}
          value={draft.text}
          onChange={({ target }) => onChange({ text: target.value })}
          onPaste={(event) => {
            if (onFiles(event.clipboardData.files)) event.preventDefault()
          }}
          className="field-sizing-content block max-h-56 min-h-14 w-full resize-none rounded-box bg-surface px-2 py-1.5"
        />
      )}
      {interactive && isTextWrong && (
        <p role="alert" className="px-2 pb-1 text-small text-bad">
          {draft.text.trim() === '' ? i.textMissing : i.textTooLong(LIMITS.text.toLocaleString('en-IN'))}
        </p>
      )}
      {interactive && (
        <InteractivePart
          interactive={interactive}
          hasFile={files.length > 0}
          isChecked={checked === INTERACTIVE}
          onChange={(changed) => onChange({ interactive: changed })}
          onRemove={onInteractive}
        />
      )}
      <ComposerFiles
        files={files}
        uploads={uploads}
        onDrop={(id) => onChange((now) => ({ files: now.files.filter((one) => one.id !== id) }))}
      />
    </>
  )
}
