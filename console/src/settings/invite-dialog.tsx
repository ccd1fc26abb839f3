import { SamvadError } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { RoleSelect } from '../app/people.tsx'
import { useMay, useSession } from '../app/session.ts'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Notice } from '../design/status.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './team-words.ts'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const { role } = useSession()
  const may = useMay()
  const form = useForm({ email: '', role: may('conversations.view') ? 'agent' : role }, async (values) => {
    const email = values.email.trim()
    await api.invitations.invite({ ...values, email })
    await askAnew(['invitations'])
    tell(w.sent(email))
    onClose()
  })
  const hasNoMail = form.error instanceof SamvadError && form.error.code === 'channel_unavailable'
  return (
    <FormDialog
      // The page explains it better than the refusal does.
      form={hasNoMail ? { ...form, error: null } : form}
      title={w.inviteTitle}
      description={w.inviteDetail}
      action={w.send}
      onClose={onClose}
    >
      <Field label={w.email} error={form.wrong('email')}>
        <Input {...form.text('email')} type="email" required maxLength={320} autoComplete="off" autoFocus />
      </Field>
      <Field label={w.role} error={form.wrong('role')}>
        <RoleSelect {...form.text('role')} />
      </Field>
      {hasNoMail && (
        <Notice tone="warn">
          <p className="font-medium">{w.noMail}</p>
          <p>{w.noMailDetail}</p>
        </Notice>
      )}
    </FormDialog>
  )
}
