import { Megaphone, Upload } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Allowed, NotHere } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { isNotFound } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Page } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { useChanged, useContactList, useListMembers } from './data.ts'
import { Members } from './members.tsx'
import { MoreMenu } from './more-menu.tsx'
import { NameDialog } from './name-dialog.tsx'
import { placeWords } from './place-words.ts'
import { listRoute } from './routes.tsx'
import { words } from './words.ts'

export function ListPage() {
  const w = useWords(placeWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const attempt = useAttempt()
  const changed = useChanged()
  const { listId } = listRoute.useParams()
  const { data: list, error, refetch } = useContactList(listId)
  const members = useListMembers(listId)
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const mayChange = may('contacts.manage')
  const remove = async () => {
    await attempt(() => api.lists.delete(listId), common.deleted)
    void changed('lists')
    go('contacts/lists', { replace: true })
  }
  if (!list || isNotFound(error))
    return (
      <Page title={common.lists} tabs={<ContactTabs />}>
        <Allowed anyOf={['contacts.view']}>
          {isNotFound(error) ? <NotHere /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
        </Allowed>
      </Page>
    )
  return (
    <Page
      title={
        <>
          <bdi className="break-words">{list.name}</bdi>{' '}
          <span className="figures font-normal text-soft">{grouped(list.contact_count)}</span>
        </>
      }
      tabs={<ContactTabs />}
      actions={
        mayChange && (
          <>
            <Button onPress={() => setOpen('rename')}>{w.rename}</Button>
            <MoreMenu onDelete={() => setOpen('delete')} />
          </>
        )
      }
    >
      <Members
        list={members}
        name={list.name}
        description={list.description}
        mayChange={mayChange}
        onAdd={(id) => api.lists.members.add(listId, { contact_ids: [id] })}
        onRemove={(id) => api.lists.members.remove(listId, { contact_ids: [id] })}
        others={
          <>
            {may('messages.send') && (
              <PageLink page="contacts/imports/new" search={{ list: listId }} className={buttonLook()}>
                <Upload aria-hidden className="size-4" />
                {common.importFile}
              </PageLink>
            )}
            {may('campaigns.manage') && (
              <PageLink page="campaigns/new" search={{ list: listId }} className={buttonLook()}>
                <Megaphone aria-hidden className="size-4" />
                {w.createCampaign}
              </PageLink>
            )}
          </>
        }
      />
      {open === 'rename' && (
        <NameDialog
          title={w.renameTitle}
          hint={w.listHint}
          action={common.save}
          name={list.name}
          description={list.description}
          onClose={() => setOpen(null)}
          onSave={async (fields) => {
            await api.lists.update(listId, fields)
            void changed('list', 'lists')
            setOpen(null)
          }}
        />
      )}
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
        title={w.deleteList(list.name)}
        action={common.delete}
        isDanger
        onConfirm={remove}
      >
        {w.deleteListDetail}
      </Confirm>
    </Page>
  )
}
