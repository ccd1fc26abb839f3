import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { addMonths, indianMonth, shownMonth } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { queryClient } from '../app/queries.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Select } from '../design/field.tsx'
import { Problem } from '../design/problem.tsx'
import { words } from './invoice-words.ts'

const MONTHS = 24

/** Issues the statement of a past month, and opens it. */
export function StatementDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const go = useGo()
  const months = Array.from({ length: MONTHS }, (_, ago) => addMonths(indianMonth(), -1 - ago))
  const [month, setMonth] = useState(months[0] as string)
  const issue = useMutation({
    mutationFn: () => api.billing.invoices.issue({ kind: 'usage', month }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['invoices'] })
      onClose()
      go('billing/invoices', { search: { open: id } })
    },
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={w.statementTitle}
      description={w.statementDetail}
      actions={
        <Button look="primary" isBusy={issue.isPending} onPress={() => issue.mutate()}>
          {w.issue}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={w.month}>
          <Select value={month} onChange={({ target }) => setMonth(target.value)}>
            {months.map((one) => (
              <option key={one} value={one}>
                {shownMonth(one, language)}
              </option>
            ))}
          </Select>
        </Field>
        <Problem error={issue.error} />
      </div>
    </Dialog>
  )
}
