// Price lists as the API shows them.

import { formatMicros } from '#kit/money.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { PriceListRow } from './queries.ts'
import { type PriceKind, type PriceList, priceKinds, readPriceList } from './rules.ts'
import type { Prices, PublicPriceList, PublishedPriceList } from './schema.ts'

type ShownPrices = Static<typeof PublicPriceList>['prices']

export function showPriceList(list: PriceList): Static<typeof PublicPriceList> {
  return {
    id: publicId('plist', list.id),
    name: list.name,
    currency: 'INR',
    effective_from: seconds(list.effectiveFrom),
    sms_unit: list.smsUnit,
    prices: Object.fromEntries(priceKinds.map((kind) => [kind, showPrices(list, kind)])) as ShownPrices,
  }
}

export function showPublished(row: PriceListRow): Static<typeof PublishedPriceList> {
  const { org_id, published_at } = row
  return {
    ...showPriceList(readPriceList(row)),
    organization_id: publicId('org', org_id),
    published_at: seconds(published_at),
  }
}

/** Null for a kind that the list does not sell. There is none as long as all lists were published with all kinds. */
function showPrices({ modes, tiers }: PriceList, kind: PriceKind): Static<typeof Prices> | null {
  const ofKind = tiers[kind]
  const mode = modes[kind]
  if (ofKind === undefined || mode === undefined) return null
  return {
    mode,
    tiers: ofKind.map(({ upTo, priceMicros }, index) => ({
      from: Number(ofKind[index - 1]?.upTo ?? 0n) + 1,
      up_to: upTo === null ? null : Number(upTo),
      price: formatMicros(priceMicros),
    })),
  }
}
