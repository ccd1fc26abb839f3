// Starts a conversation with a contact or group found by search, or with a new contact.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserRoundPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { latinDigits } from '#kit/digits.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { usePaused } from '../app/paused.ts'
import { useMay } from '../app/session.ts'
import { isSought } from '../app/sought.ts'
import { Avatar } from '../design/avatar.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { FoundList, FoundOption, useFound } from '../design/found.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { AddContact } from './add-contact.tsx'
import { beginWords } from './begin-words.ts'
import { useStart } from './start.ts'
import { words } from './words.ts'

const SHOWN_MAX = 20
const LINE = 'flex items-center gap-2.5 rounded-box px-2 py-1.5'

export function NewConversation({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(beginWords)
  const common = useWords(words)
  const [typed, setTyped] = useState('')
  const [isAdding, setAdding] = useState(false)
  const close = () => {
    setAdding(false)
    setTyped('')
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={isAdding ? w.addContact : common.begin}>
      {isAdding ? (
        <AddContact typed={typed} onBack={() => setAdding(false)} onDone={close} />
      ) : (
        <Choose typed={typed} onType={setTyped} onAdd={() => setAdding(true)} onDone={close} />
      )}
    </Dialog>
  )
}

interface ChooseProps {
  /** Kept while a contact is added, to return to it. */
  typed: string
  onType: (text: string) => void
  onAdd: () => void
  onDone: () => void
}

function Choose({ typed, onType, onAdd, onDone }: ChooseProps) {
  const w = useWords(beginWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const start = useStart()
  const paused = usePaused(latinDigits(typed.trim()))
  const q = isSought(paused) ? paused : ''
  const { box, found } = useFound()
  const page = { limit: SHOWN_MAX }
  const contacts = useQuery({
    queryKey: ['begin', 'contacts', q],
    enabled: may('contacts.view'),
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (q === '' ? await api.contacts.list(page) : await api.search.contacts.search({ q, ...page })).data.map(
        ({ id, display_name, email, phone_number }) => ({ id, display_name, email, phone_number }),
      ),
  })
  const groups = useQuery({
    queryKey: ['begin', 'groups', q],
    enabled: may('groups.view') && may('contacts.view'),
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (q === ''
        ? await api.groups.list({ ...page, archived: false })
        : await api.search.groups.search({ q, ...page })
      ).data.map(({ id, name }) => ({ id, name })),
  })
  const begin = async (whom: { contact_id?: string; group_id?: string }) => {
    const id = await start(whom)
    if (id === null) return
    onDone()
    go(`inbox/${id}`)
  }
  return (
    <>
      <Field label={w.whom} isLabelHidden>
        <Input {...box} autoFocus placeholder={w.whom} value={typed} onChange={({ target }) => onType(target.value)} />
      </Field>
      {contacts.error ? (
        <Failed error={contacts.error} onRetry={contacts.refetch} />
      ) : contacts.isLoading ? (
        <Skeleton rows={4} />
      ) : (
        <FoundList found={found} label={w.whom} className="mt-2 max-h-[45vh] overflow-y-auto">
          {groups.data?.map(({ id, name }) => (
            <FoundOption key={id} value={id} className={LINE} onChoose={() => void begin({ group_id: id })}>
              <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-selected text-accent">
                <UsersRound aria-hidden className="size-4" />
              </span>
              <bdi className="min-w-0 truncate font-medium">{name}</bdi>
            </FoundOption>
          ))}
          {contacts.data?.map(({ id, display_name, email, phone_number }) => (
            <FoundOption key={id} value={id} className={LINE} onChoose={() => void begin({ contact_id: id })}>
              <Avatar name={display_name ?? email ?? ''} />
              <span className="min-w-0">
                <bdi className="block truncate font-medium">{display_name ?? common.aContact}</bdi>
                <span className="block truncate text-small text-soft">
                  {[email, phone_number].filter(Boolean).join(' · ')}
                </span>
              </span>
            </FoundOption>
          ))}
        </FoundList>
      )}
      {contacts.data?.length === 0 && (groups.data?.length ?? 0) === 0 && (
        <p className="px-2 py-4 text-soft">{q === '' ? w.noContacts : common.nothingFound(q)}</p>
      )}
      {may('contacts.manage') && (
        <Button className="mt-3" icon={<UserRoundPlus aria-hidden className="size-4" />} onPress={onAdd}>
          {w.addContact}
        </Button>
      )}
    </>
  )
}
