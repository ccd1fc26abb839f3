import type { Contact } from '@samvad/sdk'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError, useErrorWords } from '../app/errors.tsx'
import { formTexts } from '../app/form-texts.ts'
import { useWords } from '../app/language.tsx'
import { contactTyped, numberOf } from '../app/typed-contact.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input, Select, TextArea } from '../design/field.tsx'
import { tell } from '../design/toast.tsx'
import { attributesOf, writtenAttributes } from './attributes.ts'
import { contactWords } from './contact-words.ts'
import { useChanged, useNames } from './data.ts'
import { words } from './words.ts'

interface ContactFormProps {
  /** The edited contact; without one, a new contact is created. */
  contact?: Contact
  /** The text of the search without a result. */
  typed?: string | undefined
  onClose: () => void
  onDone: (contact: Contact) => void
}

export function ContactForm({ contact, typed, onClose, onDone }: ContactFormProps) {
  const w = useWords(contactWords)
  const common = useWords(words)
  const say = useErrorWords()
  const form = useId()
  const changed = useChanged()
  const { users } = useNames()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isWithout, setWithout] = useState(false)
  const [first] = useState<Partial<Contact>>(() => contact ?? contactTyped(typed ?? ''))
  const [wrongLine, setWrongLine] = useState<string | null>(null)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const given = formTexts(event.currentTarget)
    const text = (name: string) => given(name) || null
    const phone = text('phone_number')
    const attributes = attributesOf(text('attributes') ?? '')
    setWithout(text('email') === null && phone === null && text('app_id') === null)
    setWrongLine('line' in attributes ? attributes.line : null)
    if (!(text('email') || phone || text('app_id')) || 'line' in attributes) return
    const body = {
      display_name: text('display_name'),
      email: text('email'),
      phone_number: phone === null ? null : numberOf(phone),
      app_id: text('app_id'),
      attributes: attributes.attributes,
      ...(text('owner_id') !== null && { owner_id: text('owner_id') as string }),
    }
    setBusy(true)
    try {
      const done = await (contact ? api.contacts.update(contact.id, body) : api.contacts.create(body))
      tell(contact ? common.saved : w.added)
      await changed('contacts', 'contact')
      onDone(done)
    } catch (refusal) {
      setError(refusal)
      setBusy(false)
    }
  }

  const atField = ['display_name', 'email', 'phone_number', 'app_id', 'owner_id'].some((name) =>
    fieldError(error, name),
  )
  const said = error === null || atField ? null : say(error)
  const field = (name: 'display_name' | 'email' | 'phone_number' | 'app_id', label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      error={fieldError(error, name) ?? (isWithout && name === 'email' ? w.oneAddress : null)}
    >
      <Input
        name={name}
        type={name === 'email' ? 'email' : name === 'phone_number' ? 'tel' : 'text'}
        defaultValue={first[name] ?? ''}
        autoComplete="off"
      />
    </Field>
  )
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={contact ? w.editTitle : w.newTitle}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" form={form} look="primary" isBusy={isBusy}>
            {contact ? common.save : w.addNow}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {field('display_name', common.name)}
        {field('email', w.email)}
        {field('phone_number', w.phone, w.phoneHint)}
        {field('app_id', w.appId, w.appIdHint)}
        {users.length > 1 && (
          <Field label={common.owner} error={fieldError(error, 'owner_id')}>
            <Select name="owner_id" defaultValue={contact?.owner_id ?? ''}>
              {!contact && <option value="">–</option>}
              {users.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field
          label={w.attributes}
          hint={w.attributesHint}
          error={wrongLine === null ? fieldError(error, 'attributes') : w.attributeFault(wrongLine)}
        >
          <TextArea name="attributes" defaultValue={contact ? writtenAttributes(contact.attributes) : ''} />
        </Field>
        {said && (
          <p role="alert" className="text-bad">
            {said.title} {said.detail}
          </p>
        )}
      </form>
    </Dialog>
  )
}
