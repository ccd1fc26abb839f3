import type { Contact } from '@samvad/sdk'
import { useState } from 'react'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Confirm, Dialog } from '../design/dialog.tsx'
import { grouped } from '../design/rupees.ts'
import { tell } from '../design/toast.tsx'
import { deleteAll, type NotDone } from './bulk-acts.ts'
import { useChanged } from './data.ts'
import { nameOf } from './named.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { words } from './words.ts'

/** What can be done with the contacts that are chosen. */
export function BulkBar({ contacts, onClear }: { contacts: Contact[]; onClear: () => void }) {
  const w = useWords(words)
  const may = useMay()
  const changed = useChanged()
  const [open, setOpen] = useState<'list' | 'group' | 'delete' | null>(null)
  const [failed, setFailed] = useState<NotDone[]>([])
  const remove = async () => {
    const notDone = await deleteAll(contacts)
    if (notDone.length === 0) tell(w.deleted)
    setFailed(notDone)
    await changed('contacts')
  }
  const first = contacts[0] as Contact
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 rounded-box border border-line bg-selected px-3 py-1.5">
      <span role="status" className="figures grow font-medium">
        {w.selected(grouped(contacts.length))}
      </span>
      {may('contacts.manage') && <Button onPress={() => setOpen('list')}>{w.addToList}</Button>}
      {may('groups.manage') && <Button onPress={() => setOpen('group')}>{w.addToGroup}</Button>}
      {may('contacts.manage') && <Button onPress={() => setOpen('delete')}>{w.delete}</Button>}
      <Button look="quiet" onPress={onClear}>
        {w.unselect}
      </Button>
      {(open === 'list' || open === 'group') && (
        <PlaceDialog
          place={open}
          contacts={contacts}
          onClose={() => setOpen(null)}
          onDone={(notDone) => {
            setOpen(null)
            setFailed(notDone)
            if (notDone.length === 0) onClear()
          }}
        />
      )}
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
        title={contacts.length === 1 ? w.deleteOne(nameOf(first, w.noName)) : w.deleteMany(grouped(contacts.length))}
        action={w.delete}
        isDanger
        onConfirm={remove}
      >
        {w.deleteConsequences}
      </Confirm>
      <FailedOnes failed={failed} onClose={() => setFailed([])} />
    </div>
  )
}

function FailedOnes({ failed, onClose }: { failed: NotDone[]; onClose: () => void }) {
  const w = useWords(words)
  const say = useErrorWords()
  return (
    <Dialog
      isOpen={failed.length > 0}
      onClose={onClose}
      title={w.someFailed(grouped(failed.length))}
      description={w.someFailedDetail}
      actions={<Button onPress={onClose}>{w.close}</Button>}
    >
      <ul className="flex flex-col divide-y divide-line">
        {failed.map(({ contact, error }) => (
          <li key={contact.id} className="py-2">
            <bdi className="font-medium">{nameOf(contact, w.noName)}</bdi>
            <p className="text-small text-bad">{say(error).title}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
