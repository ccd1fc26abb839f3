import type { Recharge as Made } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useMarks } from '../app/marks.ts'
import { useMay } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Money, TestMoney } from '../design/money.tsx'
import { Section } from '../design/page.tsx'
import { rupees } from '../design/rupees.ts'
import { Spinner } from '../design/spinner.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { words } from './words.ts'

const AMOUNT = '1000.00'

/** Before the first message where there is no money; the page goes on when it is paid. */
export function Recharge() {
  const w = useWords(words)
  const may = useMay()
  const { isTestMoney } = useMarks()
  if (!may('wallet.recharge')) return <p>{w.noMoney}</p>
  return (
    <Section title={w.money} description={w.moneyDetail}>
      {isTestMoney && (
        <p className="mb-3 flex flex-wrap items-center gap-2">
          <TestMoney />
          <span className="text-soft">{w.moneySandbox}</span>
        </p>
      )}
      <Quote />
    </Section>
  )
}

function Quote() {
  const w = useWords(words)
  const act = useAct()
  const [made, setMade] = useState<Made | null>(null)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { data, error, refetch } = useQuery({
    queryKey: ['recharge_estimate', AMOUNT],
    queryFn: () => api.billing.recharges.estimate({ amount: AMOUNT }),
  })
  const estimate = data?.estimate
  if (!estimate) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />
  const begin = () =>
    act(async () => setMade(await api.billing.recharges.create({ amount: AMOUNT }, { idempotencyKey })))
  return (
    <div className="flex max-w-sm flex-col items-start gap-4">
      <dl className="grid w-full grid-cols-[1fr_auto] gap-y-1 rounded-box border border-line bg-surface px-4 py-3">
        <dt className="text-soft">{w.credit}</dt>
        <dd className="text-end">
          <Money amount={estimate.amount} />
        </dd>
        <dt className="text-soft">{w.tax}</dt>
        <dd className="text-end">
          <Money amount={estimate.tax} />
        </dd>
        <dt className="font-medium">{w.total}</dt>
        <dd className="text-end font-medium">
          <Money amount={estimate.total} />
        </dd>
      </dl>
      {made?.checkout_url ? (
        <>
          <a href={made.checkout_url} target="_blank" rel="noreferrer" className={buttonLook('primary')}>
            {w.pay(rupees(made.total))}
            <span className="sr-only"> ({w.newTab})</span>
          </a>
          <p className="text-soft">{w.payDetail}</p>
          <p role="status" className="flex items-center gap-2 text-soft">
            <Spinner />
            {w.waiting}
          </p>
        </>
      ) : (
        <Button look="primary" onPress={begin}>
          {w.recharge(rupees(AMOUNT))}
        </Button>
      )}
    </div>
  )
}
