import type { CampaignEstimate } from '@samvad/sdk'
import { SamvadError } from '@samvad/sdk'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../app/language.tsx'
import { useMarks } from '../../app/marks.ts'
import { RechargeDialog } from '../../app/recharge-dialog.tsx'
import { useMay } from '../../app/session.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { Money, TestMoney } from '../../design/money.tsx'
import { Problem } from '../../design/problem.tsx'
import { grouped, micros, rupees } from '../../design/rupees.ts'
import { Spinner } from '../../design/spinner.tsx'
import { Time } from '../../design/time.tsx'
import { reviewWords } from './review-words.ts'
import { skipWords } from './skip-words.ts'
import { StartForm } from './start-form.tsx'
import type { Composer } from './use-composer.ts'
import type { EstimateState } from './use-estimate.ts'

interface CostPanelProps {
  composer: Composer
  estimate: EstimateState
  /** True when the draft is complete. */
  isReady: boolean
}

/** Recipients, cost by tier, available credits, and the start button. */
export function CostPanel({ composer, estimate, isReady }: CostPanelProps) {
  const w = useWords(reviewWords)
  const { isTestMoney } = useMarks()
  const { data, error, isCounting, refetch } = estimate
  // Errors of a field are shown next to the link to it.
  const isAtField = error instanceof SamvadError && error.errors.length > 0
  return (
    <div className="rounded-box border border-line bg-surface">
      <div className="flex items-center gap-2 px-4 pt-3">
        <h2 className="grow text-lead font-semibold">{w.cost}</h2>
        {isTestMoney && <TestMoney />}
        {data && (
          <IconButton label={w.countAgain} onClick={() => void refetch()} className="-me-2">
            {isCounting ? <Spinner /> : <RefreshCw aria-hidden className="size-4" />}
          </IconButton>
        )}
      </div>
      <div className="px-4 pt-2 pb-4">
        {data ? (
          <>
            <Lines estimate={data} />
            <Shortfall estimate={data} />
            <StartForm composer={composer} estimate={data} />
          </>
        ) : error && !isAtField ? (
          <div className="flex flex-col items-start gap-3">
            <Problem error={error} />
            <Button onPress={refetch}>{w.countAgain}</Button>
          </div>
        ) : (
          <p role="status" className="flex items-center gap-2 text-soft">
            {isReady && !error && <Spinner />}
            {isReady && !error ? w.counting : w.notYet}
          </p>
        )}
      </div>
    </div>
  )
}

function Lines({ estimate }: { estimate: CampaignEstimate }) {
  const w = useWords(reviewWords)
  const { recipients, units, total, balance, available_credits: available, finishes_at: finishes } = estimate
  const isReserved = micros(balance) !== micros(available)
  return (
    <>
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-soft">{w.recipients}</span>
        <span className="figures text-title font-semibold">{grouped(recipients)}</span>
      </p>
      <Unreached of={estimate.unreachable} />
      <div className="mt-3 border-t border-line pt-3">
        <Tiers tiers={estimate.tiers} />
        <dl className="flex flex-col gap-1.5">
          {units !== recipients && <Line name={w.units}>{grouped(units)}</Line>}
          <Line name={w.total} isSum>
            <Money amount={total} />
          </Line>
          {isReserved && (
            <Line name={w.balance}>
              <Money amount={balance} />
            </Line>
          )}
          <Line name={w.available}>
            <Money amount={available} />
          </Line>
          {finishes !== null && (
            <Line name={w.finishes}>
              <Time at={finishes} />
            </Line>
          )}
        </dl>
      </div>
    </>
  )
}

const Line = ({ name, isSum, children }: { name: string; isSum?: boolean; children: ReactNode }) => (
  <div className={classes('flex items-baseline justify-between gap-4', isSum && 'py-1 text-lead font-semibold')}>
    <dt className={isSum ? '' : 'text-soft'}>{name}</dt>
    <dd className="figures">{children}</dd>
  </div>
)

/** Contacts of the audience that do not receive the campaign, by reason. */
function Unreached({ of }: { of: CampaignEstimate['unreachable'] }) {
  const w = useWords(reviewWords)
  const { reasons } = useWords(skipWords)
  if (of.length === 0) return null
  const sum = of.reduce((all, { count }) => all + count, 0)
  return (
    <div className="mt-2">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-soft">{w.unreached}</span>
        <span className="figures font-medium">{grouped(sum)}</span>
      </p>
      <ul className="mt-1 flex flex-col gap-1 border-s-2 border-line ps-3 text-small text-soft">
        {of
          .toSorted((one, other) => other.count - one.count)
          .map(({ reason, count }) => (
            <li key={reason} className="flex items-baseline justify-between gap-3">
              <span>{reasons[reason as keyof typeof reasons] ?? reason}</span>
              <span className="figures shrink-0">{grouped(count)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}

/** The price tiers of the month's messages. */
function Tiers({ tiers }: { tiers: CampaignEstimate['tiers'] }) {
  const w = useWords(reviewWords)
  if (tiers.length === 0) return null
  return (
    <table className="mb-2 w-full text-small">
      <caption className="sr-only">{w.tiers}</caption>
      <thead className="text-soft">
        <tr>
          <th scope="col" className="pb-1 text-start font-normal">
            {w.ofMonth}
          </th>
          <th scope="col" className="pb-1 text-end font-normal">
            {w.price}
          </th>
          <th scope="col" className="pb-1 text-end font-normal">
            {w.amount}
          </th>
        </tr>
      </thead>
      <tbody className="figures">
        {tiers.map(({ tier, from, to, price, amount }) => (
          <tr key={`${tier} ${from}`}>
            <td className="py-0.5">
              {grouped(from)}–{grouped(to)}
            </td>
            <td className="py-0.5 text-end">
              <Money amount={price} />
            </td>
            <td className="py-0.5 text-end">
              <Money amount={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The missing amount, and a recharge that covers it; afterwards the campaign continues automatically. */
function Shortfall({ estimate: { shortfall } }: { estimate: CampaignEstimate }) {
  const w = useWords(reviewWords)
  const mayRecharge = useMay()('wallet.recharge')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {micros(shortfall) > 0n && (
        <div role="status" className="mt-3 rounded-box bg-bad-tint px-3 py-2.5">
          <p className="font-medium text-bad">{w.short(rupees(shortfall))}</p>
          <p className="mt-0.5 text-small">{mayRecharge ? w.shortDetail : w.mayNotRecharge}</p>
          {mayRecharge && (
            <Button look="primary" className="mt-2" onPress={() => setOpen(true)}>
              {w.recharge}
            </Button>
          )}
        </div>
      )}
      <RechargeDialog isOpen={isOpen} missing={shortfall} onClose={() => setOpen(false)} />
    </>
  )
}
