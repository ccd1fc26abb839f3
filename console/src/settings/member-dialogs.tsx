import type { User } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { PersonSelect, RoleSelect, useRoles } from '../app/people.tsx'
import { loadSession, useSession } from '../app/session.ts'
import { Field } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './team-words.ts'

interface MemberDialogProps {
  user: User
  onClose: () => void
}

export function RoleDialog({ user, onClose }: MemberDialogProps) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const { user: self } = useSession()
  const { roles } = useRoles()
  /** A role without access to conversations: the member's own ones are reassigned. */
  const loses = (id: string): boolean =>
    !(roles?.find((role) => role.id === id)?.permissions.includes('conversations.view') ?? true)
  const form = useForm({ role: user.role, transfer_to: '' }, async ({ role, transfer_to }) => {
    await api.users.update(user.id, { role, ...(loses(role) && transfer_to !== '' && { transfer_to }) })
    if (user.id === self.id) await loadSession(true)
    await askAnew(['users'])
    tell(w.roleChanged(user.display_name))
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={w.changeRoleTitle(user.display_name)}
      description={w.changeRoleDetail}
      action={w.changeRole}
      onClose={onClose}
    >
      <Field label={w.role} error={form.wrong('role')}>
        <RoleSelect {...form.text('role')} />
      </Field>
      {loses(form.values.role) && (
        <Field label={w.handOver} error={form.wrong('transfer_to')}>
          <PersonSelect {...form.text('transfer_to')} without={user.id} nobody={w.toOwners} />
        </Field>
      )}
    </FormDialog>
  )
}

export function RemoveDialog({ user, onClose }: MemberDialogProps) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const { user: self } = useSession()
  const form = useForm({ transfer_to: '' }, async ({ transfer_to }) => {
    await api.users.delete(user.id, transfer_to === '' ? {} : { transfer_to })
    await askAnew(['users'])
    tell(w.removed(user.display_name))
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={w.removeTitle(user.display_name)}
      description={user.id === self.id ? w.leaveDetail : undefined}
      action={w.remove}
      isDanger
      onClose={onClose}
    >
      <p>{w.removeDetail}</p>
      <Field label={w.handOverAll} error={form.wrong('transfer_to')}>
        <PersonSelect {...form.text('transfer_to')} without={user.id} nobody={w.toOwners} />
      </Field>
    </FormDialog>
  )
}
