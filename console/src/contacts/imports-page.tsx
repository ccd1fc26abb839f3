import { FileUp } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { Page, Panel } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { useImports, useNames } from './data.ts'
import { ImportStatus } from './import-status.tsx'
import { importWords } from './import-words.ts'
import { importStatuses } from './known.ts'
import { importsRoute } from './routes.tsx'
import { words } from './words.ts'

export function ImportsPage() {
  const w = useWords(words)
  const i = useWords(importWords)
  const may = useMay()
  const go = useGo()
  const { nameOf } = useNames()
  const filter = importsRoute.useSearch()
  const list = useImports(filter)
  const make = may('contacts.manage') && may('messages.send') && (
    <PageLink page="contacts/imports/new" className={buttonLook('primary')}>
      <FileUp aria-hidden className="size-4" />
      {i.newImport}
    </PageLink>
  )
  return (
    <Page title={w.imports} tabs={<ContactTabs />} actions={make}>
      <Allowed anyOf={['contacts.view']}>
        <FilterSelect
          label={i.status}
          all={`${i.status}: ${w.any}`}
          value={filter.status}
          options={importStatuses.map((status) => [status, w.statuses[status]])}
          onChoose={(status) => go('contacts/imports', { search: status === '' ? {} : { status }, replace: true })}
        />
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<FileUp />} title={filter.status ? i.noMatch : i.none} action={!filter.status && make}>
                {!filter.status && i.noneDetail}
              </Empty>
            }
          >
            {(rows) => (
              <Table
                label={w.imports}
                head={
                  <>
                    <Head>{i.file}</Head>
                    <Head>{i.status}</Head>
                    <Head isFigure>{i.rows}</Head>
                    <Head isFigure>{i.created}</Head>
                    <Head isFigure>{i.failed}</Head>
                    <Head>{i.by}</Head>
                    <Head isFigure>{i.begun}</Head>
                  </>
                }
              >
                {rows.map((one) => (
                  <Row key={one.id}>
                    <Cell>
                      <PageLink
                        page={`contacts/imports/${one.id}`}
                        className="touch inline-flex max-w-72 items-center font-medium hover:underline"
                      >
                        <bdi className="truncate">{one.filename}</bdi>
                      </PageLink>
                    </Cell>
                    <Cell>
                      <ImportStatus one={one} />
                    </Cell>
                    <Cell isFigure className="figures">
                      {grouped(one.rows)}
                    </Cell>
                    <Cell isFigure className="figures">
                      {grouped(one.created)}
                    </Cell>
                    <Cell isFigure className="figures">
                      {grouped(one.failed)}
                    </Cell>
                    <Cell>
                      <bdi className="block max-w-40 truncate">{nameOf(one.user_id)}</bdi>
                    </Cell>
                    <Cell isFigure>
                      <Time at={one.created_at} />
                    </Cell>
                  </Row>
                ))}
              </Table>
            )}
          </Listed>
        </Panel>
      </Allowed>
    </Page>
  )
}
