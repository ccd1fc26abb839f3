import type { OperatedOrganization } from '@samvad/sdk'
import { useState } from 'react'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { AmountInput, Field, TextArea } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Money } from '../design/money.tsx'
import { amountOf, micros, typedAmount } from '../design/rupees.ts'
import { tell } from '../design/toast.tsx'
import { words } from './organization-words.ts'

interface CreditDialogProps {
  organization: OperatedOrganization
  onClose: () => void
}

/** Two steps: the amount, then a confirmation. The same credit is never given twice. */
export function CreditDialog({ organization: { id, name, balance }, onClose }: CreditDialogProps) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [isAsked, setAsked] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const form = useForm({ amount: '', reason: '' }, async ({ amount: typed, reason }) => {
    const amount = typedAmount(typed)
    setWrong(amount === null || micros(amount) === 0n)
    if (amount === null || micros(amount) === 0n) return
    if (!isAsked) return setAsked(true)
    await api.organizations.credits.grant(id, { amount, reason: reason.trim() }, { idempotencyKey })
    await askAnew(['operated'], ['organizations'], ['balance'], ['transactions'])
    onClose()
    tell(w.creditedTold)
  })
  const amount = typedAmount(form.values.amount)
  return (
    <FormDialog
      form={form}
      title={isAsked ? w.creditAsk : w.creditTitle(name)}
      description={isAsked ? null : w.creditDetail}
      action={isAsked ? w.credit : w.creditNext}
      onClose={onClose}
    >
      {isAsked && amount !== null ? (
        <>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
            <Line name={w.creditTitle(name)} amount={amount} isIn />
            <Line name={w.creditBefore} amount={balance} />
            <Line name={w.creditAfter} amount={amountOf(micros(balance) + micros(amount))} />
          </dl>
          <p className="wrap-anywhere text-soft">{form.values.reason}</p>
          <Button look="quiet" className="self-start" onPress={() => setAsked(false)}>
            {w.change}
          </Button>
        </>
      ) : (
        <>
          <Field label={w.amount} error={isWrong ? w.amountWrong : form.wrong('amount')}>
            <AmountInput {...form.text('amount')} required />
          </Field>
          <Field label={w.reason} hint={w.creditReasonHint} error={form.wrong('reason')}>
            <TextArea {...form.text('reason')} required maxLength={500} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}

const Line = ({ name, amount, isIn }: { name: string; amount: string; isIn?: boolean }) => (
  <>
    <dt className="min-w-0 wrap-anywhere text-soft">{name}</dt>
    <dd className="text-end">
      <Money amount={amount} {...(isIn && { isSigned: true })} />
    </dd>
  </>
)
