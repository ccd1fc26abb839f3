import type { Subscription } from '@samvad/sdk'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Section } from '../design/page.tsx'
import { rupees } from '../design/rupees.ts'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { words as autoWords } from './auto-recharge-words.ts'
import { mayChangeMethod } from './plan-state.ts'
import { words as planWords } from './plan-words.ts'
import { named, words } from './words.ts'

/** The card or account that is debited monthly, and how to change it. */
export function PlanMandate({ of: subscription }: { of: Subscription }) {
  const w = useWords(words)
  const p = useWords(planWords)
  const a = useWords(autoWords)
  const may = useMay()
  const { mandate } = subscription
  return (
    <Section title={p.mandate} description={mandate === null ? undefined : p.mandateDetail}>
      {mandate === null ? (
        <p className="text-soft">{p.noMandate}</p>
      ) : (
        <div className="flex flex-col items-start gap-4">
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
          {mayChangeMethod(subscription, may) && <ChangeMethod />}
        </div>
      )}
    </Section>
  )
}

function ChangeMethod() {
  const p = useWords(planWords)
  const attempt = useAttempt()
  const [isAsking, setAsking] = useState(false)
  const change = async () => {
    const { checkout_url } = await attempt(() => api.billing.subscription.paymentMethod.change({}))
    if (checkout_url !== null) location.assign(checkout_url)
  }
  return (
    <>
      <Button onPress={() => setAsking(true)}>{p.change}</Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={p.changeTitle}
        action={p.toGateway}
        onConfirm={change}
      >
        <span className="flex flex-col gap-2">
          {p.changeDetail.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      </Confirm>
    </>
  )
}
