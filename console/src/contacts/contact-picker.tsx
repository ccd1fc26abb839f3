import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { usePaused } from '../app/paused.ts'
import { isSought } from '../app/sought.ts'
import { Field, Input } from '../design/field.tsx'
import { FoundList, FoundOption, useFound } from '../design/found.tsx'
import { Marked } from '../design/marked.tsx'
import { Failed } from '../design/states.tsx'
import { contactWords } from './contact-words.ts'
import { type Found, useContacts } from './data.ts'
import { type Known, nameOf } from './named.tsx'
import { words } from './words.ts'

interface ContactPickerProps {
  /** Contacts that cannot be chosen. */
  without: readonly string[]
  onPick: (contact: Known) => void
}

const SHOWN = 8

/** Finds one of all contacts by a part of its name, address or number. */
export function ContactPicker({ without, onPick }: ContactPickerProps) {
  const w = useWords(contactWords)
  const common = useWords(words)
  const [text, setText] = useState('')
  const sought = usePaused(text.trim())
  const { rows, error, retry } = useContacts(isSought(sought) ? { find: sought } : {})
  const found = rows?.filter(({ id }) => !without.includes(id))
  const { box, found: list } = useFound()
  return (
    <div className="flex flex-col gap-2">
      <Field label={w.pick} hint={w.pickHint}>
        <Input {...box} maxLength={200} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <FoundList found={list} label={w.pick} className="flex flex-col">
        {found?.slice(0, SHOWN).map((contact) => (
          <FoundOption
            key={contact.id}
            value={contact.id}
            className="flex min-h-9 items-center justify-between gap-3 rounded-box px-2 py-1"
            onChoose={() => onPick(contact)}
          >
            <bdi className="min-w-0 truncate font-medium">{nameOf(contact, common.noName)}</bdi>
            <span className="min-w-0 truncate text-small text-soft">
              <Marked {...addressIn(contact)} />
            </span>
          </FoundOption>
        ))}
      </FoundList>
      {error !== null && <Failed error={error} onRetry={retry} />}
      {found?.length === 0 && (
        <p role="status" className="text-soft">
          {w.pickNothing}
        </p>
      )}
    </div>
  )
}

/** The matched address, otherwise any address of the contact. */
function addressIn({ email, phone_number, app_id, matches }: Known & Found) {
  const addresses = { email, phone_number, app_id }
  const names = Object.keys(addresses) as (keyof typeof addresses)[]
  const name = names.find((one) => matches?.[one]) ?? names.find((one) => addresses[one] !== null) ?? 'email'
  return { text: addresses[name] ?? '', ranges: matches?.[name] }
}
