import { Contact as ContactSign, Plus, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useSelection } from '../app/selection.ts'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { ContactsBar } from './bulk-bar.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { ContactsTable } from './contacts-table.tsx'
import { useContacts } from './data.ts'
import { ExportDialog } from './export-dialog.tsx'
import { listWords } from './list-words.ts'
import { contactsRoute } from './routes.tsx'
import { words } from './words.ts'

export function ContactsPage() {
  const w = useWords(listWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const filter = contactsRoute.useSearch()
  const [open, setOpen] = useState<'add' | 'export' | null>(null)
  const mayManage = may('contacts.manage')
  useShortcuts(mayManage ? [{ keys: 'c', label: common.add, run: () => setOpen('add') }] : [])
  const add = (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setOpen('add')}>
      {common.add}
    </Button>
  )
  return (
    <Page
      title={common.contacts}
      tabs={may('contacts.view') && <ContactTabs />}
      actions={
        <>
          {may('contacts.view') && <Button onPress={() => setOpen('export')}>{w.exportThese}</Button>}
          {mayManage && may('messages.send') && (
            <PageLink page="contacts/imports/new" className={buttonLook()}>
              <Upload aria-hidden className="size-4" />
              {common.importFile}
            </PageLink>
          )}
          {mayManage && add}
        </>
      }
    >
      <Allowed anyOf={['contacts.view']}>
        <ContactFilters filter={filter} />
        <Contacts add={mayManage ? add : null} />
        {open === 'add' && (
          <ContactForm
            typed={filter.find}
            onClose={() => setOpen(null)}
            onDone={({ id }) => {
              setOpen(null)
              go(`contacts/${id}`)
            }}
          />
        )}
        {open === 'export' && <ExportDialog filter={filter} onClose={() => setOpen(null)} />}
      </Allowed>
    </Page>
  )
}

function Contacts({ add }: { add: ReactNode }) {
  const w = useWords(listWords)
  const common = useWords(words)
  const may = useMay()
  const filter = contactsRoute.useSearch()
  const list = useContacts(filter)
  const rows = list.rows ?? []
  const selection = useSelection(rows.map(({ id }) => id))
  const isFiltered = Object.keys(filter).length > 0
  const maySelect = may('contacts.manage') || may('groups.manage')
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  return (
    <>
      {maySelect && <ContactsBar contacts={chosen} onClear={selection.clear} />}
      <Panel>
        <Listed
          list={list}
          empty={
            isFiltered ? (
              <Empty icon={<ContactSign />} title={w.noMatch}>
                {common.noMatchDetail}
              </Empty>
            ) : (
              <Empty icon={<ContactSign />} title={w.none} action={add}>
                {w.noneDetail}
              </Empty>
            )
          }
        >
          {(shown) => <ContactsTable rows={shown} selection={maySelect ? selection : null} />}
        </Listed>
      </Panel>
    </>
  )
}
