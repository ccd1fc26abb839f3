// Volume prices: each message is charged at the tier of its own number; when the month's count crosses into a cheaper
// tier, the whole month is re-rated to that price by one credit. spec 8.6.

import type { Micros } from '#kit/money.ts'
import { kindsOf, type PricedChannel, type PriceKind, type PriceList, priceOf, type Tier } from './rules.ts'

/** A month's count has reached a cheaper tier of a kind. */
export interface Crossing {
  kind: PriceKind
  tier: number
  priceMicros: Micros
  /** The last number with the higher price; later ones already have the new price. */
  upToNumber: bigint
}

/** The tier boundaries that a count crosses between `before` and `after`, for each kind with volume prices. */
export function crossingsOf(
  list: Pick<PriceList, 'modes' | 'tiers'>,
  channel: PricedChannel,
  before: bigint,
  after: bigint,
): Crossing[] {
  return kindsOf[channel].flatMap((kind) => {
    const tiers = list.tiers[kind]
    if (tiers === undefined || list.modes[kind] !== 'volume') return []
    const crossing = crossingOf(tiers, before, after)
    return crossing ? [{ kind, ...crossing }] : []
  })
}

export function crossingOf(tiers: readonly Tier[], before: bigint, after: bigint): Omit<Crossing, 'kind'> | null {
  // Nothing was sent before: the first message has the highest price.
  const from = priceOf(tiers, before === 0n ? 1n : before)
  const to = priceOf(tiers, after)
  if (to.priceMicros >= from.priceMicros) return null
  const dearer = tiers.slice(0, to.tier - 1).findLast(({ priceMicros }) => priceMicros > to.priceMicros)
  return { tier: to.tier, priceMicros: to.priceMicros, upToNumber: dearer?.upTo as bigint }
}
