import type { ListedForm } from '@samvad/sdk'
import { ClipboardList, Plus } from 'lucide-react'
import { FormStatus } from '../app/form-status.tsx'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Page, Panel } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { useForms } from './data.ts'
import { FormFilters } from './form-filters.tsx'
import { FormsTabs } from './forms-tabs.tsx'
import { formsRoute } from './routes.tsx'
import { StarterGrid } from './starter-grid.tsx'
import { words } from './words.ts'

export function FormsPage() {
  const w = useWords(words)
  const may = useMay()
  const go = useGo()
  const filter = formsRoute.useSearch()
  const list = useForms(filter)
  const mayManage = may('forms.manage')
  useShortcuts(mayManage ? [{ keys: 'c', label: w.create, run: () => go('forms/new') }] : [])
  const create = mayManage && (
    <PageLink page="forms/new" className={buttonLook('primary')}>
      <Plus aria-hidden className="size-4" />
      {w.create}
    </PageLink>
  )
  const isFiltered = filter.status !== undefined || filter.name !== undefined
  const isEmpty = !isFiltered && list.rows?.length === 0
  return (
    <Page title={w.forms} actions={!isEmpty && create} tabs={<FormsTabs />}>
      <Allowed anyOf={['forms.view']}>
        {!isEmpty && <FormFilters filter={filter} />}
        {isEmpty ? (
          <Begin mayManage={mayManage} />
        ) : (
          <Panel>
            <Listed
              list={list}
              empty={
                <Empty
                  icon={<ClipboardList />}
                  title={w.noMatch}
                  action={<Button onPress={() => go('forms')}>{w.clear}</Button>}
                >
                  {w.noMatchDetail}
                </Empty>
              }
            >
              {(rows) => <FormTable rows={rows} />}
            </Listed>
          </Panel>
        )}
      </Allowed>
    </Page>
  )
}

/** Explains forms, and offers starter forms. */
function Begin({ mayManage }: { mayManage: boolean }) {
  const w = useWords(words)
  if (!mayManage)
    return (
      <Empty icon={<ClipboardList />} title={w.none}>
        {w.noneDetail}
      </Empty>
    )
  return (
    <>
      <div className="mb-6">
        <h2 className="text-lead font-semibold">{w.none}</h2>
        <p className="mt-1 max-w-prose text-soft">{w.noneDetail}</p>
      </div>
      <h3 className="mb-3 font-medium">{w.beginWith}</h3>
      <StarterGrid />
    </>
  )
}

function FormTable({ rows }: { rows: readonly ListedForm[] }) {
  const w = useWords(words)
  const maySee = useMay()('submissions.view')
  return (
    <Table
      label={w.forms}
      head={
        <>
          <Head>{w.name}</Head>
          <Head>{w.status}</Head>
          <Head isFigure>{w.views}</Head>
          <Head isFigure>{w.submissions}</Head>
          <Head isFigure>{w.created}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell className="min-w-44">
            <PageLink
              page={`forms/${row.id}`}
              className="touch inline-flex max-w-44 items-center font-medium hover:underline sm:max-w-96"
            >
              <bdi className="truncate">{row.name}</bdi>
            </PageLink>
          </Cell>
          <Cell>
            <FormStatus form={row} />
          </Cell>
          <Cell isFigure className={row.view_count === 0 ? 'text-soft' : undefined}>
            {grouped(row.view_count)}
          </Cell>
          <Cell isFigure>
            {maySee && row.submission_count > 0 ? (
              <PageLink
                page={`forms/${row.id}/submissions`}
                aria-label={w.submissionsOf(row.submission_count, row.name)}
                className="touch inline-flex items-center justify-end hover:underline"
              >
                {grouped(row.submission_count)}
              </PageLink>
            ) : (
              <span className={row.submission_count === 0 ? 'text-soft' : undefined}>
                {grouped(row.submission_count)}
              </span>
            )}
          </Cell>
          <Cell isFigure>
            <Time at={row.created_at} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
