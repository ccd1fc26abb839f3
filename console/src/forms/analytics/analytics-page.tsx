import { Download } from 'lucide-react'
import { useAttempt } from '../../app/act.ts'
import { indianDay, shownDay, shownMonth } from '../../app/india.ts'
import { useLanguage, useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { Button } from '../../design/button.tsx'
import { ChartOrTable } from '../../design/chart-or-table.tsx'
import { saveResponse } from '../../design/download.ts'
import { Panel, Section } from '../../design/page.tsx'
import { RangeFilter } from '../../design/range.tsx'
import { grouped } from '../../design/rupees.ts'
import { Failed, Skeleton } from '../../design/states.tsx'
import { Cell, Head, Row, Table } from '../../design/table.tsx'
import { analyticsFile, type FormDraft, useAnalytics } from '../data.ts'
import { FormFrame } from '../form-frame.tsx'
import { type AnalyticsSearch, readAnalyticsSearch } from '../known.ts'
import { formAnalyticsRoute } from '../routes.tsx'
import { analyticsWords } from './analytics-words.ts'
import { Details } from './details.tsx'
import { chartOf, percent, periodOf } from './figures.ts'
import { PremiumAdds } from './premium-adds.tsx'
import { Totals } from './totals.tsx'

export function FormAnalyticsPage() {
  const { formId } = formAnalyticsRoute.useParams()
  return <FormFrame id={formId}>{(draft) => <Analytics draft={draft} />}</FormFrame>
}

/** Views, starts and submissions: in total, by day, and by source. */
function Analytics({ draft: { form } }: { draft: FormDraft }) {
  const w = useWords(analyticsWords)
  const { language } = useLanguage()
  const go = useGo()
  const attempt = useAttempt()
  const { view, by, version, ...search } = formAnalyticsRoute.useSearch()
  const days = periodOf(search, indianDay())
  const asked = { ...days, ...(version !== undefined && { version }) }
  const { data, error, refetch } = useAnalytics(form.id, asked)
  const set = (change: AnalyticsSearch | Record<string, unknown>) =>
    go(`forms/${form.id}/analytics`, {
      search: { ...readAnalyticsSearch({ ...search, view, by, version, ...change }) },
      replace: true,
    })
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rowClass="h-16" />
  const { unit, data: chart } = chartOf(data.days, days, {
    measure: (measure) => w.measures[measure],
    column: (key, by) => (by === 'day' ? shownDay(key, language) : shownMonth(key, language)),
  })
  const all = data.sources.reduce((sum, { submissions }) => sum + submissions, 0)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <RangeFilter range={days} labels={w} onChange={(range) => set({ ...range })} className="w-36" />
        <Button
          className="ms-auto"
          icon={<Download aria-hidden className="size-4" />}
          onPress={() =>
            attempt(async () => saveResponse(await analyticsFile(form.id, asked), `${form.slug}-analytics.csv`))
          }
        >
          {w.file}
        </Button>
      </div>
      <Totals total={data.total} />
      <div className="my-6">
        <ChartOrTable
          label={unit === 'day' ? w.byDay : w.byMonth}
          columnLabel={unit === 'day' ? w.day : w.month}
          data={chart}
          format={grouped}
          formatTick={grouped}
          plain={String}
          filename={`${form.slug}-days.csv`}
          isTable={view === 'table'}
          onSwitch={(isTable) => set({ view: isTable ? 'table' : undefined })}
        />
        <p className="mt-2 text-small text-soft">{w.note}</p>
      </div>
      <Section title={w.sources} description={w.sourcesDetail}>
        <Panel>
          {data.sources.length === 0 ? (
            <p className="px-4 py-5 text-soft">{w.noSources}</p>
          ) : (
            <Table
              label={w.sources}
              head={
                <>
                  <Head>{w.source}</Head>
                  <Head isFigure>{w.measures.submissions}</Head>
                  <Head isFigure>{w.share}</Head>
                </>
              }
            >
              {data.sources.map(({ source, submissions }) => (
                <Row key={source}>
                  <Cell className="wrap-anywhere">
                    {source === '' ? w.direct : source === OTHER ? w.other : <bdi>{source}</bdi>}
                  </Cell>
                  <Cell isFigure>{grouped(submissions)}</Cell>
                  <Cell isFigure>{percent(submissions, all)}</Cell>
                </Row>
              ))}
            </Table>
          )}
        </Panel>
      </Section>
      {data.details && (
        <Details
          details={data.details}
          dimension={by ?? 'utm_campaign'}
          version={version}
          onDimension={(dimension) => set({ by: dimension })}
          onVersion={(one) => set({ version: one })}
        />
      )}
      {data.premium_adds.length > 0 && <PremiumAdds of={data.premium_adds} />}
    </>
  )
}

/** All names beyond the first hundred of a day. */
const OTHER = 'other'
