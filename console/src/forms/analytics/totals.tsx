import type { FormAnalytics } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { grouped } from '../../design/rupees.ts'
import { analyticsWords } from './analytics-words.ts'
import { measures, percent } from './figures.ts'

/** Views, starts and submissions of the whole period. */
export function Totals({ total }: { total: FormAnalytics['total'] }) {
  const w = useWords(analyticsWords)
  const figures = [
    ...measures.map((measure) => ({
      name: w.measures[measure],
      value: grouped(total[measure]),
      note: w.notes[measure],
    })),
    { name: w.completion, value: percent(total.submissions, total.views), note: w.notes.completion },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="rounded-box border border-line bg-surface px-4 py-3">
          <dt className="text-soft">{name}</dt>
          <dd className="figures text-display font-semibold">{value}</dd>
          <dd className="text-small text-soft">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
