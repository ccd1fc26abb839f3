import type { Contact } from '@samvad/sdk'
import { UserPlus, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { useWords } from '../app/language.tsx'
import { Listed, type Rows } from '../app/list.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { ContactPicker } from './contact-picker.tsx'
import { ContactsTable } from './contacts-table.tsx'
import { useChanged } from './data.ts'
import { placeWords } from './place-words.ts'

interface MembersProps {
  list: Rows<Contact>
  description: string | null
  name: string
  mayChange: boolean
  onAdd: (id: string) => PromiseLike<unknown>
  onRemove: (id: string) => PromiseLike<unknown>
  /** Actions that add several at a time. */
  others?: ReactNode
}

/** The members of a list or group. */
export function Members({ list, description, name, mayChange, onAdd, onRemove, others }: MembersProps) {
  const w = useWords(placeWords)
  const attempt = useAttempt()
  const changed = useChanged()
  const [isAdding, setAdding] = useState(false)
  const afterwards = () => changed('list', 'list-members', 'lists', 'group', 'group-members', 'groups', 'places')
  const remove = async (id: string) => {
    await attempt(() => onRemove(id), w.removed)
    await afterwards()
  }
  const add = mayChange && (
    <Button icon={<UserPlus aria-hidden className="size-4" />} onPress={() => setAdding(true)}>
      {w.addMember}
    </Button>
  )
  return (
    <>
      {description !== null && (
        <p className="mb-3 max-w-prose break-words whitespace-pre-line text-soft">{description}</p>
      )}
      {add && (
        <div className="mb-3 flex flex-wrap gap-2">
          {add}
          {others}
        </div>
      )}
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<Users />} title={w.noMembers}>
              {mayChange && w.noMembersDetail}
            </Empty>
          }
        >
          {(rows) => <ContactsTable rows={rows} act={mayChange ? ({ id }) => void remove(id).catch(() => {}) : null} />}
        </Listed>
      </Panel>
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={w.addMember}>
        <ContactPicker
          without={(list.rows ?? []).map(({ id }) => id)}
          onPick={(contact) =>
            void attempt(() => onAdd(contact.id), w.addedTo(name)).then(
              () => {
                setAdding(false)
                return afterwards()
              },
              () => {},
            )
          }
        />
      </Dialog>
    </>
  )
}
