import { type FormEvent, useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError, useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { contactTyped, numberOf } from '../app/typed-contact.ts'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { beginWords } from './begin-words.ts'
import { useStart } from './start.ts'

interface AddContactProps {
  /** The search text without a result. */
  typed: string
  onBack: () => void
  onDone: () => void
}

/** Creates a contact with an address, and opens a conversation. */
export function AddContact({ typed, onBack, onDone }: AddContactProps) {
  const w = useWords(beginWords)
  const go = useGo()
  const start = useStart()
  const said = useErrorWords()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [first] = useState(() => contactTyped(typed))
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const of = (name: string) => {
      const given = form.get(name)
      return typeof given === 'string' && given.trim() !== '' ? given.trim() : null
    }
    const phone = of('phone_number')
    const phone_number = phone === null ? null : numberOf(phone)
    const given = { display_name: of('display_name'), email: of('email'), phone_number }
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
        <Input name="display_name" defaultValue={first.display_name} autoFocus autoComplete="off" />
      </Field>
      <Field label={w.email} error={fieldError(error, 'email')}>
        <Input name="email" type="email" defaultValue={first.email} autoComplete="off" />
      </Field>
      <Field label={w.phone} hint={w.phoneHint} error={fieldError(error, 'phone_number')}>
        <Input name="phone_number" type="tel" defaultValue={first.phone_number} autoComplete="off" />
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
