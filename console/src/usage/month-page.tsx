import type { MonthlySummary } from '@samvad/sdk'
import { ArrowLeft, Download } from 'lucide-react'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { shownMonth } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { NotHere } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { isNotFound } from '../app/queries.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { saveResponse } from '../design/download.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { useMonth } from './data.ts'
import { MonthContent } from './month-content.tsx'
import { monthRoute } from './routes.tsx'
import { UsageTabs } from './usage-tabs.tsx'
import { words } from './words.ts'

export function MonthPage() {
  const w = useWords(words)
  return (
    <UsageTabs>
      <PageLink page="usage/months" className={buttonLook('quiet', '-ms-3 mb-2')}>
        <ArrowLeft aria-hidden className="size-4" />
        {w.months.back}
      </PageLink>
      <Loaded />
    </UsageTabs>
  )
}

function Loaded() {
  const { month } = monthRoute.useParams()
  const { data, error, refetch } = useMonth(month)
  if (data) return <Shown of={data} />
  if (isNotFound(error)) return <NotHere />
  return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
}

function Shown({ of: summary }: { of: MonthlySummary }) {
  const w = useWords(words)
  const wordsOf = useErrorWords()
  const { language } = useLanguage()
  const download = async () => {
    try {
      const name = `summary-${summary.month}.pdf`
      await saveResponse(await api.billing.summaries.retrievePdf(summary.month), name)
    } catch (error) {
      tell(wordsOf(error).title, { isBad: true, detail: wordsOf(error).detail })
    }
  }
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-title font-semibold">{shownMonth(summary.month, language)}</h2>
        <Button icon={<Download aria-hidden className="size-4" />} onPress={download}>
          {w.months.pdf}
        </Button>
      </div>
      <MonthContent of={summary} />
    </div>
  )
}
