import type { PriceList, Prices, Tiers } from '@samvad/sdk'
import { useKindNames } from '../app/channel-names.ts'
import { hasSeveralKinds } from '../app/channels.ts'
import { shownMonth } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Money } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { grouped, rupees } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { BillingPage } from './billing-page.tsx'
import { usePrices } from './data.ts'
import { Estimator } from './estimator.tsx'
import { words as priceWords } from './price-words.ts'
import { words } from './words.ts'

export function PricesPage() {
  const isAllowed = useMay()('organization.view')
  return <BillingPage tab="prices">{isAllowed && <Loaded />}</BillingPage>
}

function Loaded() {
  const w = useWords(words)
  const p = useWords(priceWords)
  const { language } = useLanguage()
  const { prices, tiers } = usePrices()
  const error = prices.error ?? tiers.error
  if (!prices.data || !tiers.data)
    return error ? (
      <Failed error={error} onRetry={() => Promise.all([prices.refetch(), tiers.refetch()])} />
    ) : (
      <Skeleton />
    )
  const { data: list } = prices
  const { data: standing } = tiers
  return (
    <div>
      <Section
        title={w.tabs.prices}
        description={`${p.inForce(list.name, shownMonth(standing.month, language))} ${p.tax}`}
      >
        <div className="grid items-start gap-4 md:grid-cols-2">
          {standing.kinds.map((one) => (
            <KindPrices key={one.kind} list={list} of={one} />
          ))}
        </div>
      </Section>
      <Estimator kinds={standing.kinds} />
    </div>
  )
}

type Standing = Tiers['kinds'][number]

function KindPrices({ list, of: standing }: { list: PriceList; of: Standing }) {
  const p = useWords(priceWords)
  const kindName = useKindNames()
  const prices: Prices | undefined = list.prices[standing.kind as keyof PriceList['prices']]
  if (!prices) return null
  const name = kindName(standing.kind)
  return (
    <Panel>
      <div className="px-3 pt-3">
        <h3 className="flex items-center gap-2 font-semibold">
          <Channel channel={standing.channel} />
          {name}
        </h3>
        <p className="text-soft">
          {p.soFar(standing.count, standing.unit)}
          {' · '}
          {standing.next_tier
            ? p.toNext(standing.next_tier.remaining, rupees(standing.next_tier.price))
            : standing.tier_count === 1
              ? p.oneTier
              : p.cheapest}
        </p>
        {standing.next_tier && <Progress of={standing} name={name} />}
      </div>
      <Table
        label={name}
        head={
          <>
            <Head>{standing.unit === 'segment' ? p.segments : p.messages}</Head>
            <Head isFigure>{p.price}</Head>
          </>
        }
      >
        {prices.tiers.map(({ from, up_to, price }, place) => {
          const isHere = place + 1 === standing.tier
          return (
            <Row key={from} {...(isHere && { 'aria-current': true, className: 'bg-selected' })}>
              <Cell>
                <span className="figures flex flex-wrap items-center gap-2">
                  {p.range(from, up_to)}
                  {isHere && prices.tiers.length > 1 && <Status tone="accent">{p.here}</Status>}
                </span>
              </Cell>
              <Cell isFigure>
                <Money amount={price} />
              </Cell>
            </Row>
          )
        })}
      </Table>
      {(prices.mode === 'volume' || hasSeveralKinds(standing.channel)) && (
        <p className="px-3 py-2 text-small text-soft">{prices.mode === 'volume' ? p.volume : p.both}</p>
      )}
    </Panel>
  )
}

/** Progress within the tier; the sentence above has the numbers. */
function Progress({ of: { count, next_tier: next }, name }: { of: Standing; name: string }) {
  if (next === null) return null
  const end = next.from - 1
  return (
    <progress
      aria-label={name}
      aria-valuetext={`${grouped(count)} / ${grouped(end)}`}
      value={count}
      max={end}
      className="bar my-2 w-full"
    />
  )
}
