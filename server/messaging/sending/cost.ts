// The cost of a message: each recipient at the price of the tier that contains its number in the month, all charged to
// the balance. Pure.

import { formatMicros, type Micros } from '#kit/money.ts'
import { type Refusal, refusal } from '#kit/refusals.ts'
import { type Price, type PriceKind, type PriceList, priceOfUnits, unitsOf } from '#money/pricing/rules.ts'
import { deduct } from '#money/wallet/rules.ts'

/** The price of one delivery. */
export interface DeliveryCost {
  price: Price
  /** Its first number in the month's count, and how many numbers it uses. */
  monthNumber: bigint
  units: number
}

export interface Cost {
  /** Per requested kind, in order. */
  deliveries: DeliveryCost[]
  total: Micros
  /** The balance, and the channel's counters for the month, after the charge. */
  balance: Micros
  taken: bigint
}

export interface Means {
  priceList: Pick<PriceList, 'smsUnit' | 'tiers'>
  /** Credit that can be spent. */
  balance: Micros
  /** Credit reserved by campaigns. */
  reserved?: Micros
  /** The channel's count for the month so far. */
  taken: bigint
  /** A re-rate credit is pending, so nobody is refused for insufficient balance. */
  isCreditDue?: boolean | undefined
}

/** The total cost of deliveries of these kinds; a refusal when the balance does not cover all of them. */
export function costOf(
  { priceList, balance, reserved = 0n, taken, isCreditDue }: Means,
  kinds: readonly PriceKind[],
  text: string | null,
): Cost | Refusal {
  let last = taken
  const deliveries = kinds.map((kind): DeliveryCost => {
    const units = unitsOf(priceList, kind, text)
    const tiers = priceList.tiers[kind]
    if (tiers === undefined) throw new Error(`${kind} is not sold: nobody receives it`)
    const price = priceOfUnits(tiers, last, units)
    const monthNumber = last + 1n
    last += BigInt(units)
    return { price, monthNumber, units }
  })
  const total = deliveries.reduce((sum, { price }) => sum + price.priceMicros, 0n)
  const after = deduct(balance, total)
  if (after !== null) return { deliveries, total, balance: after, taken: last }
  if (isCreditDue) return refusal('temporarily_unavailable', 'balance_awaits_credit')
  const price = formatMicros(total)
  const available = formatMicros(balance)
  return reserved === 0n
    ? refusal('insufficient_balance', 'price_above_balance', { price, balance: available })
    : refusal('insufficient_balance', 'price_above_available', { price, available, reserved: formatMicros(reserved) })
}
