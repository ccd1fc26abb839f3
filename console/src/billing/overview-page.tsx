import type { Balance } from '@samvad/sdk'
import { Navigate } from '@tanstack/react-router'
import { Wallet } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useMarks } from '../app/marks.ts'
import { NotHere } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useSubscription } from '../app/premium.ts'
import { useMay, useSession } from '../app/session.ts'
import { buttonLook } from '../design/button.tsx'
import { classes } from '../design/classes.ts'
import { Money, TestMoney } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { rupees } from '../design/rupees.ts'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { Notice, Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { words as autoWords } from './auto-recharge-words.ts'
import { BillingPage, billingTabs } from './billing-page.tsx'
import { useBalance, useInvoices, useTransactions } from './data.ts'
import { InvoiceTable } from './invoice-table.tsx'
import { words as overviewWords } from './overview-words.ts'
import { TransactionTable } from './transaction-table.tsx'
import { named, words } from './words.ts'

const LATEST = 5

export function OverviewPage() {
  const w = useWords(words)
  const may = useMay()
  const { organization } = useSession()
  if (may('balance.view'))
    return (
      <BillingPage
        tab="overview"
        actions={
          may('wallet.recharge') && (
            <PageLink page="billing/recharge" className={buttonLook('primary')}>
              {w.recharge}
            </PageLink>
          )
        }
      >
        <div>
          <PlanGrace />
          <BalanceNow />
          <LatestTransactions />
          {may('invoices.download') && <LatestInvoices />}
        </div>
      </BillingPage>
    )
  // Users without access to the balance start on their first tab.
  const first = billingTabs.find(({ anyOf }) => anyOf.some(may))
  return first ? <Navigate to={`/${organization.id}/${first.page}` as string} replace /> : <NotHere />
}

/** Shows during grace that premium ends without a payment, and how to pay. */
function PlanGrace() {
  const w = useWords(overviewWords)
  const { data } = useSubscription(useMay()('organization.view'))
  if (data?.status !== 'grace' || data.grace_until === null) return null
  return (
    <div className="mb-6 overflow-hidden rounded-box">
      <Notice tone="bad">
        {w.planGrace} <Time at={data.grace_until} isExact />.{' '}
        <PageLink page="billing/plan" className="font-medium underline underline-offset-2">
          {w.planLook}
        </PageLink>
      </Notice>
    </div>
  )
}

function BalanceNow() {
  const w = useWords(overviewWords)
  const { isTestMoney } = useMarks()
  const { data, error, refetch } = useBalance()
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />
  const colour = data.sending_paused ? 'text-bad' : data.low_balance_warning === null ? '' : 'text-warn'
  return (
    <section aria-label={w.balance} className="mb-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className={classes('text-display font-semibold', colour)}>
          <Money amount={data.balance} />
        </p>
        {isTestMoney && <TestMoney />}
      </div>
      <p className={classes('mt-1', colour || 'text-soft')}>{stateOf(data, w)}</p>
      {data.grace_until !== null && (
        <div className="mt-3 overflow-hidden rounded-box">
          <Notice tone="bad">
            {w.grace} <Time at={data.grace_until} isExact />
          </Notice>
        </div>
      )}
      <dl className="mt-4 flex flex-wrap gap-x-12 gap-y-3 border-t border-line pt-4">
        <Figure name={w.reserved}>
          <Money amount={data.reserved} />
        </Figure>
        {data.pending_transactions.count > 0 && (
          <Figure name={w.pending(data.pending_transactions.count)}>
            <Money amount={data.pending_transactions.amount} />
          </Figure>
        )}
        <AutoRechargeLine balance={data} />
      </dl>
    </section>
  )
}

function stateOf({ sending_paused, low_balance_warning, days_left }: Balance, w: typeof overviewWords.en): string {
  if (sending_paused) return w.paused
  if (low_balance_warning !== null) return w.low(low_balance_warning)
  return days_left === null ? w.nothingSpent : w.daysLeft(days_left)
}

const Figure = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-small text-soft">{name}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
)

function AutoRechargeLine({ balance: { auto_recharge: auto } }: { balance: Balance }) {
  const w = useWords(overviewWords)
  const a = useWords(autoWords)
  return (
    <Figure name={auto.enabled ? w.autoOn : w.autoOff}>
      <span className="flex flex-wrap items-center gap-x-2">
        {auto.enabled && auto.amount !== null && auto.threshold !== null && (
          <span className="figures">{w.autoDetail(rupees(auto.amount), rupees(auto.threshold))}</span>
        )}
        <PageLink page="billing/auto-recharge" className="text-accent underline-offset-2 hover:underline">
          {auto.enabled ? w.autoLook : w.autoChange}
        </PageLink>
        {auto.enabled && auto.status !== 'active' && <Status tone="warn">{named(a.statuses, auto.status)}</Status>}
      </span>
    </Figure>
  )
}

function LatestTransactions() {
  const w = useWords(overviewWords)
  const list = useTransactions({}, { pageRows: LATEST })
  return (
    <Section
      title={w.latest}
      actions={
        <PageLink page="billing/transactions" className={buttonLook('quiet')}>
          {w.allTransactions}
        </PageLink>
      }
    >
      <Panel>
        <Listed
          list={{ ...list, hasMore: false }}
          empty={
            <Empty icon={<Wallet />} title={w.none}>
              {w.noneDetail}
            </Empty>
          }
        >
          {(rows) => <TransactionTable rows={rows} />}
        </Listed>
      </Panel>
    </Section>
  )
}

function LatestInvoices() {
  const w = useWords(overviewWords)
  const list = useInvoices({}, { pageRows: LATEST })
  return (
    <Section
      title={w.latestInvoices}
      actions={
        <PageLink page="billing/invoices" className={buttonLook('quiet')}>
          {w.allInvoices}
        </PageLink>
      }
    >
      <Panel>
        <Listed list={{ ...list, hasMore: false }} empty={<p className="px-4 py-3 text-soft">{w.noInvoices}</p>}>
          {(rows) => <InvoiceTable rows={rows} />}
        </Listed>
      </Panel>
    </Section>
  )
}
