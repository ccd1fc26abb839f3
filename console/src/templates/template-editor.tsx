import { SamvadError, type Template } from '@samvad/sdk'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Section } from '../design/page.tsx'
import { Notice } from '../design/status.tsx'
import { tell } from '../design/toast.tsx'
import { useTemplatesChanged } from './data.ts'
import { contentOf, type Draft, draftOf, newTemplateOf, shownOf, variablesOf } from './draft.ts'
import { SampleValues } from './sample-values.tsx'
import { TemplateFields } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { words } from './words.ts'

/** Edits a template next to its preview. */
export function TemplateEditor({ template }: { template?: Template }) {
  const w = useWords(words)
  const go = useGo()
  const say = useErrorWords()
  const changed = useTemplatesChanged()
  const [draft, setDraft] = useState<Draft>(() => draftOf(template))
  const [values, setValues] = useState<Record<string, string>>({})
  const [error, setError] = useState<unknown>(null)
  const names = variablesOf(draft)
  const write = (next: Draft) => {
    setDraft(next)
    // Errors of buttons are reported by position.
    if (keysOf(next) !== keysOf(draft)) setError(null)
  }

  async function save(thenSubmit: boolean) {
    setError(null)
    try {
      const saved = template
        ? await api.templates.update(template.id, contentOf(draft))
        : await api.templates.create(newTemplateOf(draft))
      // It is saved, whatever the result of submitting it: a second press must not create another one.
      const refused = thenSubmit
        ? await api.templates.submit(saved.id).then(
            () => null,
            (refusal: unknown) => say(refusal),
          )
        : null
      if (refused) tell(refused.title, { detail: refused.detail, isBad: true })
      else tell(thenSubmit ? w.submitted : w.saved)
      await changed()
      go(`templates/${saved.id}`)
    } catch (refusal) {
      setError(refusal)
    }
  }

  const isAtField = error instanceof SamvadError && error.errors.length > 0
  const said = error === null ? null : say(error)
  return (
    <div className="grid gap-x-10 lg:grid-cols-2">
      <form
        className="mb-8 flex min-w-0 flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(false)
        }}
      >
        {template?.approved_version === template?.version && template && <Notice>{w.newVersion}</Notice>}
        <TemplateFields draft={draft} isNew={!template} error={error} names={names} onChange={write} />
        {said && (
          <p role="alert" className="text-bad">
            {said.title}
            {!isAtField && said.detail && `. ${said.detail}`}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button onPress={() => save(false)}>{w.save}</Button>
          <Button look="primary" onPress={() => save(true)}>
            {w.saveAndSubmit}
          </Button>
        </div>
        <p className="text-small text-soft">{w.submitDetail[draft.channel]}</p>
      </form>
      <div className="min-w-0 lg:sticky lg:top-20 lg:self-start">
        <Section title={w.preview}>
          <TemplatePreview content={shownOf(draft, values)} />
        </Section>
        <Section title={w.variables}>
          <SampleValues names={names} values={values} onChange={setValues} />
        </Section>
      </div>
    </div>
  )
}

const keysOf = ({ parts }: Draft): string => parts.buttons.map(({ key }) => key).join()
