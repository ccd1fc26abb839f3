import type { User } from '@samvad/sdk'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useRoleName, useRoles } from '../app/people.tsx'
import { useMay, useSession } from '../app/session.ts'
import { Avatar } from '../design/avatar.tsx'
import { IconButton } from '../design/button.tsx'
import { Menu, MenuItem } from '../design/menu.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { useMembers } from './data.ts'
import { RemoveDialog, RoleDialog } from './member-dialogs.tsx'
import { words } from './team-words.ts'

export function TeamMembers() {
  const w = useWords(words)
  const list = useMembers()
  const [open, setOpen] = useState<{ what: 'role' | 'remove'; user: User } | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Panel>
        <Listed list={list} empty={<Empty title={w.members} />}>
          {(rows) => (
            <Table
              label={w.members}
              head={
                <>
                  <Head>{w.member}</Head>
                  <Head>{w.role}</Head>
                  <Head>{w.since}</Head>
                  <ActionsHead />
                </>
              }
            >
              {rows.map((user) => (
                <Member
                  key={user.id}
                  user={user}
                  onRole={() => setOpen({ what: 'role', user })}
                  onRemove={() => setOpen({ what: 'remove', user })}
                />
              ))}
            </Table>
          )}
        </Listed>
      </Panel>
      {open?.what === 'role' && <RoleDialog user={open.user} onClose={close} />}
      {open?.what === 'remove' && <RemoveDialog user={open.user} onClose={close} />}
    </>
  )
}

function Member({ user, onRole, onRemove }: { user: User; onRole: () => void; onRemove: () => void }) {
  const w = useWords(words)
  const may = useMay()
  const { user: self } = useSession()
  const { roles } = useRoles()
  const nameOfRole = useRoleName()
  // A user may not change a member who has permissions that the user lacks.
  const held = roles?.find(({ id }) => id === user.role)?.permissions ?? []
  const mayChange = may('users.manage') && held.every(may)
  return (
    <Row>
      <Cell className="max-w-52 min-w-44 sm:max-w-96">
        <span className="flex items-center gap-2.5">
          <Avatar name={user.display_name} />
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <span className="truncate font-medium" title={user.display_name}>
                {user.display_name}
              </span>
              {user.id === self.id && <Status>{w.you}</Status>}
            </span>
            <span className="block truncate text-small text-soft">{user.email}</span>
          </span>
        </span>
      </Cell>
      <Cell className="whitespace-nowrap">{nameOfRole(user.role)}</Cell>
      <Cell>
        <Time at={user.created_at} />
      </Cell>
      <Cell className="w-10 text-end">
        {mayChange && (
          <Menu
            trigger={
              <IconButton label={w.actionsFor(user.display_name)}>
                <Ellipsis aria-hidden className="size-4" />
              </IconButton>
            }
          >
            <MenuItem onSelect={onRole}>{w.changeRole}</MenuItem>
            <MenuItem isDanger onSelect={onRemove}>
              {w.remove}
            </MenuItem>
          </Menu>
        )}
      </Cell>
    </Row>
  )
}
