import type { Contact } from '@samvad/sdk'
import { Merge, MessageSquare, Pencil, UserX } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { isNotFound } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { MenuItem } from '../design/menu.tsx'
import { Page } from '../design/page.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { ContactConsent } from './contact-consent.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactPlaces } from './contact-places.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { contactWords } from './contact-words.ts'
import { useChanged, useContact } from './data.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { MoreMenu } from './more-menu.tsx'
import { nameOf } from './named.tsx'
import { contactRoute } from './routes.tsx'
import { words } from './words.ts'

export function ContactPage() {
  const w = useWords(contactWords)
  const common = useWords(words)
  const { contactId } = contactRoute.useParams()
  const { data: contact, error, refetch } = useContact(contactId)
  return (
    <Page
      title={contact ? <bdi className="break-words">{nameOf(contact, common.noName)}</bdi> : common.contacts}
      tabs={<ContactTabs />}
      actions={contact && <ContactActs contact={contact} />}
    >
      <Allowed anyOf={['contacts.view']}>
        {contact && !isNotFound(error) ? (
          <div>
            <ContactDetails contact={contact} />
            <ContactConsent contact={contact} />
            <ContactPlaces contact={contact} />
          </div>
        ) : isNotFound(error) ? (
          <Empty
            icon={<UserX />}
            title={w.gone}
            action={
              <PageLink page="contacts" className={buttonLook()}>
                {common.toContacts}
              </PageLink>
            }
          >
            {w.goneDetail}
          </Empty>
        ) : error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton />
        )}
      </Allowed>
    </Page>
  )
}

function ContactActs({ contact }: { contact: Contact }) {
  const w = useWords(contactWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const attempt = useAttempt()
  const changed = useChanged()
  const [open, setOpen] = useState<'edit' | 'merge' | 'delete' | null>(null)
  const mayManage = may('contacts.manage')
  useShortcuts(mayManage ? [{ keys: 'e', label: w.edit, run: () => setOpen('edit') }] : [])
  const write = async () => {
    const { id } = await attempt(() => api.conversations.create({ contact_id: contact.id }))
    go(`inbox/${id}`)
  }
  const remove = async () => {
    await attempt(() => api.contacts.delete(contact.id), common.deleted)
    void changed('contacts')
    go('contacts', { replace: true })
  }
  return (
    <>
      {mayManage && (
        <>
          <Button icon={<Pencil aria-hidden className="size-4" />} onPress={() => setOpen('edit')}>
            {w.edit}
          </Button>
          <MoreMenu onDelete={() => setOpen('delete')}>
            <MenuItem icon={<Merge aria-hidden className="size-4" />} onSelect={() => setOpen('merge')}>
              {w.merge}
            </MenuItem>
          </MoreMenu>
        </>
      )}
      {contact.conversation_id !== null && may('conversations.view') ? (
        <PageLink page={`inbox/${contact.conversation_id}`} className={buttonLook('primary')}>
          <MessageSquare aria-hidden className="size-4" />
          {common.writeTo}
        </PageLink>
      ) : (
        may('conversations.manage') && (
          <Button look="primary" icon={<MessageSquare aria-hidden className="size-4" />} onPress={write}>
            {w.startConversation}
          </Button>
        )
      )}
      {open === 'edit' && <ContactForm contact={contact} onClose={() => setOpen(null)} onDone={() => setOpen(null)} />}
      {open === 'merge' && <MergeDialog contact={contact} onClose={() => setOpen(null)} />}
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
        title={common.deleteOne(nameOf(contact, common.noName))}
        action={common.delete}
        isDanger
        onConfirm={remove}
      >
        {common.deleteConsequences}
      </Confirm>
    </>
  )
}
