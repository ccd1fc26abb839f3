import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { exportWords } from './export-words.ts'
import { type ContactFilter, narrowed } from './filter.ts'
import { words } from './words.ts'

/** Before there were any. */
const BEGINNING = '2020-01-01'
const todayInIndia = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())

/** The contacts that the table shows, as a file. */
export function ExportDialog({ filter, onClose }: { filter: ContactFilter; onClose: () => void }) {
  const w = useWords(exportWords)
  const common = useWords(words)
  const go = useGo()
  const attempt = useAttempt()
  const [from, setFrom] = useState(filter.from ?? BEGINNING)
  const [to, setTo] = useState(filter.to ?? todayInIndia())
  const ask = async () => {
    const period = { from: from || BEGINNING, to: to || todayInIndia() }
    const wanted = { kind: 'contacts', format: 'csv', ...period, filter: narrowed(filter) }
    await attempt(() => api.billing.exports.create(wanted), w.exportAsked)
    onClose()
    go('contacts/exports')
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.exportTitle}
      description={filter.find ? `${w.exportDetail} ${w.exportFind}` : w.exportDetail}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" onPress={ask}>
            {w.exportNow}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-3">
        <Field label={common.from} className="w-44">
          <Input type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={common.to} className="w-44">
          <Input type="date" value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
