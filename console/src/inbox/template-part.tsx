// A template instead of own text: its variables and a preview. The text stays in the draft.

import type { Template } from '@samvad/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ownOf } from '#kit/own.ts'
import { api } from '../app/api.ts'
import type { PreviewContent } from '../app/chat-parts.ts'
import { fieldError, useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { MessagePreview } from '../app/message-preview.tsx'
import { useSendable } from '../app/sendable-templates.ts'
import { TemplatePicker } from '../app/template-picker.tsx'
import { templateWords } from '../app/template-words.ts'
import { Button, IconButton } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import type { Draft } from './drafts.ts'
import { missingIn, shownValues } from './template-values.ts'

interface TemplatePartProps {
  draft: Draft
  channel: string
  /** True when only a template can be sent. */
  isOnly: boolean
  /** True after an attempt to send: missing values are shown even in untouched fields. */
  isChecked: boolean
  onChange: (fields: Partial<Draft>) => void
  onChoose: (template: Template) => void
}

export function TemplatePart({ draft, channel, isOnly, isChecked, onChange, onChoose }: TemplatePartProps) {
  const w = useWords(templateWords)
  const [isChoosing, setChoosing] = useState(false)
  const { templates } = useSendable(channel, true)
  const template = templates?.find(({ id }) => id === draft.templateId)
  return (
    <div className="mb-1.5 rounded-box border border-line bg-canvas p-3">
      {isOnly && draft.templateId === null && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="grow text-small text-soft">{w.onlyTemplates}</p>
          <Button onPress={() => setChoosing(true)}>{w.chooseTemplate}</Button>
        </div>
      )}
      {draft.templateId !== null && (
        <div className="flex items-center gap-2 pb-2">
          <bdi className="min-w-0 grow truncate font-medium">{template?.name ?? w.template}</bdi>
          <Button look="quiet" onPress={() => setChoosing(true)}>
            {w.chooseTemplate}
          </Button>
          <IconButton label={w.leaveTemplate} onClick={() => onChange({ templateId: null, variables: {} })}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      )}
      {template && <Chosen key={template.id} {...{ template, draft, isChecked, onChange }} />}
      {isChoosing && <TemplatePicker channel={channel} onClose={() => setChoosing(false)} onChoose={onChoose} />}
    </div>
  )
}

type ChosenProps = Pick<TemplatePartProps, 'draft' | 'isChecked' | 'onChange'> & { template: Template }

/**
 * A missing or wrong value is shown after leaving its field, or after an attempt to send. The server makes the preview,
 * in which a missing variable appears by name.
 */
function Chosen({ template, draft: { variables }, isChecked, onChange }: ChosenProps) {
  const w = useWords(templateWords)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { id } = template
  const filled = shownValues(template, variables)
  const preview = useQuery({
    queryKey: ['template-preview', id, filled],
    queryFn: () =>
      api.templates.preview(id, { variables: filled }, { idempotencyKey: null }).then((one) => ({ ...one })),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const missing = missingIn(template, variables)
  const errors = template.variables.map((name) => {
    if (!isChecked && !left.has(name)) return null
    return missing.includes(name) ? w.missing : fieldError(preview.error, `variables.${name}`)
  })
  return (
    <>
      <div className="grid gap-2 sm:grid-cols-2">
        {template.variables.map((name, place) => (
          <Field key={name} label={name} error={errors[place]}>
            <Input
              dir="auto"
              name={`variable-${name}`}
              value={ownOf(variables, name) ?? ''}
              onBlur={() => setLeft((before) => new Set(before).add(name))}
              onChange={({ target }) => onChange({ variables: { ...variables, [name]: target.value } })}
            />
          </Field>
        ))}
      </div>
      <Preview
        channel={template.channel}
        content={preview.data}
        error={errors.every((one) => one === null || one === w.missing) ? preview.error : null}
      />
    </>
  )
}

interface PreviewProps {
  channel: string
  content: Omit<PreviewContent, 'channel'> | undefined
  /** An error that belongs to none of the fields. */
  error: Error | null
}

function Preview({ channel, content, error }: PreviewProps) {
  const w = useWords(templateWords)
  const said = useErrorWords()
  if (error) return <p className="mt-2 text-small text-warn">{said(error).detail ?? said(error).title}</p>
  if (!content) return null
  return (
    <section
      aria-label={w.preview}
      // Focusable, to scroll by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative mt-2 max-h-72 overflow-y-auto"
    >
      <MessagePreview {...content} channel={channel} />
    </section>
  )
}
