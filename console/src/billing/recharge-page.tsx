import { useMutation } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useMarks } from '../app/marks.ts'
import { PageLink } from '../app/page-link.tsx'
import { usePaused } from '../app/paused.ts'
import { useMay } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { AmountInput, Field, Input, Select } from '../design/field.tsx'
import { TestMoney } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Problem } from '../design/problem.tsx'
import { micros, rupees } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { typedPaise } from '../design/typed-amount.ts'
import { BillingPage } from './billing-page.tsx'
import { useRechargeEstimate, useRecharges } from './data.ts'
import { QuoteLines } from './quote-lines.tsx'
import { RechargeTable } from './recharge-table.tsx'
import { words as rechargeWords } from './recharge-words.ts'
import { rechargeRoute } from './routes.tsx'
import { named, words } from './words.ts'

const QUICK = ['500', '1000', '2000', '5000', '10000']
const QUIET_MS = 250

export function RechargePage() {
  return (
    <BillingPage tab="recharge">
      <RechargeForm />
      <Recharges />
    </BillingPage>
  )
}

function RechargeForm() {
  const w = useWords(words)
  const r = useWords(rechargeWords)
  const may = useMay()
  const { isTestMoney } = useMarks()
  const { amount: wanted } = rechargeRoute.useSearch()
  const [text, setText] = useState(wanted ?? '1000')
  const [method, setMethod] = useState('')
  const [bank, setBank] = useState('')
  const amount = typedPaise(text)
  const settled = usePaused(amount ?? '', QUIET_MS)
  const limits = useRechargeEstimate(null)
  const quote = useRechargeEstimate(settled, settled !== '')
  const pay = useMutation({
    mutationFn: () =>
      api.billing.recharges.create({
        amount: amount as string,
        ...(method !== '' && { payment_method: method }),
        ...(method === 'net_banking' && bank.trim() !== '' && { bank: bank.trim() }),
      }),
    onSuccess: ({ checkout_url }) => {
      if (checkout_url !== null) location.assign(checkout_url)
    },
  })
  const fault =
    (amount === null && text !== '' ? r.notAnAmount : null) ??
    fieldError(pay.error, 'amount') ??
    (settled === amount ? fieldError(quote.error, 'amount') : null)
  const isQuoted = settled === amount && !quote.isPlaceholderData && !quote.error
  const estimate = isQuoted ? (quote.data?.estimate ?? null) : null
  const isMissingInProfile = ['phone', 'email'].some((field) => fieldError(pay.error, field) !== null)
  return (
    <Section title={r.title} {...(isTestMoney && { actions: <TestMoney /> })}>
      <Panel>
        <form
          className="grid gap-6 p-4 sm:p-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
          onSubmit={(event) => {
            event.preventDefault()
            if (estimate !== null && !pay.isPending && !pay.isSuccess) pay.mutate()
          }}
        >
          <div className="flex max-w-md flex-col gap-4">
            <Field
              label={r.amountPaid}
              error={fault}
              {...(limits.data && { hint: r.limits(rupees(limits.data.minimum), rupees(limits.data.maximum)) })}
            >
              <AmountInput
                name="amount"
                required
                value={text}
                onChange={({ target }) => setText(target.value)}
                className="text-lead"
              />
            </Field>
            <div role="group" aria-label={r.quick} className="flex flex-wrap gap-2">
              {QUICK.map((one) => (
                <Button
                  key={one}
                  aria-pressed={amount !== null && micros(amount) === micros(one)}
                  className="figures aria-pressed:border-accent aria-pressed:text-accent"
                  onPress={() => setText(one)}
                >
                  {rupees(one).replace(/\.00$/, '')}
                </Button>
              ))}
            </div>
            <Field label={r.method}>
              <Select value={method} onChange={({ target }) => setMethod(target.value)}>
                <option value="">{r.anyMethod}</option>
                {Object.keys(w.methods).map((one) => (
                  <option key={one} value={one}>
                    {named(w.methods, one)}
                  </option>
                ))}
              </Select>
            </Field>
            {method === 'net_banking' && (
              <Field label={r.bank} hint={r.bankHint} error={fieldError(pay.error, 'bank')}>
                <Input value={bank} maxLength={100} onChange={({ target }) => setBank(target.value)} />
              </Field>
            )}
          </div>
          <div className="flex flex-col gap-4">
            <QuoteLines estimate={estimate} />
            <Problem error={pay.error} fields={['amount', 'bank']} />
            {isMissingInProfile && may('billing.manage') && (
              <PageLink page="billing/profile" className={buttonLook()}>
                {r.toProfile}
              </PageLink>
            )}
            <Button
              type="submit"
              look="primary"
              disabled={estimate === null}
              isBusy={pay.isPending || pay.isSuccess}
              className="h-10"
            >
              {estimate === null ? w.payNow : r.pay(rupees(estimate.total))}
            </Button>
            <p className="text-small text-soft">{isTestMoney ? r.testWhereTo : r.whereTo}</p>
          </div>
        </form>
      </Panel>
    </Section>
  )
}

function Recharges() {
  const r = useWords(rechargeWords)
  const list = useRecharges()
  return (
    <Section title={r.list}>
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<CreditCard />} title={r.none}>
              {r.noneDetail}
            </Empty>
          }
        >
          {(rows) => <RechargeTable rows={rows} />}
        </Listed>
      </Panel>
    </Section>
  )
}
