import { ChartColumn } from 'lucide-react'
import { addDays, daysBetween, indianDay, shownDay, shownMonth } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { ChartOrTable } from '../design/chart-or-table.tsx'
import { Panel } from '../design/page.tsx'
import { amountOf, grouped, rupees } from '../design/rupees.ts'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { useOwnNames, useUsage } from './data.ts'
import { useGroupNames } from './group-names.ts'
import { GroupTable } from './group-table.tsx'
import { type Measure, type UsageSearch, usageRoute } from './routes.tsx'
import { isNothing, stackedOf } from './stacking.ts'
import { Totals } from './totals.tsx'
import { UsageFilters } from './usage-filters.tsx'
import { UsageTabs } from './usage-tabs.tsx'
import { words } from './words.ts'

/** Longer periods are shown by month, because bars of a few pixels are unreadable. */
const DAYS_MOST = 92
const plainAmount = (value: bigint) => amountOf(value).replace(/0{1,4}$/, '')

const formats: Record<
  Measure,
  { format: (value: bigint) => string; tick: (value: bigint) => string; plain: (value: bigint) => string }
> = {
  amount: {
    format: (value) => rupees(amountOf(value)),
    tick: (value) => rupees(amountOf(value)).replace(/\.00$/, ''),
    plain: plainAmount,
  },
  messages: { format: signedGrouped, tick: signedGrouped, plain: String },
}

function signedGrouped(value: bigint): string {
  return value < 0n ? `−${grouped(-value)}` : grouped(value)
}

export function UsagePage() {
  const w = useWords(words)
  const go = useGo()
  const may = useMay()
  const search = usageRoute.useSearch()
  const to = search.to ?? indianDay()
  const from = search.from ?? addDays(to, -29)
  const change = (next: Partial<UsageSearch>) => go('usage', { search: { ...search, ...next }, replace: true })
  return (
    <UsageTabs
      actions={
        may('usage.view') && (
          <PageLink page="billing/exports" search={{ kind: 'log' }} className={buttonLook()}>
            {w.log}
          </PageLink>
        )
      }
    >
      <UsageFilters search={search} from={from} to={to} onChange={change} />
      {from > to ? (
        <p className="text-soft">{w.wrongRange}</p>
      ) : (
        <Shown search={search} from={from} to={to} onChange={change} />
      )}
      <p className="mt-4 max-w-prose text-small text-soft">{w.counted}</p>
    </UsageTabs>
  )
}

interface ShownProps {
  search: UsageSearch
  from: string
  to: string
  onChange: (next: Partial<UsageSearch>) => void
}

function Shown({ search, from, to, onChange }: ShownProps) {
  const w = useWords(words)
  const { language } = useLanguage()
  const { by = 'channel', of = 'amount', view } = search
  const unit = daysBetween(from, to) > DAYS_MOST ? 'month' : 'day'
  const isAllowed = useMay()('usage.view')
  const { data, error, refetch } = useUsage({ from, to }, unit, by, isAllowed)
  const groupNameOf = useGroupNames(by, useOwnNames(by))
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rowClass="h-16" />
  const stacked = stackedOf(data.rows, {
    unit,
    from,
    to,
    by,
    of,
    groupNameOf,
    nameOf: (key) => (unit === 'day' ? shownDay(key, language) : shownMonth(key, language)),
    others: w.others,
    all: w.total,
  })
  const { format, tick, plain } = formats[of]
  return (
    <div className="flex flex-col gap-4">
      <Totals of={data.total} />
      {isNothing(stacked) ? (
        <Panel>
          <Empty icon={<ChartColumn />} title={w.none}>
            {w.noneDetail}
          </Empty>
        </Panel>
      ) : (
        <ChartOrTable
          label={of === 'amount' ? w.chartOfMoney : w.chartOfMessages}
          columnLabel={unit === 'day' ? w.day : w.month}
          data={stacked}
          format={format}
          formatTick={tick}
          plain={plain}
          filename={`usage-${of}-by-${by}-${from}-to-${to}.csv`}
          isTable={view === 'table'}
          onSwitch={(isTable) => onChange({ view: isTable ? 'table' : undefined })}
        />
      )}
      <GroupTable rows={data.groups ?? data.rows} by={by} groupNameOf={groupNameOf} />
    </div>
  )
}
