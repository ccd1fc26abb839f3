// Estimates the cost of a number of messages by tier. Pure.

import type { Micros } from '#kit/money.ts'
import { priceOf, type Tier } from './rules.ts'

export interface EstimateLine {
  tier: number
  /** The first and the last of the month's numbers that this line prices. */
  from: bigint
  to: bigint
  count: bigint
  priceMicros: Micros
  amount: Micros
}

export interface Estimate {
  lines: EstimateLine[]
  total: Micros
}

/** The price of `units` more after the first `already` of the month. */
export function estimate(tiers: readonly Tier[], already: bigint, units: bigint): Estimate {
  const last = already + units
  const lines: EstimateLine[] = []
  let from = already + 1n
  while (from <= last) {
    const { tier, priceMicros } = priceOf(tiers, from)
    const upTo = tiers[tier - 1]?.upTo ?? null
    const to = upTo === null || upTo > last ? last : upTo
    const count = to - from + 1n
    lines.push({ tier, from, to, count, priceMicros, amount: count * priceMicros })
    from = to + 1n
  }
  return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0n) }
}
