// A template instead of words of one's own: its variables to be filled in, and what it will say. What was written
// stays in the draft.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ownOf } from '#kit/own.ts'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Button, IconButton } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { useTemplates } from './data.ts'
import type { Draft } from './drafts.ts'
import { TemplatePicker } from './template-picker.tsx'
import { templateWords } from './template-words.ts'

interface TemplatePartProps {
  draft: Draft
  channel: string
  /** Nothing else can be sent. */
  isOnly: boolean
  onChange: (fields: Partial<Draft>) => void
}

export function TemplatePart({ draft, channel, isOnly, onChange }: TemplatePartProps) {
  const w = useWords(templateWords)
  const [isChoosing, setChoosing] = useState(false)
  const { templates } = useTemplates(channel, true)
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
      {template && (
        <>
          <div className="grid gap-2 sm:grid-cols-2">
            {template.variables.map((name) => (
              <Field key={name} label={name}>
                <Input
                  dir="auto"
                  value={ownOf(draft.variables, name) ?? ''}
                  onChange={({ target }) => onChange({ variables: { ...draft.variables, [name]: target.value } })}
                />
              </Field>
            ))}
          </div>
          <Preview id={template.id} names={template.variables} variables={draft.variables} />
        </>
      )}
      {isChoosing && (
        <TemplatePicker
          channel={channel}
          onClose={() => setChoosing(false)}
          onChoose={(templateId) => onChange({ templateId, variables: {} })}
        />
      )}
    </div>
  )
}

/** As the service makes it: with a variable that is still missing standing there by its name. */
function Preview({ id, names, variables }: { id: string; names: string[]; variables: Record<string, string> }) {
  const w = useWords(templateWords)
  const said = useErrorWords()
  const filled = Object.fromEntries(names.map((name) => [name, ownOf(variables, name) || `{{${name}}}`]))
  const { data, error } = useQuery({
    queryKey: ['template-preview', id, filled],
    queryFn: () =>
      api.templates.preview(id, { variables: filled }, { idempotencyKey: null }).then((one) => ({ ...one })),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  if (error) return <p className="mt-2 text-small text-warn">{said(error).detail ?? said(error).title}</p>
  if (!data) return null
  return (
    <section aria-label={w.preview} className="mt-2 border-s-2 border-line ps-2">
      {data.subject !== null && (
        <p dir="auto" className="font-medium break-words">
          {data.subject}
        </p>
      )}
      <p dir="auto" className="max-h-40 overflow-y-auto break-words whitespace-pre-wrap">
        {data.text}
      </p>
    </section>
  )
}
