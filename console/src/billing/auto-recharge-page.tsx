import type { AutoRecharge } from '@samvad/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useMarks } from '../app/marks.ts'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Money, TestMoney } from '../design/money.tsx'
import { Section } from '../design/page.tsx'
import { rupees } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { AutoRechargeForm } from './auto-recharge-form.tsx'
import { words as autoWords } from './auto-recharge-words.ts'
import { BillingPage } from './billing-page.tsx'
import { useAutoRecharge } from './data.ts'
import { named, words } from './words.ts'

const TONES = {
  off: 'neutral',
  authorization_required: 'warn',
  active: 'good',
  charging: 'accent',
  retrying: 'bad',
  payment_link: 'warn',
  limited: 'warn',
} as const

export function AutoRechargePage() {
  return (
    <BillingPage tab="autoRecharge">
      <Loaded />
    </BillingPage>
  )
}

function Loaded() {
  const may = useMay()
  const { data, error, refetch } = useAutoRecharge()
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  return (
    <div>
      <StateNow of={data} />
      {may('billing.manage') ? (
        // Resets when somebody else has changed it.
        <AutoRechargeForm key={data.updated_at} current={data} />
      ) : (
        <SettingsShown of={data} />
      )}
      <Permission of={data} />
    </div>
  )
}

function StateNow({ of: auto }: { of: AutoRecharge }) {
  const w = useWords(words)
  const a = useWords(autoWords)
  const may = useMay()
  const { isTestMoney } = useMarks()
  const at = (name: string, time: number | null) => (time === null ? null : { name, value: <Time at={time} isExact /> })
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-2">
          {w.tabs.autoRecharge}
          <Status tone={TONES[auto.status as keyof typeof TONES] ?? 'neutral'}>{named(a.statuses, auto.status)}</Status>
          {isTestMoney && <TestMoney />}
        </span>
      }
      description={named(a.says, auto.status)}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2 empty:hidden">
          {auto.authorization_url !== null && (
            <a href={auto.authorization_url} className={buttonLook('primary')}>
              {a.authorize}
            </a>
          )}
          {auto.payment_url !== null && (
            <a href={auto.payment_url} className={buttonLook('primary')}>
              {a.payByHand}
            </a>
          )}
          {['retrying', 'limited'].includes(auto.status) && auto.payment_url === null && may('wallet.recharge') && (
            <PageLink page="billing/recharge" className={buttonLook('primary')}>
              {a.rechargeByHand}
            </PageLink>
          )}
        </div>
        <Facts
          facts={[
            at(a.debitAt, auto.debit_at),
            auto.failed_attempts === 0 ? null : { name: a.failedAttempts, value: auto.failed_attempts },
            at(a.nextAttempt, auto.next_attempt_at),
            at(a.graceUntil, auto.grace_until),
            at(a.limitedUntil, auto.limited_until),
            auto.amount === null
              ? null
              : { name: a.chargedThisMonth, value: <Money amount={auto.charged_this_month} /> },
          ]}
        />
      </div>
    </Section>
  )
}

function SettingsShown({ of: auto }: { of: AutoRecharge }) {
  const a = useWords(autoWords)
  if (auto.threshold === null || auto.amount === null) return null
  return (
    <Section title={a.settings}>
      <Facts
        facts={[
          { name: a.threshold, value: <Money amount={auto.threshold} /> },
          { name: a.amount, value: <Money amount={auto.amount} /> },
          auto.monthly_limit === null ? null : { name: a.monthlyLimit, value: <Money amount={auto.monthly_limit} /> },
          auto.mandate_max_amount === null
            ? null
            : { name: a.mandateMax, value: <Money amount={auto.mandate_max_amount} /> },
        ]}
      />
    </Section>
  )
}

function Permission({ of: { mandate } }: { of: AutoRecharge }) {
  const w = useWords(words)
  const a = useWords(autoWords)
  const may = useMay()
  const client = useQueryClient()
  const wordsOf = useErrorWords()
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: async () => api.billing.autoRecharge.mandate.cancel(),
    onSuccess: () => tell(a.cancelled),
    onError: (error) => tell(wordsOf(error).title, { isBad: true, detail: wordsOf(error).detail }),
    onSettled: () => client.invalidateQueries({ queryKey: ['auto-recharge'] }),
  })
  const isOpen = mandate !== null && ['active', 'paused', 'pending'].includes(mandate.status)
  return (
    <Section title={a.mandate}>
      {mandate === null ? (
        <p className="text-soft">{a.mandateNone}</p>
      ) : (
        <Facts
          facts={[
            {
              name: w.status,
              value: (
                <Status tone={mandate.status === 'active' ? 'good' : 'neutral'}>
                  {named(a.mandates, mandate.status)}
                </Status>
              ),
            },
            mandate.payment_method === null
              ? null
              : { name: w.paidBy, value: named(w.methods, mandate.payment_method) },
            { name: a.upTo, value: mandate.max_amount === null ? a.noEnd : rupees(mandate.max_amount) },
            mandate.expires_at === null ? null : { name: a.until, value: <Time at={mandate.expires_at} isExact /> },
          ]}
        />
      )}
      {isOpen && may('billing.manage') && (
        <Button className="mt-4" onPress={() => setAsking(true)}>
          {a.cancelMandate}
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={a.cancelQuestion}
        action={a.cancelMandate}
        isDanger
        onConfirm={() => cancel.mutateAsync().catch(() => {})}
      >
        {a.cancelDetail}
      </Confirm>
    </Section>
  )
}
