import type { Subscription } from '@samvad/sdk'
import { documentDay, indianDay } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Facts } from '../design/facts.tsx'
import { micros, rupees } from '../design/rupees.ts'
import { usePlans } from './data.ts'
import { words as planWords } from './plan-words.ts'

/** The next published price, from which day it applies, and whether the mandate covers it. */
export function Upcoming({ of: { mandate } }: { of: Subscription }) {
  const p = useWords(planWords)
  const { language } = useLanguage()
  const next = usePlans().data?.upcoming
  if (!next) return null
  const limit = mandate?.status === 'active' ? mandate.max_amount : null
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <Facts
        facts={[
          {
            name: p.priceFrom(documentDay(indianDay(next.effective_from), language)),
            value: p.perMonthTotal(rupees(next.total), rupees(next.tax)),
          },
        ]}
      />
      <p className="max-w-prose text-small text-soft">
        {limit !== null && micros(limit) < micros(next.total) ? p.upcomingByLink(rupees(limit)) : p.upcoming}
      </p>
    </div>
  )
}
