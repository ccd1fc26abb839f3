import type { QueuedRefund } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Field, TextArea } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Money } from '../design/money.tsx'
import { rupees } from '../design/rupees.ts'
import { tell } from '../design/toast.tsx'
import { words } from './approval-words.ts'

export type Decision = 'approve' | 'reject'

interface DecideRefundProps {
  refund: QueuedRefund
  decision: Decision
  onClose: () => void
}

export function DecideRefund({ refund, decision, onClose }: DecideRefundProps) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const isApproval = decision === 'approve'
  const total = rupees(refund.total)
  const form = useForm({ note: '' }, async ({ note: typed }) => {
    const { organization_id, id } = refund
    const note = typed.trim()
    if (isApproval) await api.organizations.refunds.approve(organization_id, id, { note: note === '' ? null : note })
    else await api.organizations.refunds.reject(organization_id, id, { note })
    await askAnew(['refund_queue'], ['operated'], ['organizations'], ['balance'])
    onClose()
    tell(isApproval ? w.refundApproved : w.refundRejected)
  })
  return (
    <FormDialog
      form={form}
      title={isApproval ? w.approveRefund(total) : w.rejectRefund(total)}
      description={isApproval ? (w.consequence[refund.destination] ?? '') : w.rejectRefundDetail}
      action={isApproval ? w.approve : w.reject}
      isDanger={!isApproval}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt className="text-soft">{w.organization}</dt>
        <dd className="min-w-0 wrap-anywhere">{refund.organization_name}</dd>
        <dt className="text-soft">{w.credit}</dt>
        <dd className="text-end">
          <Money amount={refund.amount} />
        </dd>
        <dt className="text-soft">{w.tax}</dt>
        <dd className="text-end">
          <Money amount={refund.tax} />
        </dd>
        <dt className="text-soft">{w.total}</dt>
        <dd className="text-end font-medium">
          <Money amount={refund.total} />
        </dd>
      </dl>
      <Field
        label={isApproval ? w.note : w.rejectNote}
        hint={isApproval ? w.noteHint : w.rejectNoteHint}
        error={form.wrong('note')}
      >
        <TextArea {...form.text('note')} required={!isApproval} maxLength={500} />
      </Field>
    </FormDialog>
  )
}
