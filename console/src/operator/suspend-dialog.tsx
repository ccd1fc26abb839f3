import type { OperatedOrganization } from '@samvad/sdk'
import { useAct, useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Field, TextArea } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './organization-words.ts'

interface OfOrganization {
  organization: OperatedOrganization
}

// The organization may be the one that the operator is in.
const CHANGED = [['operated'], ['organizations'], ['organization']]

export function SuspendDialog({ organization: { id, name }, onClose }: OfOrganization & { onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const form = useForm({ reason: '' }, async ({ reason }) => {
    await api.organizations.suspend(id, { reason: reason.trim() })
    await askAnew(...CHANGED)
    onClose()
    tell(w.suspendedTold(name))
  })
  return (
    <FormDialog
      form={form}
      title={w.suspendTitle(name)}
      description={w.suspendDetail}
      action={w.suspend}
      isDanger
      onClose={onClose}
    >
      <Field label={w.reason} hint={w.suspendReasonHint} error={form.wrong('reason')}>
        <TextArea {...form.text('reason')} required maxLength={500} />
      </Field>
    </FormDialog>
  )
}

export function useResume({ id, name }: OperatedOrganization): () => Promise<void> {
  const w = useWords(words)
  const act = useAct()
  return async () => {
    if (await act(() => api.organizations.resume(id), ...CHANGED)) tell(w.resumedTold(name))
  }
}
