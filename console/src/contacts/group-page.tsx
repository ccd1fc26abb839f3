import type { Group } from '@samvad/sdk'
import { Archive, ArchiveRestore, MessageSquare } from 'lucide-react'
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
import { MenuItem } from '../design/menu.tsx'
import { Page } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { useChanged, useGroup, useGroupMembers } from './data.ts'
import { Members } from './members.tsx'
import { MoreMenu } from './more-menu.tsx'
import { NameDialog } from './name-dialog.tsx'
import { placeWords } from './place-words.ts'
import { groupRoute } from './routes.tsx'
import { words } from './words.ts'

export function GroupPage() {
  const w = useWords(placeWords)
  const common = useWords(words)
  const may = useMay()
  const { groupId } = groupRoute.useParams()
  const { data: group, error, refetch } = useGroup(groupId)
  const members = useGroupMembers(groupId)
  if (!group || isNotFound(error))
    return (
      <Page title={common.groups} tabs={<ContactTabs />}>
        <Allowed anyOf={['groups.view']}>
          {isNotFound(error) ? <NotHere /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
        </Allowed>
      </Page>
    )
  return (
    <Page
      title={
        <>
          <bdi className="break-words">{group.name}</bdi>{' '}
          <span className="figures font-normal text-soft">{grouped(group.contacts.length)}</span>{' '}
          {group.archived_at !== null && <Status>{w.archived}</Status>}
        </>
      }
      tabs={<ContactTabs />}
      actions={<GroupActs group={group} />}
    >
      <Allowed anyOf={['contacts.view']}>
        <Members
          list={members}
          name={group.name}
          description={group.description}
          mayChange={may('groups.manage')}
          onAdd={(id) => api.groups.contacts.add(groupId, { contacts: [id] })}
          onRemove={(id) => api.groups.contacts.remove(groupId, id)}
        />
      </Allowed>
    </Page>
  )
}

function GroupActs({ group }: { group: Group }) {
  const w = useWords(placeWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const attempt = useAttempt()
  const changed = useChanged()
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const { id, name, description, archived_at, conversation_id } = group
  const update = async (fields: object) => {
    await api.groups.update(id, fields)
    await changed('group', 'groups')
  }
  const archive = () =>
    attempt(() => update({ archived_at: archived_at === null ? Math.floor(Date.now() / 1000) : null }), common.saved)
  const remove = async () => {
    await attempt(() => api.groups.delete(id), common.deleted)
    void changed('groups')
    go('contacts/groups', { replace: true })
  }
  return (
    <>
      {may('groups.manage') && (
        <>
          <Button onPress={() => setOpen('rename')}>{w.rename}</Button>
          <MoreMenu onDelete={() => setOpen('delete')}>
            <MenuItem
              icon={
                archived_at === null ? (
                  <Archive aria-hidden className="size-4" />
                ) : (
                  <ArchiveRestore aria-hidden className="size-4" />
                )
              }
              onSelect={archive}
            >
              {archived_at === null ? w.archive : w.unarchive}
            </MenuItem>
          </MoreMenu>
        </>
      )}
      {conversation_id !== null && may('conversations.view') && (
        <PageLink page={`inbox/${conversation_id}`} className={buttonLook('primary')}>
          <MessageSquare aria-hidden className="size-4" />
          {common.writeTo}
        </PageLink>
      )}
      {open === 'rename' && (
        <NameDialog
          title={w.renameTitle}
          hint={w.groupHint}
          action={common.save}
          name={name}
          description={description}
          onClose={() => setOpen(null)}
          onSave={async (fields) => {
            await update(fields)
            setOpen(null)
          }}
        />
      )}
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
        title={w.deleteGroup(name)}
        action={common.delete}
        isDanger
        onConfirm={remove}
      >
        {w.deleteGroupDetail}
      </Confirm>
    </>
  )
}
