// Changes of a report's counts by the outcomes of deliveries. Pure.

import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'

/**
 * `left` (accepted by the provider) and `arrived` (reported as delivered or read) do not change with later outcomes.
 * The reason of `charged` is a tier and price.
 */
export const countNames = [
  'sent',
  'delivered',
  'read',
  'failed',
  'undelivered',
  'cancelled',
  'left',
  'arrived',
  'skipped',
  'replied',
  'pressed',
  'bounced',
  'unsubscribed',
  'complained',
  'charged',
  'opened',
  'opens',
  'clicked',
  'clicks',
  'bot_opens',
  'bot_clicks',
] as const
export type CountName = (typeof countNames)[number]

/** States of deliveries that the provider accepted. */
export const sentNames = ['sent', 'delivered', 'read', 'undelivered'] as const satisfies readonly CountName[]

/** Also counted by day. */
export const dayNames = [
  'left',
  'arrived',
  'read',
  'failed',
  'undelivered',
  'cancelled',
  'replied',
  'unsubscribed',
  'complained',
  'opened',
  'clicked',
] as const satisfies readonly CountName[]
export type DayName = (typeof dayNames)[number]

export interface CountChange {
  organizationId: Uuid
  campaignId: Uuid
  name: CountName
  /** Empty when the name suffices. */
  reason: string
  count: number
}

/** A delivery whose status changed. */
export interface MovedDelivery {
  org_id: Uuid
  campaign_id: Uuid | null
  status: string
  /** The previous state; unset before sending. */
  was?: string
  errorCode?: string | null
}

/** A change of the count by `count`, by default 1. */
export const countOf = (
  organizationId: Uuid,
  campaignId: Uuid,
  name: CountName,
  { reason = '', count = 1 }: { reason?: string; count?: number } = {},
): CountChange => ({ organizationId, campaignId, name, reason, count })

const withReason: ReadonlySet<string> = new Set(['failed', 'undelivered', 'cancelled'])
const thatLeft: ReadonlySet<string> = new Set(['sent', 'delivered', 'read', 'undelivered'])
const hasArrived = (status: string) => status === 'delivered' || status === 'read'
const isCounted = (status: string | undefined): status is CountName =>
  status !== undefined && (thatLeft.has(status) || withReason.has(status))

/**
 * One change per campaign, name and reason. Queued and in-flight deliveries are not counted: they are the remainder.
 */
export function changesOf(moved: readonly MovedDelivery[]): CountChange[] {
  const all = moved.flatMap(({ org_id: organizationId, campaign_id: campaignId, status, was, errorCode }) => {
    if (campaignId === null || status === was) return []
    const of = { organizationId, campaignId }
    const changes: CountChange[] = []
    // States with a reason are final: messages/rules.ts.
    if (isCounted(was)) changes.push({ ...of, name: was, reason: '', count: -1 })
    if (isCounted(status))
      changes.push({ ...of, name: status, reason: withReason.has(status) ? (errorCode ?? status) : '', count: 1 })
    if (thatLeft.has(status) && !(was !== undefined && thatLeft.has(was)))
      changes.push({ ...of, name: 'left', reason: '', count: 1 })
    if (hasArrived(status) && !(was !== undefined && hasArrived(was)))
      changes.push({ ...of, name: 'arrived', reason: '', count: 1 })
    return changes
  })
  return addedUp(all)
}

export function addedUp(changes: readonly CountChange[]): CountChange[] {
  const sums = new Map<string, CountChange>()
  for (const change of changes) {
    const key = `${change.organizationId} ${change.campaignId} ${change.name} ${change.reason}`
    const sum = sums.get(key)
    if (sum) sum.count += change.count
    else sums.set(key, { ...change })
  }
  return [...sums.values()].filter(({ count }) => count !== 0)
}

/** What deliveries were charged, before reversals. */
export interface TierPrice {
  tier: number
  priceMicros: Micros
}

export function chargesOf(
  organizationId: Uuid,
  campaignId: Uuid,
  deliveries: readonly { price: TierPrice }[],
): CountChange[] {
  return addedUp(
    deliveries.map(({ price: { tier, priceMicros } }) =>
      countOf(organizationId, campaignId, 'charged', { reason: `${tier} ${priceMicros}` }),
    ),
  )
}

export function tierPriceIn(reason: string): TierPrice {
  const [tier = '', price = ''] = reason.split(' ')
  return { tier: Number(tier), priceMicros: BigInt(price) }
}
