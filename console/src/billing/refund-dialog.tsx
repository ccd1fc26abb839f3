import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { queryClient } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { AmountInput, Field, Select, TextArea } from '../design/field.tsx'
import { Problem } from '../design/problem.tsx'
import { typedAmount } from '../design/rupees.ts'
import { tell } from '../design/toast.tsx'
import { RefundTarget } from './refund-target.tsx'
import { words as refundWords } from './refund-words.ts'

const TARGETS = ['transaction_id', 'recharge_id', 'subscription_payment_id'] as const
const FIELDS = [...TARGETS, 'amount', 'reason', 'note']

const targetOf = (id: string) =>
  id.startsWith('rech_')
    ? { recharge_id: id }
    : id.startsWith('spay_')
      ? { subscription_payment_id: id }
      : { transaction_id: id }

/** `of`: the transaction, recharge or subscription payment, or `new` to choose one. */
export function RefundDialog({ of, onClose }: { of: string; onClose: () => void }) {
  const r = useWords(refundWords)
  const go = useGo()
  const mayLook = useMay()('balance.view')
  const [target, setTarget] = useState(of === 'new' ? '' : of)
  const [reason, setReason] = useState('duplicate_charge')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const amount = typedAmount(text)
  const isWrong = text.trim() !== '' && amount === null
  const ask = useMutation({
    mutationFn: () =>
      api.billing.refunds.create({
        ...targetOf(target.trim()),
        reason,
        ...(amount !== null && { amount }),
        ...(note.trim() !== '' && { note: note.trim() }),
      }),
    onSuccess: async ({ id }) => {
      tell(r.sent)
      await queryClient.invalidateQueries({ queryKey: ['refunds'] })
      go('billing/refunds', { search: mayLook ? { open: id } : {}, replace: true })
    },
  })
  const targetError = TARGETS.map((name) => fieldError(ask.error, name)).find((error) => error !== null) ?? null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={r.askTitle}
      description={r.askDetail}
      actions={
        <Button
          look="primary"
          disabled={target.trim() === '' || isWrong}
          isBusy={ask.isPending}
          onPress={() => ask.mutate()}
        >
          {r.send}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <RefundTarget of={of} value={target} onChange={setTarget} error={targetError} mayLook={mayLook} />
        <Field label={r.reason} error={fieldError(ask.error, 'reason')}>
          <Select value={reason} onChange={({ target: { value } }) => setReason(value)}>
            {Object.entries(r.reasons).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={r.amount} hint={r.amountHint} error={isWrong ? r.notAnAmount : fieldError(ask.error, 'amount')}>
          <AmountInput value={text} onChange={({ target: { value } }) => setText(value)} />
        </Field>
        <Field label={r.note} hint={r.noteHint} error={fieldError(ask.error, 'note')}>
          <TextArea value={note} maxLength={500} onChange={({ target: { value } }) => setNote(value)} />
        </Field>
        <Problem error={ask.error} fields={FIELDS} />
      </div>
    </Dialog>
  )
}
