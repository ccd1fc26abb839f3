import { type FormEvent, useId, useState } from 'react'
import { fieldError, useErrorWords } from '../app/errors.tsx'
import { formTexts } from '../app/form-texts.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input, TextArea } from '../design/field.tsx'
import { placeWords } from './place-words.ts'
import { words } from './words.ts'

interface NameDialogProps {
  title: string
  hint: string
  /** The action as a verb and its object. */
  action: string
  name?: string
  description?: string | null
  onSave: (fields: { name: string; description: string | null }) => PromiseLike<unknown>
  onClose: () => void
}

/** Edits the name and description of a list or group. */
export function NameDialog({ title, hint, action, name, description, onSave, onClose }: NameDialogProps) {
  const w = useWords(placeWords)
  const common = useWords(words)
  const say = useErrorWords()
  const form = useId()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const text = formTexts(event.currentTarget)
    setBusy(true)
    try {
      await onSave({ name: text('name'), description: text('description') || null })
    } catch (refusal) {
      setError(refusal)
      setBusy(false)
    }
  }
  const atName = fieldError(error, 'name')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={hint}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" form={form} look="primary" isBusy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <Field label={common.name} error={atName ?? (error === null ? null : say(error).title)}>
          <Input name="name" required defaultValue={name ?? ''} autoComplete="off" />
        </Field>
        <Field label={w.description} error={fieldError(error, 'description')}>
          <TextArea name="description" defaultValue={description ?? ''} />
        </Field>
      </form>
    </Dialog>
  )
}
