import type { OrganizationId, PublishedPriceList } from '@samvad/sdk'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { AssignPrices } from './assign-prices.tsx'
import { usePricesOf } from './data.ts'
import { words } from './organization-words.ts'
import { PriceTiers } from './price-tiers.tsx'

/** The organization's current and future message prices. */
export function PricesSection({ id }: { id: OrganizationId }) {
  const w = useWords(words)
  const { data, error, refetch } = usePricesOf(id)
  const [isAssigning, setAssigning] = useState(false)
  return (
    <Section title={w.pricesTitle} actions={<Button onPress={() => setAssigning(true)}>{w.assign}</Button>}>
      {data ? (
        <div className="flex flex-col gap-4">
          <List list={data.in_force} isInForce />
          {data.coming.map((list) => (
            <List key={list.id} list={list} />
          ))}
        </div>
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Skeleton rows={3} />
      )}
      {isAssigning && <AssignPrices id={id} onClose={() => setAssigning(false)} />}
    </Section>
  )
}

function List({ list, isInForce }: { list: PublishedPriceList; isInForce?: boolean }) {
  const w = useWords(words)
  return (
    <div className="rounded-box border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2">
        <span className="min-w-0 font-medium wrap-anywhere">{list.name}</span>
        {isInForce ? <Status tone="good">{w.inForce}</Status> : <Status tone="accent">{w.coming}</Status>}
        <span className="text-soft">{list.organization_id === null ? w.isDefault : w.isContract}</span>
        <span className="text-soft">
          {w.from} <Time at={list.effective_from} isExact />
        </span>
      </div>
      <PriceTiers list={list} />
    </div>
  )
}
