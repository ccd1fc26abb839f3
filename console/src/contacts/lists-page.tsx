import { ListChecks, Plus } from 'lucide-react'
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
import { useChanged, useLists } from './data.ts'
import { NameDialog } from './name-dialog.tsx'
import { words } from './words.ts'

export function ListsPage() {
  const w = useWords(words)
  const may = useMay()
  const go = useGo()
  const changed = useChanged()
  const list = useLists()
  const [isMaking, setMaking] = useState(false)
  const make = may('contacts.manage') && (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setMaking(true)}>
      {w.newList}
    </Button>
  )
  return (
    <Page title={w.lists} tabs={<ContactTabs />} actions={make}>
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
              <Table
                label={w.lists}
                head={
                  <>
                    <Head>{w.name}</Head>
                    <Head isFigure>{w.members}</Head>
                    <Head isFigure>{w.created}</Head>
                  </>
                }
              >
                {rows.map(({ id, name, description, contact_count, created_at }) => (
                  <Row key={id}>
                    <Cell className="min-w-44">
                      <PageLink
                        page={`contacts/lists/${id}`}
                        className="touch inline-flex max-w-44 sm:max-w-80 items-center font-medium hover:underline"
                      >
                        <bdi className="truncate">{name}</bdi>
                      </PageLink>
                      {description && (
                        <p className="line-clamp-1 max-w-44 sm:max-w-80 text-small text-soft">{description}</p>
                      )}
                    </Cell>
                    <Cell isFigure className="figures">
                      {grouped(contact_count)}
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
            title={w.newList}
            hint={w.listHint}
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
