import type { Recharge as Made } from '@samvad/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useMarks } from '../app/marks.ts'
import { PageLink } from '../app/page-link.tsx'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Money, TestMoney } from '../design/money.tsx'
import { Section } from '../design/page.tsx'
import { rupees } from '../design/rupees.ts'
import { Spinner } from '../design/spinner.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { words } from './words.ts'

const AMOUNT = '1000.00'
const LAST = ['recharges', 'last'] as const

/** Shown before the first message when the balance is empty; the page continues once it is paid. */
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

/** The latest unpaid recharge, also one started before the page was opened. */
function useUnpaid() {
  useRefresh(['recharge.*', 'payment.*'], [LAST])
  const { data, isPending } = useQuery({
    queryKey: LAST,
    staleTime: 0,
    queryFn: async () => (await api.billing.recharges.list({ limit: 1 })).data[0] ?? null,
  })
  return { unpaid: data && data.status !== 'succeeded' ? data : null, isPending }
}

function Quote() {
  const w = useWords(words)
  const act = useAct()
  const client = useQueryClient()
  const { unpaid, isPending } = useUnpaid()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { data, error, refetch } = useQuery({
    queryKey: ['recharge_estimate', AMOUNT],
    queryFn: () => api.billing.recharges.estimate({ amount: AMOUNT }),
  })
  const quote = unpaid ?? data?.estimate
  if (isPending || !quote) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />
  const show = (made: Made) => client.setQueryData(LAST, made)
  const begin = () => act(async () => show(await api.billing.recharges.create({ amount: AMOUNT }, { idempotencyKey })))
  return (
    <div className="flex max-w-sm flex-col items-start gap-4">
      <dl className="grid w-full grid-cols-[1fr_auto] gap-y-1 rounded-box border border-line bg-surface px-4 py-3">
        <dt className="text-soft">{w.credit}</dt>
        <dd className="text-end">
          <Money amount={quote.amount} />
        </dd>
        <dt className="text-soft">{w.tax}</dt>
        <dd className="text-end">
          <Money amount={quote.tax} />
        </dd>
        <dt className="font-medium">{w.total}</dt>
        <dd className="text-end font-medium">
          <Money amount={quote.total} />
        </dd>
      </dl>
      {unpaid === null ? (
        <Button look="primary" onPress={begin}>
          {w.recharge(rupees(AMOUNT))}
        </Button>
      ) : unpaid.status === 'failed' ? (
        <FailedPayment
          of={unpaid}
          onRetry={() => act(async () => show(await api.billing.recharges.retry(unpaid.id)))}
        />
      ) : (
        <Checkout of={unpaid} />
      )}
    </div>
  )
}

function Checkout({ of: { checkout_url: checkout, total } }: { of: Made }) {
  const w = useWords(words)
  return (
    <>
      {checkout !== null && (
        <a href={checkout} target="_blank" rel="noreferrer" className={buttonLook('primary')}>
          {w.pay(rupees(total))}
          <span className="sr-only"> ({w.newTab})</span>
        </a>
      )}
      <p className="text-soft">{w.payDetail}</p>
      <p role="status" className="flex items-center gap-2 text-soft">
        <Spinner />
        {w.waiting}
      </p>
    </>
  )
}

function FailedPayment({ of: { failure_reason: reason }, onRetry }: { of: Made; onRetry: () => unknown }) {
  const w = useWords(words)
  return (
    <>
      <div role="alert">
        <p className="flex items-center gap-2 font-medium text-bad">
          <CircleX aria-hidden className="size-4 shrink-0" />
          {w.paymentFailed}
        </p>
        <p className="mt-1 text-soft">{w.failures[reason ?? ''] ?? w.failureUnknown}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onPress={onRetry}>
          {w.tryAgain}
        </Button>
        <PageLink page="billing/recharge" className={buttonLook()}>
          {w.otherAmount}
        </PageLink>
      </div>
    </>
  )
}
