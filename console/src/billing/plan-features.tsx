import type { Subscription } from '@samvad/sdk'
import { Check, Minus } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { hasPremiumNow } from '../app/premium.ts'
import { Panel, Section } from '../design/page.tsx'
import { rupees } from '../design/rupees.ts'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { words as planWords } from './plan-words.ts'

const FEATURES = ['forms', 'fields', 'basic', 'domains', 'branding', 'analytics', 'support'] as const
const OF_FREE: readonly (typeof FEATURES)[number][] = ['forms', 'fields', 'basic']

/** What each plan includes and costs, side by side. */
export function PlanFeatures({ of: subscription }: { of: Subscription }) {
  const p = useWords(planWords)
  const isPremium = hasPremiumNow(subscription)
  const { price, tax, total } = subscription
  return (
    <Section title={p.contents}>
      <Panel>
        <Table
          label={p.contents}
          head={
            <>
              <Head>{p.feature}</Head>
              <Head className={isPremium ? undefined : 'text-accent'}>{p.plans.free}</Head>
              <Head className={isPremium ? 'text-accent' : undefined}>{p.plans.premium}</Head>
            </>
          }
        >
          {FEATURES.map((feature) => (
            <Row key={feature}>
              <Cell>{p.features[feature]}</Cell>
              <Cell>
                <Included isThere={OF_FREE.includes(feature)} isUnlimited={feature === 'forms'} />
              </Cell>
              <Cell>
                <Included isThere isUnlimited={feature === 'forms'} />
              </Cell>
            </Row>
          ))}
          <Row className="font-medium">
            <Cell>{p.perMonthHead}</Cell>
            <Cell className="figures">{p.free}</Cell>
            <Cell>
              <span className="figures">{rupees(price)}</span>
              <span className="block text-small font-normal text-soft">{p.plusTax(rupees(tax), rupees(total))}</span>
            </Cell>
          </Row>
        </Table>
      </Panel>
    </Section>
  )
}

function Included({ isThere, isUnlimited }: { isThere: boolean; isUnlimited: boolean }) {
  const p = useWords(planWords)
  if (isThere && isUnlimited) return p.unlimited
  const Sign = isThere ? Check : Minus
  return (
    <>
      <Sign aria-hidden className={`size-4 ${isThere ? 'text-good' : 'text-soft'}`} />
      <span className="sr-only">{isThere ? p.included : p.notIncluded}</span>
    </>
  )
}
