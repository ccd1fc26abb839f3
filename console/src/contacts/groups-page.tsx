import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { useChanged, useGroups } from './data.ts'
import { NameDialog } from './name-dialog.tsx'
import { PlaceTable } from './place-table.tsx'
import { placeWords } from './place-words.ts'
import { groupsRoute } from './routes.tsx'
import { words } from './words.ts'

export function GroupsPage() {
  const w = useWords(placeWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const changed = useChanged()
  const { archived = false } = groupsRoute.useSearch()
  const list = useGroups({ archived })
  const [isMaking, setMaking] = useState(false)
  const make = may('groups.manage') && (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setMaking(true)}>
      {w.createGroup}
    </Button>
  )
  return (
    <Page
      title={common.groups}
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
              <PlaceTable
                label={common.groups}
                page="contacts/groups"
                rows={rows}
                countOf={({ contacts }) => contacts.length}
              />
            )}
          </Listed>
        </Panel>
        {isMaking && (
          <NameDialog
            title={w.newGroup}
            hint={w.groupHint}
            action={w.createGroup}
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
