import { X } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import type { Selection } from '../app/selection.ts'
import { SelectBox } from '../design/bulk-bar.tsx'
import { IconButton } from '../design/button.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { VirtualRows } from '../design/virtual-rows.tsx'
import { type Found, useNames } from './data.ts'
import { listWords } from './list-words.ts'
import { Addresses, ContactLink, type Known, nameOf } from './named.tsx'
import { words } from './words.ts'

interface ContactsTableProps {
  rows: (Known & Found)[]
  selection?: Selection | null
  /** Removes a contact from the list or group. */
  act?: ((contact: Known) => void) | null
}

export function ContactsTable({ rows, selection, act }: ContactsTableProps) {
  const w = useWords(listWords)
  const common = useWords(words)
  const { users, nameOf: ownerOf } = useNames()
  return (
    <Table
      label={common.contacts}
      head={
        <>
          {selection && (
            <Head className="w-8">
              <SelectBox label={w.selectAll} isOn={selection.ids.size === rows.length} onToggle={selection.toggleAll} />
            </Head>
          )}
          <Head>{common.name}</Head>
          <Head>{w.addresses}</Head>
          {users.length > 0 && <Head>{common.owner}</Head>}
          <Head isFigure>{common.created}</Head>
          {act && (
            <Head>
              <span className="sr-only">{common.more}</span>
            </Head>
          )}
        </>
      }
    >
      <VirtualRows rows={rows}>
        {(contact) => (
          <Row key={contact.id} className={selection?.ids.has(contact.id) ? 'bg-selected' : undefined}>
            {selection && (
              <Cell>
                <SelectBox
                  label={w.select(nameOf(contact, common.noName))}
                  isOn={selection.ids.has(contact.id)}
                  onToggle={(withShift) => selection.toggle(contact.id, withShift)}
                />
              </Cell>
            )}
            <Cell>
              <ContactLink contact={contact} />
            </Cell>
            <Cell className="min-w-56">
              <Addresses contact={contact} />
            </Cell>
            {users.length > 0 && (
              <Cell>
                <bdi className="block max-w-40 truncate">{ownerOf(contact.owner_id)}</bdi>
              </Cell>
            )}
            <Cell isFigure>
              <Time at={contact.created_at} />
            </Cell>
            {act && (
              <Cell className="text-end">
                <IconButton label={`${w.remove}: ${nameOf(contact, common.noName)}`} onClick={() => act(contact)}>
                  <X aria-hidden className="size-4" />
                </IconButton>
              </Cell>
            )}
          </Row>
        )}
      </VirtualRows>
    </Table>
  )
}
