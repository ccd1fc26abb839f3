// The month's position in the tiers of a list. Pure.

import type { Micros } from '#kit/money.ts'
import { channelOf, isCountedBySegment, type PriceKind, type PriceList, priceKinds, priceOf } from './rules.ts'

export interface Standing {
  kind: PriceKind
  /** The month's count so far. */
  count: bigint
  isCountedBySegment: boolean
  /** The tier of the next message: 1 for the first. */
  tier: number
  tierCount: number
  price: Micros
  /** The next tier and how many messages remain before it; null in the last tier. */
  next: { tier: number; from: bigint; price: Micros; left: bigint } | null
}

/** For each kind that the list sells, given the counts of the channels. */
export function standingsOf(list: PriceList, counts: ReadonlyMap<string, bigint>): Standing[] {
  return priceKinds.flatMap((kind) => {
    const tiers = list.tiers[kind]
    if (tiers === undefined) return []
    const count = counts.get(channelOf(kind)) ?? 0n
    const { tier, priceMicros } = priceOf(tiers, count + 1n)
    const [upTo, behind] = [tiers[tier - 1]?.upTo ?? null, tiers[tier]]
    const next =
      upTo === null || behind === undefined
        ? null
        : { tier: tier + 1, from: upTo + 1n, price: behind.priceMicros, left: upTo - count }
    const counting = { count, isCountedBySegment: isCountedBySegment(list, kind) }
    return [{ kind, ...counting, tier, tierCount: tiers.length, price: priceMicros, next }]
  })
}
