// Prices. The nth message of the month costs what the tier that holds n says. Graduated: no message is ever re-rated.
// service.md §1 rules 3 to 5, decisions §5.1.

import { type Micros, parseMicros } from '#kit/money.ts'

/** What is priced apart: an app message is a reply within the session or a template. */
export const priceKinds = ['email', 'app_session', 'app_template', 'sms'] as const
export type PriceKind = (typeof priceKinds)[number]

/** What a transaction can be about. */
export const pricedChannels = ['email', 'app', 'sms'] as const

export interface Tier {
  /** The last message number that the tier holds; null for the last tier. */
  upTo: bigint | null
  priceMicros: Micros
}

export interface PriceList {
  id: string
  name: string
  effectiveFrom: Date
  tiers: Readonly<Record<PriceKind, readonly Tier[]>>
}

export interface Price {
  priceMicros: Micros
  /** 1 for the first tier. */
  tier: number
}

/** `n` counts from 1 within the organization, channel and month. */
export function priceOf(tiers: readonly Tier[], n: bigint): Price {
  const index = tiers.findIndex(({ upTo }) => upTo === null || n <= upTo)
  const tier = tiers[index]
  if (!tier) throw new Error(`no tier holds message number ${n}`)
  return { priceMicros: tier.priceMicros, tier: index + 1 }
}

/** The price of `count` messages after the first `already`, without a loop over them: the sum is the same however they are batched. */
export function priceOfMany(tiers: readonly Tier[], already: bigint, count: bigint): Micros {
  const last = already + count
  let from = already
  let sum = 0n
  for (const { upTo, priceMicros } of tiers) {
    const end = upTo === null || upTo > last ? last : upTo
    if (end > from) {
      sum += (end - from) * priceMicros
      from = end
    }
  }
  if (from !== last) throw new Error(`no tier holds message number ${last}`)
  return sum
}

interface Definition {
  prices: Record<PriceKind, { tiers: { up_to: number | null; price: string }[] }>
}

/** A stored definition as tiers; throws on one that leaves a number without a price. */
export function readTiers(definition: unknown): PriceList['tiers'] {
  const { prices } = definition as Definition
  return Object.fromEntries(
    priceKinds.map((kind) => {
      const tiers = prices[kind].tiers.map(({ up_to, price }) => {
        const priceMicros = parseMicros(price)
        if (priceMicros === null) throw new Error(`price list: ${kind} has the price ${price}`)
        return { upTo: up_to === null ? null : BigInt(up_to), priceMicros }
      })
      const ordered = tiers.every(({ upTo }, index) => {
        const before = tiers[index - 1]
        return index === 0 || (before?.upTo != null && (upTo === null || upTo > before.upTo))
      })
      if (!ordered || tiers.at(-1)?.upTo !== null)
        throw new Error(`price list: the tiers of ${kind} must rise and end without a limit`)
      return [kind, tiers]
    }),
  ) as unknown as PriceList['tiers']
}
