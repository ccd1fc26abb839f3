import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Page, Panel } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { useChanged, useGroups } from './data.ts'
import { NameDialog } from './name-dialog.tsx'
import { groupsRoute } from './routes.tsx'
import { words } from './words.ts'

export function GroupsPage() {
  const w = useWords(words)
  const may = useMay()
  const go = useGo()
  const changed = useChanged()
  const { archived = false } = groupsRoute.useSearch()
  const list = useGroups({ archived })
  const [isMaking, setMaking] = useState(false)
  const make = may('groups.manage') && (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setMaking(true)}>
      {w.newGroup}
    </Button>
  )
  return (
    <Page
      title={w.groups}
      tabs={<ContactTabs />}
      actions={
        <>
          {may('groups.view') && (
            <Button look="quiet" onPress={() => go('contacts/groups', { search: archived ? {} : { archived: true } })}>
              {archived ? w.showActive : w.showArchived}
            </Button>
          )}
          {make}
        </>
      }
    >
      <Allowed anyOf={['groups.view']}>
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<Users />} title={archived ? w.noArchived : w.noGroups} action={!archived && make}>
                {!archived && w.groupHint}
              </Empty>
            }
          >
            {(rows) => (
              <Table
                label={w.groups}
                head={
                  <>
                    <Head>{w.name}</Head>
                    <Head isFigure>{w.members}</Head>
                    <Head isFigure>{w.created}</Head>
                  </>
                }
              >
                {rows.map(({ id, name, description, contacts, created_at }) => (
                  <Row key={id}>
                    <Cell className="min-w-44">
                      <PageLink
                        page={`contacts/groups/${id}`}
                        className="touch inline-flex max-w-44 sm:max-w-80 items-center font-medium hover:underline"
                      >
                        <bdi className="truncate">{name}</bdi>
                      </PageLink>
                      {description && (
                        <p className="line-clamp-1 max-w-44 sm:max-w-80 text-small text-soft">{description}</p>
                      )}
                    </Cell>
                    <Cell isFigure className="figures">
                      {grouped(contacts.length)}
                    </Cell>
                    <Cell isFigure>
                      <Time at={created_at} />
                    </Cell>
                  </Row>
                ))}
              </Table>
            )}
          </Listed>
        </Panel>
        {isMaking && (
          <NameDialog
            title={w.newGroup}
            hint={w.groupHint}
            onClose={() => setMaking(false)}
            onSave={async (fields) => {
              const { id } = await api.groups.create(fields)
              void changed('groups')
              go(`contacts/groups/${id}`)
            }}
          />
        )}
      </Allowed>
    </Page>
  )
}
