// What one flush of a lane writes, once it is decided.

import * as conversationQueries from '#conversations/queries.ts'
import { guardedAnswers } from '#edge/idempotency.ts'
import { insertEvents } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { acceptedDeliveries, flushSize } from '#kit/metrics.ts'
import type { Statement } from '#kit/sql.ts'
import { noteWork } from '#kit/work.ts'
import type { PriceList } from '#pricing/rules.ts'
import type * as wallet from '#wallet/actions.ts'
import * as walletQueries from '#wallet/queries.ts'
import { callsForRecharge } from '#wallet/rules.ts'
import { movesWallet, type Plan } from './decide.ts'
import { milestones } from './milestones.ts'
import * as queries from './queries.ts'
import type { AcceptedMessage } from './rules.ts'

/** What every flush is given besides its requests. */
export interface Terms {
  priceList: PriceList
  /** Channels that the organization cannot send on. */
  unavailable: ReadonlySet<string>
  at: Date
  /** Whether a credit of a re-rate is waited for in vain; not said before it was tried. */
  isCreditDue?: boolean
}

/** The state that a flush is decided on. */
export interface Known {
  month: string
  purse: wallet.Purse
  counters: Map<string, bigint>
}

/** In one message to the server, which makes them one transaction; the first that finds another state than expected fails all. */
export function guardedWrites(organizationId: Uuid, plan: Plan, before: Known, terms: Terms): Statement[] {
  const ownerOf = new Map(plan.messages.map(({ conversationId, userId }) => [conversationId, userId]))
  const [moved, ...others] = writes(organizationId, plan, before, terms)
  return [
    ...(moved ? [moved] : []),
    ...(ownerOf.size > 0 ? [conversationQueries.mustBelong(organizationId, ownerOf)] : []),
    ...others,
    ...(plan.answers.length > 0 ? [guardedAnswers(organizationId, terms.at, plan.answers)] : []),
  ]
}

/** The wallet first, which fails unless it is in the state that was decided on. */
export function writes(organizationId: Uuid, plan: Plan, before: Known, { at, priceList }: Terms): Statement[] {
  const { messages, postings, warnings, after } = plan
  if (!movesWallet(plan)) return []
  const told = warnings.length > 0 ? [insertEvents(organizationId, at, warnings)] : []
  const moved = walletQueries.moveWallet(organizationId, before.purse, after, at)
  if (messages.length === 0) return [moved, ...told]
  const { month } = before
  const changed = new Map([...plan.counters].filter(([channel, count]) => before.counters.get(channel) !== count))
  return [
    moved,
    walletQueries.updateCounters(organizationId, month, changed),
    walletQueries.insertPostings(organizationId, at, postings),
    queries.insertMessages(organizationId, at, messages),
    queries.insertDeliveries(organizationId, at, month, priceList.volumeListId, messages),
    conversationQueries.markActive(
      organizationId,
      messages.map(({ conversationId }) => conversationId),
      at,
    ),
    noteWork('dispatch', organizationId, at),
    ...milestones({ organizationId, month, at, priceList, walletVersion: after.version }, before.counters, changed),
    ...(callsForRecharge(after) ? [noteWork('auto_recharge', organizationId, at)] : []),
    ...told,
  ]
}

export function measure(messages: AcceptedMessage[]): void {
  flushSize.observe(messages.length)
  const counts = new Map<string, number>()
  for (const { channel, deliveries } of messages) counts.set(channel, (counts.get(channel) ?? 0) + deliveries.length)
  for (const [channel, count] of counts) acceptedDeliveries.inc({ channel }, count)
}
