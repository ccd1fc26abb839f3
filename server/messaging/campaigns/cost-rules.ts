// What a campaign costs: the units that wait, at the tiers after the month's count. An estimate, a reservation and a
// batch are this one function. Pure.

import type { Micros } from '#kit/money.ts'
import { type Estimate, estimate } from '#money/pricing/estimate.ts'
import type { PriceKind, PriceList } from '#money/pricing/rules.ts'

/** `units` more messages of a kind after the first `taken` of the month, tier by tier. */
export function costOfUnits(
  { tiers }: Pick<PriceList, 'tiers'>,
  kind: PriceKind,
  taken: bigint,
  units: bigint,
): Estimate {
  const ofKind = tiers[kind]
  if (ofKind === undefined) throw new Error(`${kind} is not sold`)
  return estimate(ofKind, taken, units)
}

export interface Reserving {
  /** What the recipients who wait will cost. */
  needed: Micros
  /** What is reserved for the campaign, less what was just charged; negative where available credit was charged too. */
  left: Micros
  /** Credit that nobody has reserved. */
  available: Micros
}

/**
 * The remainder after a batch: what is needed, as far as it is there. Surplus is released, and what is missing is taken
 * from available credit.
 */
export function remainderAfter({ needed, left, available }: Reserving): Micros {
  const most = left + available
  return needed < most ? needed : most > 0n ? most : 0n
}

/** The remainder of a campaign that stops for want of money: what it has, and nothing from available credit. */
export function remainderShort({ needed, left }: Omit<Reserving, 'available'>): Micros {
  if (left <= 0n) return 0n
  return needed < left ? needed : left
}
