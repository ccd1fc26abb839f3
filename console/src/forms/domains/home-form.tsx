import type { FormDomain } from '@samvad/sdk'
import { useState } from 'react'
import { useAct } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useWords } from '../../app/language.tsx'
import { Field, Select } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { tell } from '../../design/toast.tsx'
import { useForms } from '../data.ts'
import { domainsKey } from './domain-data.ts'
import { domainWords } from './domain-words.ts'

/** Which form opens at the domain without a path. */
export function HomeForm({ of: { id, form_id }, mayManage }: { of: FormDomain; mayManage: boolean }) {
  const w = useWords(domainWords)
  const act = useAct()
  const [chosen, setChosen] = useState(form_id ?? '')
  const { rows = [] } = useForms({ status: 'published' })
  const choose = async (form: string) => {
    setChosen(form)
    if (await act(() => api.domains.update(id, { form_id: form === '' ? null : form }), domainsKey)) tell(w.homeSaved)
    else setChosen(form_id ?? '')
  }
  const isListed = chosen === '' || rows.some((row) => row.id === chosen)
  return (
    <Section title={w.home} description={w.homeDetail}>
      <Field label={w.home} isLabelHidden className="max-w-md">
        <Select value={chosen} disabled={!mayManage} onChange={({ target }) => void choose(target.value)}>
          <option value="">{w.noHome}</option>
          {!isListed && <option value={chosen}>…</option>}
          {rows.map((row) => (
            <option key={row.id} value={row.id}>
              {row.name}
            </option>
          ))}
        </Select>
      </Field>
    </Section>
  )
}
