import type { OrganizationId } from '@samvad/sdk'
import { useState } from 'react'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { usePriceLists } from './data.ts'
import { indianMinute, indianMoment } from './moments.ts'
import { words } from './organization-words.ts'

export function AssignPrices({ id, onClose }: { id: OrganizationId; onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const { rows = [] } = usePriceLists()
  const [now] = useState(indianMinute)
  const form = useForm({ list: '', name: '', from: '' }, async ({ list, name, from }) => {
    await api.organizations.priceLists.assign(id, {
      price_list_id: list,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(from !== '' && { effective_from: indianMoment(from) }),
    })
    await askAnew(['operated'], ['organizations'], ['price_lists'])
    onClose()
    tell(w.assignedTold)
  })
  return (
    <FormDialog
      form={form}
      title={w.assignTitle}
      description={w.assignDetail}
      action={w.assignAction}
      onClose={onClose}
    >
      <Field label={w.assignList} error={form.wrong('price_list_id')}>
        <Select {...form.text('list')} required>
          <option value="">{w.choose}</option>
          {rows.map((list) => (
            <option key={list.id} value={list.id}>
              {list.name} · {list.id.slice(-6)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={w.assignName} hint={w.assignNameHint} error={form.wrong('name')}>
        <Input {...form.text('name')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={w.assignFrom} hint={w.assignFromHint} error={form.wrong('effective_from')}>
        <Input {...form.text('from')} type="datetime-local" min={now} />
      </Field>
    </FormDialog>
  )
}
