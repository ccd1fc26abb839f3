import type { AutoRecharge, AutoRechargeChange } from '@samvad/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError, useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { AmountInput, Field } from '../design/field.tsx'
import { Section } from '../design/page.tsx'
import { Problem } from '../design/problem.tsx'
import { rupees } from '../design/rupees.ts'
import { tell } from '../design/toast.tsx'
import { asTyped, typedPaise } from '../design/typed-amount.ts'
import { words as autoWords } from './auto-recharge-words.ts'
import { useRechargeEstimate } from './data.ts'

const FIELDS = ['threshold', 'amount', 'monthly_limit', 'mandate_max_amount'] as const
type Name = (typeof FIELDS)[number]
const OPTIONAL: readonly Name[] = ['monthly_limit', 'mandate_max_amount']
const USUAL = { threshold: '200', amount: '1000', monthly_limit: '', mandate_max_amount: '' }

export function AutoRechargeForm({ current }: { current: AutoRecharge }) {
  const a = useWords(autoWords)
  const client = useQueryClient()
  const wordsOf = useErrorWords()
  const [typed, setTyped] = useState<Record<Name, string>>(() =>
    current.amount === null
      ? USUAL
      : (Object.fromEntries(FIELDS.map((name) => [name, asTyped(current[name])])) as Record<Name, string>),
  )
  const isWrong = (name: Name) =>
    typedPaise(typed[name]) === null && !(typed[name].trim() === '' && OPTIONAL.includes(name))
  const after = (shown: AutoRecharge) => client.setQueryData(['auto-recharge'], shown)
  const save = useMutation({
    mutationFn: () => {
      const change = Object.fromEntries(FIELDS.map((name) => [name, typedPaise(typed[name])]))
      return api.billing.autoRecharge.update({ ...(change as AutoRechargeChange), enabled: true })
    },
    onSuccess: (shown) => {
      after(shown)
      tell(a.saved)
    },
  })
  const switchOff = useMutation({
    mutationFn: async () => api.billing.autoRecharge.update({ enabled: false }),
    onSuccess: (shown) => {
      after(shown)
      tell(a.switchedOff)
    },
    onError: (error) => tell(wordsOf(error).title, { isBad: true, detail: wordsOf(error).detail }),
  })
  const labels: Record<Name, { label: string; hint?: string }> = {
    threshold: { label: a.threshold },
    amount: { label: a.amount },
    monthly_limit: { label: a.monthlyLimit, hint: a.monthlyLimitHint },
    mandate_max_amount: { label: a.mandateMax, hint: a.mandateMaxHint },
  }
  return (
    <Section title={a.settings}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!FIELDS.some(isWrong) && !save.isPending) save.mutate()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map((name) => (
            <Field
              key={name}
              {...labels[name]}
              error={typed[name] !== '' && isWrong(name) ? a.notAnAmount : fieldError(save.error, name)}
            >
              <AmountInput
                name={name}
                required={!OPTIONAL.includes(name)}
                value={typed[name]}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            </Field>
          ))}
        </div>
        {!current.enabled && current.mandate?.status !== 'active' && <FirstCost amount={typedPaise(typed.amount)} />}
        <Problem error={save.error} fields={FIELDS} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" isBusy={save.isPending} disabled={FIELDS.some(isWrong)}>
            {current.enabled ? a.save : a.switchOn}
          </Button>
          {current.enabled && <Button onPress={() => switchOff.mutateAsync()}>{a.switchOff}</Button>}
        </div>
      </form>
    </Section>
  )
}

function FirstCost({ amount }: { amount: string | null }) {
  const a = useWords(autoWords)
  const may = useMay()
  const { data } = useRechargeEstimate(amount, amount !== null && may('wallet.recharge'))
  return <p className="max-w-prose text-soft">{data?.estimate ? a.firstCost(rupees(data.estimate.total)) : a.first}</p>
}
