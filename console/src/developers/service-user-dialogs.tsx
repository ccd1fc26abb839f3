import type { ServiceUser } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { PersonSelect, RoleSelect, useRoles } from '../app/people.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './service-users-words.ts'
import { words as developerWords } from './words.ts'

export function ServiceUserDialog({ user, onClose }: { user: ServiceUser | null; onClose: () => void }) {
  const w = useWords(words)
  const { name, role, save } = useWords(developerWords)
  const askAnew = useAskAnew()
  const { roles } = useRoles()
  const initial = { name: user?.name ?? '', role: user?.role ?? 'agent', transfer_to: '' }
  const form = useForm(initial, async ({ transfer_to, ...values }) => {
    if (user) await api.serviceUsers.update(user.id, { ...values, ...(transfer_to !== '' && { transfer_to }) })
    else await api.serviceUsers.create(values)
    await askAnew(['users'])
    tell(w.saved)
    onClose()
  })
  const chosen = roles?.find(({ id }) => id === form.values.role)
  const loses = user !== null && chosen !== undefined && !chosen.permissions.includes('conversations.view')
  return (
    <FormDialog
      form={form}
      title={user ? w.editTitle(user.name) : w.createTitle}
      description={user ? w.editDetail : w.createDetail}
      action={user ? save : w.create}
      onClose={onClose}
    >
      <Field label={name} error={form.wrong('name')}>
        <Input {...form.text('name')} required maxLength={200} autoFocus autoComplete="off" />
      </Field>
      <Field label={role} error={form.wrong('role')}>
        <RoleSelect {...form.text('role')} />
      </Field>
      {loses && (
        <Field label={w.handOver} error={form.wrong('transfer_to')}>
          <PersonSelect {...form.text('transfer_to')} without={user.id} nobody={w.toOwners} />
        </Field>
      )}
    </FormDialog>
  )
}

export function RemoveServiceUser({ user, onClose }: { user: ServiceUser; onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const form = useForm({ transfer_to: '' }, async ({ transfer_to }) => {
    await api.serviceUsers.delete(user.id, transfer_to === '' ? {} : { transfer_to })
    await askAnew(['users'], ['tokens'])
    tell(w.removed)
    onClose()
  })
  return (
    <FormDialog form={form} title={w.removeTitle(user.name)} action={w.remove} isDanger onClose={onClose}>
      <p>{w.removeDetail}</p>
      <Field label={w.handOverAll} error={form.wrong('transfer_to')}>
        <PersonSelect {...form.text('transfer_to')} without={user.id} nobody={w.toOwners} />
      </Field>
    </FormDialog>
  )
}
