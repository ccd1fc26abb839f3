import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './organization-words.ts'

export function CreateOrganization({ onClose }: { onClose: () => void }) {
  const w = useWords(words)
  const go = useGo()
  const askAnew = useAskAnew()
  const form = useForm({ name: '', email: '' }, async ({ name, email }) => {
    const owner = email.trim()
    const { id } = await api.organizations.create({ name: name.trim(), ...(owner !== '' && { owner_email: owner }) })
    await askAnew(['organizations'])
    onClose()
    go(`operator/organizations/${id}`)
    tell(w.createdTold(name.trim()), owner === '' ? {} : { detail: w.invitedTold(owner) })
  })
  return (
    <FormDialog form={form} title={w.createTitle} description={w.createDetail} action={w.create} onClose={onClose}>
      <Field label={w.name} error={form.wrong('name')}>
        <Input {...form.text('name')} required maxLength={200} autoComplete="off" />
      </Field>
      <Field label={w.ownerEmail} hint={w.ownerHint} error={form.wrong('owner_email')}>
        <Input {...form.text('email')} type="email" autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
