import type { Recharge, RechargeEstimate } from '@samvad/sdk'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonLook } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { AmountInput, Field } from '../design/field.tsx'
import { Money, TestMoney } from '../design/money.tsx'
import { Problem } from '../design/problem.tsx'
import { micros, rupees } from '../design/rupees.ts'
import { Spinner } from '../design/spinner.tsx'
import { typedPaise } from '../design/typed-amount.ts'
import { words as designWords } from '../design/words.ts'
import { api } from './api.ts'
import { fieldError } from './errors.tsx'
import { useWords } from './language.tsx'
import { useMarks } from './marks.ts'
import { PageLink } from './page-link.tsx'
import { usePaused } from './paused.ts'
import { useRefresh } from './queries.ts'
import { coveringAmount } from './recharge-amount.ts'
import { rechargeWords } from './recharge-words.ts'
import { useMay } from './session.ts'

interface RechargeDialogProps {
  isOpen: boolean
  /** The missing amount for the intended action. */
  missing: string
  onClose: () => void
}

/** Recharges without leaving the page: the payment opens in another tab, and its result is awaited here. */
export function RechargeDialog({ isOpen, missing, onClose }: RechargeDialogProps) {
  const w = useWords(rechargeWords)
  const d = useWords(designWords)
  const { isTestMoney } = useMarks()
  const [made, setMade] = useState<string | null>(null)
  useRefresh(['recharge.*', 'payment.*'], [['recharge', made]])
  const { data: recharge } = useQuery({
    queryKey: ['recharge', made],
    enabled: made !== null,
    queryFn: (): Promise<Recharge> => api.billing.recharges.retrieve(made as string),
  })
  const isPaid = recharge?.status === 'succeeded'
  const close = () => {
    if (isPaid) setMade(null)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={w.title}
      description={isPaid ? undefined : w.detail}
      {...(isPaid && {
        actions: (
          <Button look="primary" onPress={close}>
            {w.goOn}
          </Button>
        ),
      })}
    >
      {isTestMoney && (
        <p className="mb-3">
          <TestMoney />
        </p>
      )}
      {isPaid ? (
        <p role="status" className="flex items-center gap-2 font-medium">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
          {w.paid(rupees(recharge.amount))}
        </p>
      ) : recharge && recharge.status !== 'failed' ? (
        <Checkout recharge={recharge} onOther={() => setMade(null)} />
      ) : (
        <>
          {recharge?.status === 'failed' && (
            <p role="alert" className="mb-3 text-bad">
              {w.failed}
            </p>
          )}
          <Amount key={missing} missing={missing} action={d.recharge} onMade={({ id }) => setMade(id)} />
        </>
      )}
    </Dialog>
  )
}

function Checkout({ recharge, onOther }: { recharge: Recharge; onOther: () => void }) {
  const w = useWords(rechargeWords)
  const { checkout_url: checkout, total } = recharge
  return (
    <div className="flex flex-col items-start gap-3">
      {checkout !== null && (
        <a href={checkout} target="_blank" rel="noreferrer" className={buttonLook('primary')}>
          {w.pay(rupees(total))}
          <span className="sr-only"> ({w.newTab})</span>
        </a>
      )}
      <p role="status" className="flex items-center gap-2 text-soft">
        <Spinner />
        {w.waiting}
      </p>
      <Button look="quiet" className="-ms-3" onPress={onOther}>
        {w.otherAmount}
      </Button>
    </div>
  )
}

interface AmountProps {
  missing: string
  action: string
  onMade: (recharge: Recharge) => void
}

function Amount({ missing, action, onMade }: AmountProps) {
  const w = useWords(rechargeWords)
  const may = useMay()
  const client = useQueryClient()
  const limits = useQuery({
    queryKey: ['recharge-estimate', null],
    queryFn: (): Promise<RechargeEstimate> => api.billing.recharges.estimate({}),
  })
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? coveringAmount(missing, limits.data?.minimum ?? '0')
  const amount = typedPaise(text)
  const settled = usePaused(amount ?? '')
  const quote = useQuery({
    queryKey: ['recharge-estimate', settled],
    enabled: settled !== '' && limits.data !== undefined,
    placeholderData: keepPreviousData,
    queryFn: (): Promise<RechargeEstimate> => api.billing.recharges.estimate({ amount: settled }),
  })
  const [error, setError] = useState<unknown>(null)
  const estimate = settled === amount && !quote.isPlaceholderData ? quote.data?.estimate : null
  const fault =
    (amount === null && text !== '' ? w.notAnAmount : null) ??
    fieldError(error, 'amount') ??
    fieldError(quote.error, 'amount')
  const isBelow = amount !== null && micros(amount) < micros(missing)
  const isMissingInProfile = ['phone', 'email'].some((field) => fieldError(error, field) !== null)
  const make = async () => {
    setError(null)
    try {
      const made = { ...(await api.billing.recharges.create({ amount: amount as string })) }
      client.setQueryData(['recharge', made.id], made)
      onMade(made)
    } catch (refused) {
      setError(refused)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label={w.amount} error={fault} hint={isBelow ? w.below(rupees(missing)) : w.covers(rupees(missing))}>
        <AmountInput
          name="amount"
          value={text}
          onChange={({ target }) => setTyped(target.value)}
          className="text-lead"
        />
      </Field>
      <dl aria-live="polite" className="flex flex-col gap-1">
        {(estimate?.taxes ?? []).map(({ name, rate, amount: tax }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-soft">{w.rateOf(name, rate)}</dt>
            <dd>
              <Money amount={tax} />
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{w.toPay}</dt>
          <dd>{estimate ? <Money amount={estimate.total} /> : '…'}</dd>
        </div>
      </dl>
      <Problem error={error} fields={['amount']} />
      {isMissingInProfile && may('billing.manage') && (
        <PageLink page="billing/profile" className={buttonLook()}>
          {w.toProfile}
        </PageLink>
      )}
      <Button look="primary" className="h-10" disabled={!estimate} onPress={make}>
        {action}
      </Button>
    </div>
  )
}
