import type { Contact } from '@samvad/sdk'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button, IconButton } from '../design/button.tsx'
import { Section } from '../design/page.tsx'
import { useChanged, useGroups, useListsOf } from './data.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { placeWords } from './place-words.ts'
import { words } from './words.ts'

/** The lists and groups that a contact is in. */
export function ContactPlaces({ contact }: { contact: Contact }) {
  const w = useWords(placeWords)
  const common = useWords(words)
  const may = useMay()
  const attempt = useAttempt()
  const changed = useChanged()
  const lists = useListsOf(contact.id).rows ?? []
  const groups = (useGroups().rows ?? []).filter(({ contacts }) => contacts.includes(contact.id))
  const [adding, setAdding] = useState<'list' | 'group' | null>(null)
  const leave = async (act: () => PromiseLike<unknown>) => {
    await attempt(act, w.removed)
    await changed('lists', 'groups', 'places')
  }
  return (
    <>
      <Section
        title={w.inLists}
        actions={may('contacts.manage') && <Button onPress={() => setAdding('list')}>{common.addToList}</Button>}
      >
        <Places
          places={lists}
          page="contacts/lists"
          onLeave={
            may('contacts.manage')
              ? (id) => leave(() => api.lists.members.remove(id, { contact_ids: [contact.id] }))
              : null
          }
        />
      </Section>
      {may('groups.view') && (
        <Section
          title={w.inGroups}
          actions={may('groups.manage') && <Button onPress={() => setAdding('group')}>{common.addToGroup}</Button>}
        >
          <Places
            places={groups}
            page="contacts/groups"
            onLeave={may('groups.manage') ? (id) => leave(() => api.groups.contacts.remove(id, contact.id)) : null}
          />
        </Section>
      )}
      {adding && (
        <PlaceDialog
          place={adding}
          contacts={[contact]}
          onClose={() => setAdding(null)}
          onDone={() => setAdding(null)}
        />
      )}
    </>
  )
}

interface PlacesProps {
  places: { id: string; name: string }[]
  page: string
  onLeave: ((id: string) => Promise<void>) | null
}

function Places({ places, page, onLeave }: PlacesProps) {
  const w = useWords(placeWords)
  if (places.length === 0) return <p className="text-soft">{w.notInAny}</p>
  return (
    <ul className="flex flex-wrap gap-2">
      {places.map(({ id, name }) => (
        <li key={id} className="flex max-w-full items-center rounded-box border border-line bg-surface ps-3">
          <PageLink page={`${page}/${id}`} className="touch flex min-w-0 items-center hover:underline">
            <bdi className="truncate">{name}</bdi>
          </PageLink>
          {onLeave ? (
            <IconButton label={w.removeFrom(name)} onClick={() => void onLeave(id).catch(() => {})}>
              <X aria-hidden className="size-4" />
            </IconButton>
          ) : (
            <span className="w-3" />
          )}
        </li>
      ))}
    </ul>
  )
}
