import type { Subscription } from '@samvad/sdk'
import type { ReactNode } from 'react'
import { documentDay } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { useMarks } from '../app/marks.ts'
import { Needs } from '../app/needs.tsx'
import { hasPremiumNow, useSubscription } from '../app/premium.ts'
import { useMay } from '../app/session.ts'
import { Facts } from '../design/facts.tsx'
import { TestMoney } from '../design/money.tsx'
import { Section } from '../design/page.tsx'
import { rupees } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { BillingPage } from './billing-page.tsx'
import { PlanActions } from './plan-actions.tsx'
import { Days } from './plan-days.tsx'
import { PlanFeatures } from './plan-features.tsx'
import { PlanMandate } from './plan-mandate.tsx'
import { PlanPayments } from './plan-payments.tsx'
import { isPaidByLink, lastDayOfPeriod, statusNameOf } from './plan-state.ts'
import { Subscribe } from './plan-subscribe.tsx'
import { Upcoming } from './plan-upcoming.tsx'
import { words as planWords } from './plan-words.ts'
import { named, words } from './words.ts'

const TONES = {
  free: 'neutral',
  pending: 'warn',
  active: 'good',
  grace: 'bad',
  due: 'warn',
  cancelling: 'warn',
} as const

export function PlanPage() {
  return (
    <BillingPage tab="plan">
      <Loaded />
    </BillingPage>
  )
}

function Loaded() {
  const may = useMay()
  const { data, error, refetch } = useSubscription()
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  return (
    <div>
      <StateNow of={data} />
      {data.status === 'free' && may('billing.manage') && <Subscribe of={data} />}
      {hasPremiumNow(data) && <PlanMandate of={data} />}
      <PlanFeatures of={data} />
      {may('balance.view') && <PlanPayments />}
    </div>
  )
}

/** The plan, what happens next and when, and the available actions. */
function StateNow({ of: subscription }: { of: Subscription }) {
  const w = useWords(words)
  const p = useWords(planWords)
  const { isTestMoney } = useMarks()
  const { status, total, tax, current_period: period } = subscription
  const isByLink = isPaidByLink(subscription)
  const state = statusNameOf(subscription)
  const at = (name: string, time: number | null) => (time === null ? null : { name, value: <Time at={time} isExact /> })
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-2">
          {p.plans[hasPremiumNow(subscription) ? 'premium' : 'free']}
          {status !== 'free' && (
            <Status tone={TONES[state as keyof typeof TONES] ?? 'neutral'}>{named(p.statuses, state)}</Status>
          )}
          {isTestMoney && <TestMoney />}
        </span>
      }
      description={<Says of={subscription} />}
    >
      <div aria-live="polite" className="flex flex-col gap-4">
        <Facts
          facts={[
            status === 'free' ? null : { name: w.amount, value: p.perMonthTotal(rupees(total), rupees(tax)) },
            period === null
              ? null
              : { name: status === 'grace' ? p.lastPeriod : p.period, value: <Days of={period} /> },
            status === 'active' ? at(p.nextDebit, subscription.next_debit_at) : null,
            ...(status === 'grace'
              ? [
                  subscription.failure_reason === null
                    ? null
                    : { name: p.why, value: named(w.failures, subscription.failure_reason) },
                  subscription.failed_attempts === 0 ? null : { name: p.attempts, value: subscription.failed_attempts },
                  at(isByLink ? p.nextReminder : p.nextAttempt, subscription.next_attempt_at),
                  at(p.graceUntil, subscription.grace_until),
                ]
              : []),
          ]}
        />
        <PlanActions of={subscription} />
        {status === 'grace' && <p className="text-small text-soft">{p.payHint}</p>}
        <Needs permission="billing.manage" what={p.changing} />
        <Upcoming of={subscription} />
      </div>
    </Section>
  )
}

function Says({ of: subscription }: { of: Subscription }): ReactNode {
  const p = useWords(planWords)
  const { language } = useLanguage()
  const last = lastDayOfPeriod(subscription)
  const day = last === null ? '' : documentDay(last, language)
  switch (subscription.status) {
    case 'active':
      return isPaidByLink(subscription) ? p.activeByLink(day) : p.active(day)
    case 'cancelling':
      return p.cancelling(day)
    case 'grace':
      return isPaidByLink(subscription) ? p.graceByLink : p.grace
    default:
      return named(p.says, subscription.status)
  }
}
