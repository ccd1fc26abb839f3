// Pure rules of the usage counters: what is counted, and by which keys.

import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { PricedChannel, PriceKind } from '#money/pricing/rules.ts'

/** Messages sent on a day by counter key. Later outcomes and refunds have columns of their own. */
export interface Usage {
  channel: PricedChannel
  kind: PriceKind
  /** The user who sent the messages. */
  userId: Uuid
  campaignId: Uuid | null
  /** The recipients' contact list; null unless a campaign sent them. */
  listId: Uuid | null
  /** The price list of the charge. */
  priceListId: Uuid
  messages: number
  deliveries: number
  /** How many of the month's numbers the messages took. */
  units: number
  amount: Micros
}

/** The part of a charge that determines the counter key of its deliveries. */
export interface CountedCharge extends Pick<Usage, 'userId' | 'campaignId' | 'listId' | 'priceListId'> {
  id: Uuid
}

/** One counted delivery and its kind. */
export interface CountedDelivery {
  id: Uuid
  /** The delivery's charge. */
  transactionId: Uuid
  kind: PriceKind
  units: number
  price: { priceMicros: Micros }
}

/**
 * The counted end state of a status: delivered or failed. Deliveries that are in progress, or ended as sent or
 * cancelled, are neither.
 */
export function endOf(status: string): 'delivered' | 'failed' | null {
  if (status === 'delivered' || status === 'read') return 'delivered'
  return status === 'failed' || status === 'undelivered' ? 'failed' : null
}

/**
 * Messages by channel, kind and counter key of their charges. A message counts once, with its delivery of the smallest
 * id.
 */
export function usageOf(
  charges: readonly CountedCharge[],
  messages: readonly { channel: PricedChannel; deliveries: readonly CountedDelivery[] }[],
): Usage[] {
  const chargeOf = new Map(charges.map((charge) => [charge.id, charge]))
  const found = new Map<string, Usage>()
  for (const { channel, deliveries } of messages) {
    let first: { id: Uuid; usage: Usage } | undefined
    for (const { id, transactionId, kind, units, price } of deliveries) {
      const { userId, campaignId, listId, priceListId } = chargeOf.get(transactionId) as CountedCharge
      const name = `${channel} ${kind} ${userId} ${campaignId} ${listId} ${priceListId}`
      let usage = found.get(name)
      if (!usage) {
        const nothing = { messages: 0, deliveries: 0, units: 0, amount: 0n }
        usage = { channel, kind, userId, campaignId, listId, priceListId, ...nothing }
        found.set(name, usage)
      }
      usage.deliveries++
      usage.units += units
      usage.amount += price.priceMicros
      if (!first || id < first.id) first = { id, usage }
    }
    if (first) first.usage.messages++
  }
  return [...found.values()]
}
