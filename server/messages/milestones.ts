// What a flush writes besides when a month's count has passed something that matters: a cheaper tier of a volume list, or where
// enterprise pricing begins. Nearly always nothing, found out by comparing two numbers.

import { INSTALLATION } from '#audit/actions.ts'
import { insertEvents } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Statement } from '#kit/sql.ts'
import { noteWork } from '#kit/work.ts'
import { enterpriseEligible } from '#organizations/events.ts'
import * as organizationQueries from '#organizations/queries.ts'
import { enterpriseFrom, type PricedChannel, type PriceList } from '#pricing/rules.ts'
import { crossingsOf } from '#pricing/volume.ts'
import * as rerateQueries from './rerate-queries.ts'

export interface Flush {
  organizationId: Uuid
  month: string
  at: Date
  priceList: PriceList
  /** The one that the flush makes. */
  walletVersion: bigint
}

/** `after` holds the counts that the flush changed, `before` all as they were. */
export function milestones(
  flush: Flush,
  before: ReadonlyMap<string, bigint>,
  after: ReadonlyMap<string, bigint>,
): Statement[] {
  const statements: Statement[] = []
  for (const [name, count] of after) {
    const channel = name as PricedChannel
    const earlier = before.get(channel) ?? 0n
    const limit = enterpriseFrom[channel]
    if (limit !== null && earlier < limit && count >= limit) statements.push(...eligibility(flush, channel, count))
    if (flush.priceList.volumeListId !== null) statements.push(...rerates(flush, channel, earlier, count))
  }
  return statements
}

/** The operator is told by an event of the installation itself, and the list of organizations shows it. */
function eligibility({ organizationId, month, at }: Flush, channel: PricedChannel, count: bigint): Statement[] {
  const event = enterpriseEligible(organizationId, { channel, month, count, at })
  return [
    organizationQueries.insertEligibility(organizationId, channel, month, at),
    insertEvents(organizationId, at, [event]),
    insertEvents(INSTALLATION, at, [event]),
  ]
}

function rerates(flush: Flush, channel: PricedChannel, earlier: bigint, count: bigint): Statement[] {
  const crossings = crossingsOf(flush.priceList, channel, earlier, count)
  if (crossings.length === 0) return []
  return [rerateQueries.insert(flush, crossings), noteWork('rerate', flush.organizationId, flush.at)]
}
