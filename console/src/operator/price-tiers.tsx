import type { Prices, PublishedPriceList } from '@samvad/sdk'
import { priceKindDescriptions } from '#channels/table.ts'
import { useKindNames } from '../app/channel-names.ts'
import { priceKinds } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { Money } from '../design/money.tsx'
import { grouped } from '../design/rupees.ts'
import { Channel } from '../design/status.tsx'
import { words } from './price-words.ts'

/** A list's prices by tier. */
export function PriceTiers({ list }: { list: PublishedPriceList }) {
  const w = useWords(words)
  const kindName = useKindNames()
  return (
    <dl className="grid gap-x-8 gap-y-4 p-3 sm:grid-cols-2 xl:grid-cols-4">
      {priceKinds.map((kind) => (
        <div key={kind} className="min-w-0">
          <dt className="mb-1 flex items-center gap-1.5 font-medium">
            <Channel channel={priceKindDescriptions[kind].channel} />
            {kindName(kind)}
          </dt>
          <dd>
            <Tiers prices={list.prices[kind]} />
            {priceKindDescriptions[kind].hasSegments && list.sms_unit === 'segment' && (
              <p className="text-small text-soft">{w.perSegment}</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Tiers({ prices: { mode, tiers } }: { prices: Prices }) {
  const w = useWords(words)
  return (
    <>
      <ul>
        {tiers.map(({ from, up_to, price }) => (
          <li key={from} className="flex items-baseline justify-between gap-3">
            <span className="figures text-soft">
              {up_to === null ? w.fromOn(grouped(from)) : `${grouped(from)}–${grouped(up_to)}`}
            </span>
            <Money amount={price} />
          </li>
        ))}
      </ul>
      {tiers.length > 1 && <p className="text-small text-soft">{w.modes[mode] ?? mode}</p>}
    </>
  )
}
