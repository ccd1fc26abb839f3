import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { channelOf } from '../../app/channels.ts'
import { useErrorWords } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { usePaused } from '../../app/paused.ts'
import { useMay } from '../../app/session.ts'
import { isSought } from '../../app/sought.ts'
import { contactTyped } from '../../app/typed-contact.ts'
import { Button } from '../../design/button.tsx'
import { Field, Input } from '../../design/field.tsx'
import { FoundList, FoundOption, useFound } from '../../design/found.tsx'
import { previewWords } from './preview-words.ts'

const SHOWN = 6

export interface FoundContact {
  id: string
  display_name: string | null
  email: string | null
  phone_number: string | null
}

/** The address for the channel, otherwise another one. */
export const addressOf = ({ email, phone_number }: FoundContact, channel: string): string | null =>
  channelOf(channel)?.isMail ? (email ?? phone_number) : (phone_number ?? email)

function useFoundContacts(text: string, isEnabled: boolean) {
  const sought = usePaused(text.trim())
  return useQuery({
    queryKey: ['contacts-found', sought],
    enabled: isEnabled,
    async queryFn(): Promise<FoundContact[]> {
      const page = { limit: SHOWN }
      return isSought(sought)
        ? (await api.search.contacts.search({ q: sought, ...page })).data
        : (await api.contacts.list(page)).data
    },
  })
}

interface ContactSearchProps {
  label: string
  channel: string
  chosen: FoundContact | null
  onChoose: (contact: FoundContact | null) => void
  /** Offers to create a contact for an unknown address. */
  mayAdd?: boolean
}

/** Finds one of all contacts by a part of its name, address or number. */
export function ContactSearch({ label, channel, chosen, onChoose, mayAdd }: ContactSearchProps) {
  const w = useWords(previewWords)
  const say = useErrorWords()
  const [text, setText] = useState('')
  const { data, error } = useFoundContacts(text, chosen === null)
  const { box, found } = useFound()
  if (chosen)
    return (
      <div className="flex items-center gap-2 rounded-box border border-line bg-surface py-1 ps-3 pe-1">
        <span className="min-w-0 grow">
          <bdi className="block truncate font-medium">
            {chosen.display_name ?? addressOf(chosen, channel) ?? w.noName}
          </bdi>
          {chosen.display_name !== null && (
            <bdi className="block truncate text-small text-soft">{addressOf(chosen, channel)}</bdi>
          )}
        </span>
        <Button look="quiet" onPress={() => onChoose(null)}>
          {w.change}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-1">
      <Field label={label} hint={w.findHint} error={error ? say(error).title : null}>
        <Input {...box} maxLength={200} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {data && data.length > 0 && (
        <FoundList found={found} label={label} className="flex flex-col">
          {data.map((one) => (
            <FoundOption
              key={one.id}
              value={one.id}
              className="flex min-h-9 items-center justify-between gap-3 rounded-box px-2 py-1"
              onChoose={() => onChoose(one)}
            >
              <bdi className="min-w-0 truncate font-medium">
                {one.display_name ?? addressOf(one, channel) ?? w.noName}
              </bdi>
              <bdi className="min-w-0 truncate text-small text-soft">{addressOf(one, channel)}</bdi>
            </FoundOption>
          ))}
        </FoundList>
      )}
      {data?.length === 0 && (
        <div role="status" className="flex flex-wrap items-center gap-2 text-soft">
          {w.nothingFound}
          {mayAdd && <AddContact text={text} onAdded={onChoose} />}
        </div>
      )}
    </div>
  )
}

function AddContact({ text, onAdded }: { text: string; onAdded: (contact: FoundContact) => void }) {
  const w = useWords(previewWords)
  const mayManage = useMay()('contacts.manage')
  const attempt = useAttempt()
  const typed = contactTyped(text)
  if (!mayManage || (!typed.email && !typed.phone_number)) return null
  return (
    <Button onPress={async () => onAdded(await attempt(() => api.contacts.create(typed)))}>
      {w.addContact(typed.email ?? typed.phone_number ?? text)}
    </Button>
  )
}
