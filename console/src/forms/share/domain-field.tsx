import { useState } from 'react'
import { useAct } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { Field, Select } from '../../design/field.tsx'
import { tell } from '../../design/toast.tsx'
import { type FormDraft, formKey } from '../data.ts'
import { useFormDomains } from '../domains/domain-data.ts'
import { shownState } from '../domains/domain-state.ts'
import { shareWords } from './share-words.ts'

/** At which of the organization's domains the form has its address. */
export function DomainField({ draft: { form }, mayManage }: { draft: FormDraft; mayManage: boolean }) {
  const w = useWords(shareWords)
  const act = useAct()
  const { rows = [] } = useFormDomains()
  const [chosen, setChosen] = useState(form.domain_id ?? '')
  const choices = rows.filter((domain) => shownState(domain) === 'serving' || domain.id === chosen)
  if (!mayManage) return null
  if (choices.length === 0)
    return (
      <p className="mt-3">
        <PageLink page="forms/domains" className="touch text-accent underline-offset-2 hover:underline">
          {w.addDomain}
        </PageLink>
      </p>
    )
  const choose = async (id: string) => {
    setChosen(id)
    if (await act(() => api.forms.update(form.id, { domain_id: id === '' ? null : id }), formKey(form.id)))
      tell(w.domainSaved)
    else setChosen(form.domain_id ?? '')
  }
  return (
    <Field
      label={w.domain}
      className="mt-3"
      hint={
        <>
          {w.domainHint}{' '}
          <PageLink page="forms/domains" className="text-accent underline underline-offset-2">
            {w.manageDomains}
          </PageLink>
        </>
      }
    >
      <Select dir="ltr" value={chosen} onChange={({ target }) => void choose(target.value)}>
        <option value="">{w.noDomain(location.host)}</option>
        {choices.map((domain) => (
          <option key={domain.id} value={domain.id}>
            {shownState(domain) === 'serving' ? domain.display_name : w.domainNotServing(domain.display_name)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
