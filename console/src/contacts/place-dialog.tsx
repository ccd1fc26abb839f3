import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import type { NotDone } from '../app/bulk.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { tell } from '../design/toast.tsx'
import { addAll } from './bulk-acts.ts'
import { useChanged, useGroups, useLists } from './data.ts'
import type { Known } from './named.tsx'
import { placeWords } from './place-words.ts'
import { words } from './words.ts'

interface PlaceDialogProps {
  place: 'list' | 'group'
  contacts: Known[]
  onClose: () => void
  onDone: (failed: NotDone<Known>[]) => void
}

const NEW = 'new'

/** Adds contacts to a list or group, which may be new. */
export function PlaceDialog({ place, contacts, onClose, onDone }: PlaceDialogProps) {
  const w = useWords(placeWords)
  const common = useWords(words)
  const attempt = useAttempt()
  const changed = useChanged()
  const lists = useLists()
  const groups = useGroups()
  const { rows } = place === 'list' ? lists : groups
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const id = chosen ?? rows?.[0]?.id ?? NEW
  const add = async () => {
    const target = await attempt(async () => {
      if (id !== NEW) return { id, name: rows?.find((row) => row.id === id)?.name ?? '' }
      return place === 'list' ? api.lists.create({ name }) : api.groups.create({ name })
    })
    const failed = await addAll(contacts, (ids) =>
      place === 'list'
        ? api.lists.members.add(target.id, { contact_ids: ids })
        : api.groups.contacts.add(target.id, { contacts: ids }),
    )
    if (failed.length < contacts.length) tell(w.addedTo(target.name))
    await changed('contacts', 'lists', 'groups', 'places')
    onDone(failed)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={place === 'list' ? common.addToList : common.addToGroup}
      description={place === 'list' ? w.listHint : w.groupHint}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" disabled={rows === undefined || (id === NEW && name.trim() === '')} onPress={add}>
            {place === 'list' ? common.addToList : common.addToGroup}
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-3" onSubmit={(event) => event.preventDefault()}>
        <Field label={place === 'list' ? w.chooseList : w.chooseGroup}>
          <Select value={id} onChange={({ target }) => setChosen(target.value)}>
            {rows?.map((row) => (
              <option key={row.id} value={row.id}>
                {row.name}
              </option>
            ))}
            <option value={NEW}>{w.makeNew}</option>
          </Select>
        </Field>
        {id === NEW && (
          <Field label={w.newName}>
            <Input value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
          </Field>
        )}
      </form>
    </Dialog>
  )
}
