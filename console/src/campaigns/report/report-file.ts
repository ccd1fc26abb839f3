// The report as a spreadsheet file: a row for each number on the page.

import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { csvOf } from '../../design/csv.ts'
import { saveBlob } from '../../design/download.ts'
import { failuresOf } from './causes.ts'
import { words as failureWords } from './failure-words.ts'
import { words } from './report-words.ts'
import { stagesOf } from './stages.ts'

export function useReportFile(report: CampaignReport): () => void {
  const w = useWords(words)
  const f = useWords(failureWords)
  return () => {
    const rows: (string | number)[][] = [
      [w.details, w.value],
      [report.name, report.id],
      ...stagesOf(report).stages.map(({ name, count }) => [w.stages[name], count]),
      ...failuresOf(report).map(({ cause, count }) => [`${f.failures}: ${f.causes[cause][0]}`, count]),
      ...report.skipped.map(({ reason, count }) => [`${f.skipped}: ${f.reasons[reason]?.[0] ?? reason}`, count]),
      ...report.charges.map(({ tier, price, amount }) => [`${w.tier} ${tier ?? w.noTier}, ${price}`, amount]),
      [w.spent, report.cost],
      [w.reserved, report.reserved],
    ]
    saveBlob(csvOf(rows), `campaign-${report.id}.csv`)
  }
}
