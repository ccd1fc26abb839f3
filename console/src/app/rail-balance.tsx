import { useQuery } from '@tanstack/react-query'
import { Money, TestMoney } from '../design/money.tsx'
import { api } from './api.ts'
import { useWords } from './language.tsx'
import { useMarks } from './marks.ts'
import { PageLink } from './page-link.tsx'
import { useRefresh } from './queries.ts'
import { useMay } from './session.ts'
import { words } from './words.ts'

export const balanceQuery = {
  queryKey: ['balance'],
  queryFn: () => api.billing.balance.retrieve(),
}

/** Plain while the balance suffices, amber when it is low, red when sending has stopped. */
export function RailBalance({ onGo }: { onGo?: () => void }) {
  const w = useWords(words)
  const { isTestMoney } = useMarks()
  const mayRecharge = useMay()('wallet.recharge')
  const { data } = useQuery(balanceQuery)
  useRefresh(['balance.*', 'transaction.*', 'recharge.*', 'message.*'], [['balance']])
  if (!data) return <div className="h-14" />
  const state = data.sending_paused ? 'out' : data.low_balance_warning === null ? 'fine' : 'low'
  const colour = { out: 'text-bad', low: 'text-warn', fine: '' }[state]
  const said = {
    out: w.balanceOut,
    low: w.balanceLow,
    fine: data.days_left === null ? w.balance : w.daysLeft(data.days_left),
  }[state]
  return (
    <PageLink
      page={mayRecharge ? 'billing/recharge' : 'billing'}
      className="touch flex flex-col rounded-box px-2 py-2 hover:bg-hover"
      {...(onGo && { onClick: onGo })}
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Money amount={data.balance} className={`font-medium ${colour}`} />
        {isTestMoney && <TestMoney />}
      </span>
      <span className={`text-small ${colour || 'text-soft'}`}>{said}</span>
      {mayRecharge && <span className="sr-only">{w.recharge}</span>}
    </PageLink>
  )
}
