import type { ServiceUser } from '@samvad/sdk'
import { Bot, Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useRoleName, useRoles } from '../app/people.tsx'
import { useMay } from '../app/session.ts'
import { Button, buttonLook, IconButton } from '../design/button.tsx'
import { Menu, MenuItem } from '../design/menu.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { useServiceUsers } from './data.ts'
import { DevelopersPage } from './developers-page.tsx'
import { RemoveServiceUser, ServiceUserDialog } from './service-user-dialogs.tsx'
import { words } from './service-users-words.ts'
import { words as developerWords } from './words.ts'

type Open = { what: 'new' } | { what: 'edit' | 'remove'; user: ServiceUser }

export function ServiceUsersPage() {
  const w = useWords(words)
  const may = useMay()
  const list = useServiceUsers()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const create = may('users.manage') && (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setOpen({ what: 'new' })}>
      {w.create}
    </Button>
  )
  return (
    <DevelopersPage actions={(list.rows?.length ?? 0) > 0 && create}>
      <Allowed anyOf={['users.view']}>
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<Bot />} title={w.none} action={create}>
                {w.noneDetail}
              </Empty>
            }
          >
            {(rows) => <ServiceUsers rows={rows} onOpen={setOpen} />}
          </Listed>
        </Panel>
        {open?.what === 'new' && <ServiceUserDialog user={null} onClose={close} />}
        {open?.what === 'edit' && <ServiceUserDialog user={open.user} onClose={close} />}
        {open?.what === 'remove' && <RemoveServiceUser user={open.user} onClose={close} />}
      </Allowed>
    </DevelopersPage>
  )
}

function ServiceUsers({ rows, onOpen }: { rows: ServiceUser[]; onOpen: (open: Open) => void }) {
  const w = useWords(words)
  const { name, role, created, more, serviceUsers } = useWords(developerWords)
  const may = useMay()
  const nameOfRole = useRoleName()
  const { roles } = useRoles()
  const mayChange = (one: ServiceUser) =>
    may('users.manage') && (roles?.find(({ id }) => id === one.role)?.permissions ?? []).every(may)
  return (
    <Table
      label={serviceUsers}
      head={
        <>
          <Head>{name}</Head>
          <Head>{role}</Head>
          <Head>{created}</Head>
          <ActionsHead />
        </>
      }
    >
      {rows.map((user) => (
        <Row key={user.id}>
          <Cell className="max-w-80 min-w-40 truncate font-medium" title={user.name}>
            {user.name}
          </Cell>
          <Cell className="whitespace-nowrap">{nameOfRole(user.role)}</Cell>
          <Cell>
            <Time at={user.created_at} />
          </Cell>
          <Cell>
            <span className="flex justify-end gap-1">
              {may('tokens.manage') && may('users.manage') && (
                <PageLink page="developers/tokens" search={{ user_id: user.id }} className={buttonLook('quiet')}>
                  {w.tokens}
                </PageLink>
              )}
              {mayChange(user) && (
                <Menu
                  trigger={
                    <IconButton label={more(user.name)}>
                      <Ellipsis aria-hidden className="size-4" />
                    </IconButton>
                  }
                >
                  <MenuItem onSelect={() => onOpen({ what: 'edit', user })}>{w.edit}</MenuItem>
                  <MenuItem isDanger onSelect={() => onOpen({ what: 'remove', user })}>
                    {w.remove}
                  </MenuItem>
                </Menu>
              )}
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
