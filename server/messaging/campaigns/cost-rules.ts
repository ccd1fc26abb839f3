// The cost of a campaign's waiting units, by the price tiers after the month's count. Estimate, reservation and batches
// use the same functions. Pure.

import type { Micros } from '#kit/money.ts'
import { type Estimate, estimate } from '#money/pricing/estimate.ts'
import type { PriceKind, PriceList } from '#money/pricing/rules.ts'

/** The cost of `units` more messages of a kind after the month's first `taken`, by tier. */
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
  /** The cost of waiting recipients. */
  needed: Micros
  /** The campaign's reservation minus the last charge; negative when available credit was charged too. */
  left: Micros
  /** Unreserved credit. */
  available: Micros
}

/**
 * The reservation after a batch: the needed amount, as far as credit is available. A surplus is released, and missing
 * credit is reserved from the available credit.
 */
export function remainderAfter({ needed, left, available }: Reserving): Micros {
  const most = left + available
  return needed < most ? needed : most > 0n ? most : 0n
}

/** The reservation of a campaign paused for insufficient balance: what it has, without taking available credit. */
export function remainderShort({ needed, left }: Omit<Reserving, 'available'>): Micros {
  if (left <= 0n) return 0n
  return needed < left ? needed : left
}
