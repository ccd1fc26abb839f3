import type { Contact } from '@samvad/sdk'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Field, Input } from '../design/field.tsx'
import { useContacts } from './data.ts'
import { nameOf } from './named.tsx'
import { words } from './words.ts'

interface ContactPickerProps {
  /** Who is not to be chosen. */
  without: readonly string[]
  onPick: (contact: Contact) => void
}

const SHOWN = 8
const isAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text) || /^\+?[\d\s().-]{8,}$/.test(text)

/** One contact, by its address or by its name among the newest. */
export function ContactPicker({ without, onPick }: ContactPickerProps) {
  const w = useWords(words)
  const [text, setText] = useState('')
  const typed = text.trim()
  const newest = useContacts({}).rows
  const byAddress = useContacts(isAddress(typed) ? { find: typed } : {}).rows
  const sought = typed.toLocaleLowerCase()
  const named = (newest ?? []).filter((contact) => nameOf(contact, '').toLocaleLowerCase().includes(sought))
  const found = (isAddress(typed) ? (byAddress ?? []) : named).filter(({ id }) => !without.includes(id))
  return (
    <div className="flex flex-col gap-2">
      <Field label={w.pick} hint={w.pickHint}>
        <Input type="search" autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <ul className="flex flex-col">
        {found.slice(0, SHOWN).map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              className="touch flex min-h-9 w-full items-center justify-between gap-3 rounded-box px-2 py-1 text-start hover:bg-hover"
              onClick={() => onPick(contact)}
            >
              <bdi className="min-w-0 truncate font-medium">{nameOf(contact, w.noName)}</bdi>
              <bdi className="min-w-0 truncate text-small text-soft">{contact.email ?? contact.phone_number}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {newest !== undefined && byAddress !== undefined && found.length === 0 && (
        <p role="status" className="text-soft">
          {w.pickNothing}
        </p>
      )}
    </div>
  )
}
