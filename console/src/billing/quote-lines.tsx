import type { RechargeEstimate } from '@samvad/sdk'
import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { classes } from '../design/classes.ts'
import { Money } from '../design/money.tsx'
import { words as rechargeWords } from './recharge-words.ts'
import { words } from './words.ts'

/** The credit, each tax, and the total; placeholders while loading. */
export function QuoteLines({ estimate }: { estimate: RechargeEstimate['estimate'] }) {
  const w = useWords(words)
  const r = useWords(rechargeWords)
  const money = (amount: string | undefined) => (amount === undefined ? '…' : <Money amount={amount} />)
  return (
    <dl aria-live="polite" className="flex flex-col gap-1.5">
      <QuoteLine name={r.credit}>{money(estimate?.amount)}</QuoteLine>
      {(estimate?.taxes ?? []).map(({ name, rate, amount }) => (
        <QuoteLine key={name} name={r.rateOf(name, rate)}>
          {money(amount)}
        </QuoteLine>
      ))}
      {estimate === null && <QuoteLine name={w.tax}>{money(undefined)}</QuoteLine>}
      <QuoteLine name={r.toPay} isSum>
        {money(estimate?.total)}
      </QuoteLine>
    </dl>
  )
}

/** A name and its amount; the last line is the total. */
export const QuoteLine = ({ name, isSum, children }: { name: string; isSum?: boolean; children: ReactNode }) => (
  <div
    className={classes('flex justify-between gap-4', isSum && 'mt-1 border-t border-line pt-2 text-lead font-semibold')}
  >
    <dt className={isSum ? '' : 'text-soft'}>{name}</dt>
    <dd className="figures">{children}</dd>
  </div>
)
