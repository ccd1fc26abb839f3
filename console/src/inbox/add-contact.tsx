import { type FormEvent, useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError, useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { beginWords } from './begin-words.ts'
import { useStart } from './start.ts'

/** Somebody new, with an address, and the conversation with them. */
export function AddContact({ onBack, onDone }: { onBack: () => void; onDone: () => void }) {
  const w = useWords(beginWords)
  const go = useGo()
  const start = useStart()
  const said = useErrorWords()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const of = (name: string) => {
      const typed = form.get(name)
      return typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : null
    }
    const given = { display_name: of('display_name'), email: of('email'), phone_number: of('phone_number') }
    if (given.email === null && given.phone_number === null) return setError(w.needsAddress)
    setBusy(true)
    try {
      const { id } = await api.contacts.create(given)
      const conversation = await start({ contact_id: id })
      if (conversation === null) return
      onDone()
      go(`inbox/${conversation}`)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const fields = ['display_name', 'email', 'phone_number']
  const isAtField = fields.some((field) => fieldError(error, field) !== null)
  const general = typeof error === 'string' ? error : error !== null && !isAtField ? said(error).title : null
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void add(event)} noValidate>
      <Field label={w.name} error={fieldError(error, 'display_name')}>
        <Input name="display_name" autoFocus autoComplete="off" />
      </Field>
      <Field label={w.email} error={fieldError(error, 'email')}>
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <Field label={w.phone} hint={w.phoneHint} error={fieldError(error, 'phone_number')}>
        <Input name="phone_number" type="tel" autoComplete="off" />
      </Field>
      {general && (
        <p role="alert" className="text-bad">
          {general}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onPress={onBack}>{w.back}</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {w.addAndWrite}
        </Button>
      </div>
    </form>
  )
}
