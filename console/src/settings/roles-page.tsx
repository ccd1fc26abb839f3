import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { type RoleChoice, usePeople, useRoles } from '../app/people.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { words } from './roles-words.ts'
import { SettingsPage } from './settings-page.tsx'

export function RolesPage() {
  const w = useWords(words)
  const may = useMay()
  const act = useAct()
  const { roles, permissions, error } = useRoles()
  const [open, setOpen] = useState<RoleChoice | 'new' | null>(null)
  const [deleting, setDeleting] = useState<RoleChoice | null>(null)
  const mayManage = may('roles.manage')
  const create = (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setOpen('new')}>
      {w.create}
    </Button>
  )
  const own = roles?.filter(({ isBuiltIn }) => !isBuiltIn) ?? []
  return (
    <SettingsPage actions={mayManage && own.length > 0 && create}>
      <Allowed anyOf={['users.view']}>
        {roles === undefined ? (
          error ? (
            <Failed error={error} />
          ) : (
            <Skeleton />
          )
        ) : (
          <>
            <Section title={w.own} description={w.ownDetail}>
              <Panel>
                {own.length === 0 ? (
                  <Empty icon={<UsersRound />} title={w.none} action={mayManage && create}>
                    {w.noneDetail}
                  </Empty>
                ) : (
                  <Roles roles={own} onOpen={setOpen} onDelete={setDeleting} />
                )}
              </Panel>
            </Section>
            <Section title={w.builtIn} description={w.builtInDetail}>
              <Panel>
                <Roles roles={roles.filter(({ isBuiltIn }) => isBuiltIn)} onOpen={setOpen} onDelete={setDeleting} />
              </Panel>
            </Section>
          </>
        )}
      </Allowed>
      {open !== null && (
        <RoleDialog role={open === 'new' ? null : open} permissions={permissions} onClose={() => setOpen(null)} />
      )}
      <Confirm
        isOpen={deleting !== null}
        onClose={() => setDeleting(null)}
        title={w.deleteTitle(deleting?.name ?? '')}
        action={w.delete}
        isDanger
        onConfirm={async () => {
          if (await act(() => api.roles.delete(deleting?.id ?? ''), ['roles'])) tell(w.deleted)
        }}
      >
        {w.deleteDetail}
      </Confirm>
    </SettingsPage>
  )
}

interface RolesProps {
  roles: RoleChoice[]
  onOpen: (role: RoleChoice) => void
  onDelete: (role: RoleChoice) => void
}

function Roles({ roles, onOpen, onDelete }: RolesProps) {
  const w = useWords(words)
  const may = useMay()
  const people = usePeople()
  return (
    <ul className="divide-y divide-line">
      {roles.map((role) => {
        const mayChange = !role.isBuiltIn && may('roles.manage') && role.permissions.every(may)
        return (
          <li key={role.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <div className="min-w-40 grow basis-0">
              <p className="font-medium wrap-anywhere">{role.name}</p>
              <p className="text-small text-soft">
                {w.permissions(role.permissions.length)} ·{' '}
                {w.members(people.filter((one) => one.role === role.id).length)}
              </p>
            </div>
            <span className="-me-3 flex">
              <Button
                look="quiet"
                onPress={() => onOpen(role)}
                aria-label={`${mayChange ? w.change : w.show}: ${role.name}`}
              >
                {mayChange ? w.change : w.show}
              </Button>
              {mayChange && (
                <Button look="quiet" onPress={() => onDelete(role)} aria-label={`${w.delete}: ${role.name}`}>
                  {w.delete}
                </Button>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
