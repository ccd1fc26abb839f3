import { useState } from 'react'
import type { NotDone } from '../app/bulk.ts'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { BulkBar, NotDoneDialog } from '../design/bulk-bar.tsx'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { grouped } from '../design/rupees.ts'
import { tell } from '../design/toast.tsx'
import { deleteAll } from './bulk-acts.ts'
import { useChanged } from './data.ts'
import { listWords } from './list-words.ts'
import { type Known, nameOf } from './named.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { words } from './words.ts'

/** Actions on the selected contacts. */
export function ContactsBar({ contacts, onClear }: { contacts: Known[]; onClear: () => void }) {
  const w = useWords(listWords)
  const common = useWords(words)
  const may = useMay()
  const changed = useChanged()
  const [open, setOpen] = useState<'list' | 'group' | 'delete' | null>(null)
  const [failed, setFailed] = useState<NotDone<Known>[]>([])
  const remove = async () => {
    const notDone = await deleteAll(contacts)
    if (notDone.length === 0) tell(common.deleted)
    setFailed(notDone)
    await changed('contacts')
  }
  const [first] = contacts
  return (
    <>
      <BulkBar count={contacts.length} onClear={onClear} className="mb-3">
        {may('contacts.manage') && <Button onPress={() => setOpen('list')}>{common.addToList}</Button>}
        {may('groups.manage') && <Button onPress={() => setOpen('group')}>{common.addToGroup}</Button>}
        {may('contacts.manage') && <Button onPress={() => setOpen('delete')}>{common.delete}</Button>}
      </BulkBar>
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
        title={
          contacts.length === 1 && first
            ? common.deleteOne(nameOf(first, common.noName))
            : w.deleteMany(grouped(contacts.length))
        }
        action={common.delete}
        isDanger
        onConfirm={remove}
      >
        {common.deleteConsequences}
      </Confirm>
      <NotDoneDialog
        failed={failed.map(({ one, error }) => ({ key: one.id, name: nameOf(one, common.noName), error }))}
        onClose={() => setFailed([])}
      />
    </>
  )
}
