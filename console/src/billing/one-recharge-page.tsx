import type { Recharge } from '@samvad/sdk'
import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useMarks } from '../app/marks.ts'
import { NotHere } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { isNotFound } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Facts } from '../design/facts.tsx'
import { Identity } from '../design/identity.tsx'
import { Money, TestMoney } from '../design/money.tsx'
import { Problem } from '../design/problem.tsx'
import { rupees } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Time } from '../design/time.tsx'
import { BillingPage } from './billing-page.tsx'
import { Claims } from './claims.tsx'
import { useRecharge } from './data.ts'
import { words as rechargeWords } from './recharge-words.ts'
import { oneRechargeRoute } from './routes.tsx'
import { named, words } from './words.ts'

/** A recharge's live status; the checkout returns here. */
export function OneRechargePage() {
  const r = useWords(rechargeWords)
  return (
    <BillingPage tab="recharge">
      <PageLink page="billing/recharge" className={buttonLook('quiet', '-ms-3 mb-2')}>
        <ArrowLeft aria-hidden className="size-4" />
        {r.back}
      </PageLink>
      <OneRecharge />
    </BillingPage>
  )
}

function OneRecharge() {
  const { recharge: id } = oneRechargeRoute.useParams()
  const { data, error, refetch } = useRecharge(id)
  if (data) return <Shown of={data} />
  if (isNotFound(error)) return <NotHere />
  return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
}

function Shown({ of: recharge }: { of: Recharge }) {
  const w = useWords(words)
  const r = useWords(rechargeWords)
  const { isTestMoney } = useMarks()
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-display font-semibold">
          <span className="sr-only">{r.oneTitle} </span>
          <Money amount={recharge.total} />
        </h2>
        {isTestMoney && <TestMoney />}
      </div>
      <div aria-live="polite" className="mb-6 rounded-box border border-line bg-surface p-4">
        <Outcome of={recharge} />
      </div>
      <Facts
        facts={[
          { name: r.credit, value: <Money amount={recharge.amount} /> },
          { name: w.tax, value: <Money amount={recharge.tax} /> },
          { name: w.total, value: <Money amount={recharge.total} /> },
          recharge.payment_method === null
            ? null
            : { name: w.paidBy, value: named(w.methods, recharge.payment_method) },
          recharge.bank === null ? null : { name: r.bank, value: recharge.bank },
          { name: r.begun, value: <Time at={recharge.created_at} isExact /> },
          recharge.completed_at === null ? null : { name: r.ended, value: <Time at={recharge.completed_at} isExact /> },
          { name: w.id, value: <Identity id={recharge.id} /> },
        ]}
      />
      <Claims of={recharge} />
    </div>
  )
}

function Outcome({ of: recharge }: { of: Recharge }) {
  const r = useWords(rechargeWords)
  const may = useMay()
  const { status, checkout_url: checkout, total, amount, invoice_id: invoice, failure_reason: reason } = recharge
  const retry = useMutation({
    mutationFn: () => api.billing.recharges.retry(recharge.id),
    onSuccess: ({ checkout_url }) => {
      if (checkout_url !== null) location.assign(checkout_url)
    },
  })
  if (status === 'succeeded')
    return (
      <Told icon={<CircleCheck className="text-good" />} title={r.paid} detail={r.paidDetail(rupees(amount))}>
        {invoice !== null && may('invoices.download') && (
          <PageLink page="billing/invoices" search={{ open: invoice }} className={buttonLook('primary')}>
            {r.openInvoice}
          </PageLink>
        )}
        {may('balance.view') && (
          <PageLink page="billing" className={buttonLook()}>
            {r.toBalance}
          </PageLink>
        )}
      </Told>
    )
  if (status === 'failed')
    return (
      <Told
        icon={<CircleX className="text-bad" />}
        title={r.failedTitle}
        detail={reason === null ? r.failedUnknown : named(r.failedDetails, reason)}
      >
        <Button look="primary" isBusy={retry.isPending || retry.isSuccess} onPress={() => retry.mutate()}>
          {r.retry}
        </Button>
        <PageLink page="billing/recharge" className={buttonLook()}>
          {r.anew}
        </PageLink>
        <Problem error={retry.error} />
      </Told>
    )
  return (
    <Told icon={<Clock className="text-warn" />} title={r.waiting} detail={r.waitingDetail}>
      {checkout !== null && (
        <a href={checkout} className={buttonLook('primary')}>
          {r.continuePayment(rupees(total))}
        </a>
      )}
    </Told>
  )
}

interface ToldProps {
  icon: ReactNode
  title: string
  detail: string
  children: ReactNode
}

const Told = ({ icon, title, detail, children }: ToldProps) => (
  <div className="flex gap-3">
    <span aria-hidden className="mt-0.5 [&>svg]:size-5">
      {icon}
    </span>
    <div className="min-w-0 grow">
      <p className="text-lead font-semibold">{title}</p>
      <p className="mt-1 text-soft">{detail}</p>
      <div className="mt-4 flex flex-wrap gap-2">{children}</div>
    </div>
  </div>
)
