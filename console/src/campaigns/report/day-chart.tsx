import type { CampaignReport } from '@samvad/sdk'
import { indianDay, shownDay, shownMonth } from '../../app/india.ts'
import { useLanguage, useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { ChartOrTable } from '../../design/chart-or-table.tsx'
import { grouped } from '../../design/rupees.ts'
import { Failed, Skeleton } from '../../design/states.tsx'
import { campaignRoute } from '../routes.tsx'
import { Box, Nothing } from './box.tsx'
import { useDays } from './data.ts'
import { daysOf } from './days.ts'
import { words } from './report-words.ts'

/** The funnel of each day, as grouped bars or as a table. */
export function DayChart({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const go = useGo()
  const { view } = campaignRoute.useSearch()
  const { data: rows, error, refetch } = useDays(report)
  if (rows === undefined)
    return (
      <Box title={w.byDay}>
        {error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={1} rowClass="h-64" />}
      </Box>
    )
  const days = daysOf(report, rows, {
    today: indianDay(),
    nameOf: (key, unit) => (unit === 'day' ? shownDay(key, language) : shownMonth(key, language)),
    measureName: (measure) => w.stages[measure],
  })
  if (days === null)
    return (
      <Box title={w.byDay}>
        <Nothing>{w.noDays}</Nothing>
      </Box>
    )
  return (
    <div>
      <ChartOrTable
        label={w.byDay}
        columnLabel={days.unit === 'day' ? w.day : w.month}
        data={days.data}
        format={grouped}
        formatTick={grouped}
        plain={String}
        filename={`campaign-${report.id}-by-day.csv`}
        isTable={view === 'table'}
        onSwitch={(isTable) =>
          go(`campaigns/${report.id}`, { search: isTable ? { view: 'table' } : {}, replace: true })
        }
      />
      <p className="mt-2 text-small text-soft">{w.daysDetail}</p>
    </div>
  )
}
