import { ListChecks, Plus } from 'lucide-react'
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
import { useChanged, useLists } from './data.ts'
import { NameDialog } from './name-dialog.tsx'
import { PlaceTable } from './place-table.tsx'
import { placeWords } from './place-words.ts'
import { words } from './words.ts'

export function ListsPage() {
  const w = useWords(placeWords)
  const common = useWords(words)
  const may = useMay()
  const go = useGo()
  const changed = useChanged()
  const list = useLists()
  const [isMaking, setMaking] = useState(false)
  const make = may('contacts.manage') && (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setMaking(true)}>
      {w.createList}
    </Button>
  )
  return (
    <Page title={common.lists} tabs={<ContactTabs />} actions={make}>
      <Allowed anyOf={['contacts.view']}>
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<ListChecks />} title={w.noLists} action={make}>
                {w.listHint}
              </Empty>
            }
          >
            {(rows) => (
              <PlaceTable
                label={common.lists}
                page="contacts/lists"
                rows={rows}
                countOf={({ contact_count }) => contact_count}
              />
            )}
          </Listed>
        </Panel>
        {isMaking && (
          <NameDialog
            title={w.newList}
            hint={w.listHint}
            action={w.createList}
            onClose={() => setMaking(false)}
            onSave={async (fields) => {
              const { id } = await api.lists.create(fields)
              void changed('lists')
              go(`contacts/lists/${id}`)
            }}
          />
        )}
      </Allowed>
    </Page>
  )
}
