import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { Money } from '../design/money.tsx'
import { grouped } from '../design/rupees.ts'
import { type Counts, sentOf } from './sent.ts'
import { words } from './words.ts'

/** Totals of the whole period. */
export function Totals({ of }: { of: Counts }) {
  const w = useWords(words)
  const figures: { name: string; value: ReactNode }[] = [
    { name: w.spent, value: <Money amount={of.amount} /> },
    { name: w.sent, value: grouped(sentOf(of)) },
    { name: w.delivered, value: grouped(of.delivered) },
    { name: w.failed, value: grouped(of.failed) },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:flex">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-small text-soft">{name}</dt>
          <dd className="figures text-title font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
