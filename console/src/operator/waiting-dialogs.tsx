import { useState } from 'react'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { usePaused } from '../app/paused.ts'
import { Field, Input, Select } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { useOrganizations } from './data.ts'
import { words } from './waiting-words.ts'

interface OfItem {
  id: string
  onClose: () => void
  /** Called once the item is no longer pending. */
  onDone: () => void
}

export function AssignItem({ id, onClose, onDone }: OfItem) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const [typed, setTyped] = useState('')
  const q = usePaused(typed.trim())
  const { rows = [], hasMore } = useOrganizations(q === '' ? {} : { q })
  const form = useForm({ organization: '' }, async ({ organization }) => {
    await api.quarantine.assign(id, { organization_id: organization })
    await askAnew(['waiting'])
    onDone()
    tell(w.assigned)
  })
  return (
    <FormDialog form={form} title={w.assign} description={w.assignDetail} action={w.assign} onClose={onClose}>
      {(hasMore || typed !== '') && (
        <Field label={w.findOrganization}>
          <Input
            type="search"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              form.set({ organization: '' })
            }}
          />
        </Field>
      )}
      <Field label={w.organization} error={form.wrong('organization_id')}>
        <Select {...form.text('organization')} required>
          <option value="">{w.choose}</option>
          {rows.map(({ id: one, name }) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

export function DiscardItem({ id, onClose, onDone }: OfItem) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const form = useForm({ reason: '' }, async ({ reason }) => {
    const said = reason.trim()
    await api.quarantine.discard(id, { reason: said === '' ? null : said })
    await askAnew(['waiting'])
    onDone()
    tell(w.discarded)
  })
  return (
    <FormDialog
      form={form}
      title={w.discardTitle}
      description={w.discardDetail}
      action={w.discard}
      isDanger
      onClose={onClose}
    >
      <Field label={w.reason} hint={w.reasonHint} error={form.wrong('reason')}>
        <Input {...form.text('reason')} maxLength={500} />
      </Field>
    </FormDialog>
  )
}
