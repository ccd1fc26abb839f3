import type { Subscription } from '@samvad/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useMarks } from '../app/marks.ts'
import { PageLink } from '../app/page-link.tsx'
import { Button, buttonLook } from '../design/button.tsx'
import { Field, Select } from '../design/field.tsx'
import { Money } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Problem } from '../design/problem.tsx'
import { rupees } from '../design/rupees.ts'
import { taxPercentOf } from './plan-state.ts'
import { words as planWords } from './plan-words.ts'
import { QuoteLine } from './quote-lines.tsx'
import { words as rechargeWords } from './recharge-words.ts'
import { named, words } from './words.ts'

/** The price with its tax, the payment method, and the way to the gateway. */
export function Subscribe({ of: { price, tax, total } }: { of: Subscription }) {
  const r = useWords(rechargeWords)
  const p = useWords(planWords)
  const { isTestMoney } = useMarks()
  const [method, setMethod] = useState('')
  const subscribe = useSubscribe()
  const isMissingInProfile = ['phone', 'email'].some((field) => fieldError(subscribe.error, field) !== null)
  return (
    <Section title={p.subscribe} description={p.subscribeDetail}>
      <Panel>
        <form
          className="grid gap-6 p-4 sm:p-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
          onSubmit={(event) => {
            event.preventDefault()
            if (!subscribe.isPending && !subscribe.isSuccess) subscribe.mutate(method)
          }}
        >
          <div className="max-w-md">
            <MethodField value={method} onChange={setMethod} error={fieldError(subscribe.error, 'payment_method')} />
          </div>
          <div className="flex flex-col gap-4">
            <dl className="flex flex-col gap-1.5">
              <QuoteLine name={p.price}>
                <Money amount={price} />
              </QuoteLine>
              <QuoteLine name={p.gst(taxPercentOf({ price, tax }))}>
                <Money amount={tax} />
              </QuoteLine>
              <QuoteLine name={p.toPay} isSum>
                <Money amount={total} />
              </QuoteLine>
            </dl>
            <Problem error={subscribe.error} fields={['payment_method']} />
            {isMissingInProfile && (
              <PageLink page="billing/profile" className={buttonLook()}>
                {r.toProfile}
              </PageLink>
            )}
            <Button
              type="submit"
              look="primary"
              isBusy={subscribe.isPending || subscribe.isSuccess}
              className="h-auto min-h-10 whitespace-normal"
            >
              {p.pay(rupees(total))}
            </Button>
            <p className="text-small text-soft">{isTestMoney ? r.testWhereTo : r.whereTo}</p>
          </div>
        </form>
      </Panel>
    </Section>
  )
}

interface MethodFieldProps {
  value: string
  onChange: (method: string) => void
  error: string | null
}

export function MethodField({ value, onChange, error }: MethodFieldProps) {
  const w = useWords(words)
  const r = useWords(rechargeWords)
  return (
    <Field label={r.method} error={error}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{r.anyMethod}</option>
        {Object.keys(w.methods).map((one) => (
          <option key={one} value={one}>
            {named(w.methods, one)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Subscribes, or replaces a subscription's mandate, and opens the gateway's page. */
export const useSubscribe = () =>
  useMutation({
    mutationFn: async (method: string) =>
      api.billing.subscription.subscribe({ plan: 'premium', ...(method !== '' && { payment_method: method }) }),
    onSuccess: ({ authorization_url }) => {
      if (authorization_url !== null) location.assign(authorization_url)
    },
  })
