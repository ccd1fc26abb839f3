import { LayoutTemplate, Plus } from 'lucide-react'
import { useLanguage, useWords } from '../app/language.tsx'
import { languageName } from '../app/language-name.ts'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { buttonLook } from '../design/button.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { useTemplates } from './data.ts'
import { templatesRoute } from './routes.tsx'
import { TemplateFilters } from './template-filters.tsx'
import { TemplateStatus } from './template-status.tsx'
import { words } from './words.ts'

export function TemplatesPage() {
  const w = useWords(words)
  const { language } = useLanguage()
  const may = useMay()
  const go = useGo()
  const filter = templatesRoute.useSearch()
  const all = useTemplates(filter)
  const rows = all.rows?.filter(({ category }) => !filter.category || category === filter.category)
  // The next page may contain rows of the category.
  const list = { ...all, rows: rows?.length === 0 && all.hasMore ? undefined : rows }
  const mayManage = may('templates.manage')
  useShortcuts(mayManage ? [{ keys: 'c', label: w.add, run: () => go('templates/new') }] : [])
  const add = mayManage && (
    <PageLink page="templates/new" className={buttonLook('primary')}>
      <Plus aria-hidden className="size-4" />
      {w.add}
    </PageLink>
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Page title={w.templates} actions={add}>
      <Allowed anyOf={['templates.view']}>
        <TemplateFilters filter={filter} />
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<LayoutTemplate />} title={isFiltered ? w.noMatch : w.none} action={!isFiltered && add}>
                {isFiltered ? w.noMatchDetail : w.noneDetail}
              </Empty>
            }
          >
            {(shown) => (
              <Table
                label={w.templates}
                head={
                  <>
                    <Head>{w.name}</Head>
                    <Head>{w.status}</Head>
                    <Head>{w.category}</Head>
                    <Head>{w.language}</Head>
                    <Head isFigure>{w.version}</Head>
                    <Head isFigure>{w.changed}</Head>
                  </>
                }
              >
                {shown.map((row) => (
                  <Row key={row.id}>
                    <Cell>
                      <span className="flex items-center gap-2">
                        <Channel channel={row.channel} />
                        <PageLink
                          page={`templates/${row.id}`}
                          className="touch inline-flex max-w-44 sm:max-w-80 items-center font-medium hover:underline"
                        >
                          <bdi className="truncate">{row.name}</bdi>
                        </PageLink>
                      </span>
                    </Cell>
                    <Cell>
                      <TemplateStatus status={row.status} />
                    </Cell>
                    <Cell>{w.categories[row.category as keyof typeof w.categories] ?? row.category}</Cell>
                    <Cell>{languageName(row.language, language)}</Cell>
                    <Cell isFigure className="figures">
                      {row.version}
                    </Cell>
                    <Cell isFigure>
                      <Time at={row.updated_at ?? row.created_at} />
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
