import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { indianDay } from '../app/india.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { FormDialog } from '../design/form.tsx'
import { RangeFields } from '../design/range.tsx'
import { tell } from '../design/toast.tsx'
import { exportWords } from './export-words.ts'
import { type ContactFilter, narrowed } from './filter.ts'
import { words } from './words.ts'

/** Earlier than any contact. */
const BEGINNING = '2020-01-01'

/** Exports the contacts that the table shows. */
export function ExportDialog({ filter, onClose }: { filter: ContactFilter; onClose: () => void }) {
  const w = useWords(exportWords)
  const common = useWords(words)
  const go = useGo()
  const period = { from: filter.from ?? BEGINNING, to: filter.to ?? indianDay() }
  const form = useForm(period, async ({ from, to }) => {
    await api.billing.exports.create({ kind: 'contacts', format: 'csv', from, to, filter: narrowed(filter) })
    tell(w.exportAsked)
    onClose()
    go('contacts/exports')
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={w.exportTitle}
      description={filter.find ? `${w.exportDetail} ${w.exportFind}` : w.exportDetail}
      action={w.exportNow}
    >
      <div className="flex flex-wrap gap-3">
        <RangeFields
          range={form.values}
          labels={common}
          onChange={form.set}
          errors={{ from: form.wrong('from'), to: form.wrong('to') }}
          isRequired
          className="w-44"
        />
      </div>
    </FormDialog>
  )
}
