// What one flush writes, once it is decided: the organizations together, one statement a table.

import * as conversationQueries from '#conversations/queries.ts'
import { keepAnswers } from '#edge/idempotency.ts'
import { insertEvents } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { acceptedDeliveries, flushSize } from '#kit/metrics.ts'
import type { Statement } from '#kit/sql.ts'
import { type NotedWork, noteWorkOf } from '#kit/work.ts'
import type { PriceList } from '#pricing/rules.ts'
import type * as wallet from '#wallet/actions.ts'
import * as walletQueries from '#wallet/flush-queries.ts'
import { callsForRecharge } from '#wallet/rules.ts'
import type { Plan } from './decide.ts'
import * as queries from './flush-queries.ts'
import { milestones } from './milestones.ts'

/** What a flush is decided on besides the requests of the organization. */
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

/** What was decided for one organization. */
export interface Decided {
  organizationId: Uuid
  plan: Plan
  before: Known
  terms: Terms
}

/** What came of it: the places of whom was left out, and conversations that somebody held, which are still to be marked active. */
export interface Written {
  leftOut: Set<number>
  held: { organizationId: Uuid; ids: Uuid[] }[]
}

/**
 * The statements of a flush: all of one month, in the order of the ids. The wallets first: whose is not in the state that was decided
 * on is left out of everything behind it.
 */
export function writes(all: readonly Decided[], month: string, at: Date): Statement[] {
  const ids = all.map(({ organizationId }) => organizationId)
  const moves = all.map(({ before, plan }) => ({ before: before.purse, after: plan.after }))
  const each = <One, Row>(of: (decided: Decided) => readonly One[], row: (one: One, place: number) => Row): Row[] =>
    all.flatMap((decided, index) => of(decided).map((one) => row(one, index + 1)))
  const placed = <One extends object>(of: (decided: Decided) => readonly One[]) =>
    each(of, (one, place) => ({ ...one, place }))

  const messages = placed(({ plan }) => plan.messages)
  const answers = placed(({ plan }) => plan.answers)
  return [
    walletQueries.moveWallets(ids, moves, at),
    conversationQueries.markActive(
      ids,
      each(conversationsOf, (id, place) => ({ place, id })),
      at,
    ),
    walletQueries.updateCounters(ids, month, placed(countsOf)),
    walletQueries.insertPostingsOf(
      ids,
      at,
      placed(({ plan }) => plan.postings),
    ),
    queries.insertMessages(ids, at, messages),
    queries.insertDeliveries(
      ids,
      all.map(({ terms }) => terms.priceList.volumeListId),
      at,
      month,
      messages,
    ),
    noteWorkOf(ids, worksOf(all), at),
    ...(answers.length > 0 ? [keepAnswers(ids, at, answers)] : []),
  ]
}

/** From the answers to `writes`. */
export function writtenOf(all: readonly Decided[], [moved, active]: unknown[][]): Written {
  const [{ left_out: leftOut }] = moved as [{ left_out: number[] }]
  const held = Map.groupBy(active as conversationQueries.ActiveConversation[], ({ place }) => place)
  return {
    leftOut: new Set(leftOut),
    held: [...held].map(([place, rows]) => ({
      organizationId: (all[place - 1] as Decided).organizationId,
      ids: rows.map(({ id }) => id),
    })),
  }
}

/** What is written only where nobody is left out: warnings and milestones are few, and their statements are of one organization. */
export function extras(all: readonly Decided[], month: string, at: Date): Statement[] {
  return [
    walletQueries.mustHaveMovedAll,
    ...all.flatMap((decided) => {
      const { organizationId, plan, terms } = decided
      const told = plan.warnings.length > 0 ? [insertEvents(organizationId, at, plan.warnings)] : []
      return [...passed(decided, month, terms.at), ...told]
    }),
  ]
}

/** Whether it writes more than messages and their charges. */
export function hasExtras(decided: Decided): boolean {
  return decided.plan.warnings.length > 0 || passed(decided, decided.before.month, decided.terms.at).length > 0
}

function passed({ organizationId, plan, before, terms }: Decided, month: string, at: Date): Statement[] {
  const flush = { organizationId, month, at, priceList: terms.priceList, walletVersion: plan.after.version }
  return milestones(flush, before.counters, changedCounts(plan, before))
}

function changedCounts(plan: Plan, before: Known): Map<string, bigint> {
  return new Map([...plan.counters].filter(([channel, count]) => before.counters.get(channel) !== count))
}

function countsOf({ plan, before }: Decided): { channel: string; count: bigint }[] {
  return [...changedCounts(plan, before)].map(([channel, count]) => ({ channel, count }))
}

function conversationsOf({ plan }: Decided): Uuid[] {
  return [...new Set(plan.messages.map(({ conversationId }) => conversationId))]
}

/** In the order of the kinds, and of the ids within: that in which everybody locks them. */
function worksOf(all: readonly Decided[]): NotedWork[] {
  const placesOf = (has: (decided: Decided) => boolean) =>
    all.flatMap((decided, index) => (decided.plan.messages.length > 0 && has(decided) ? [index + 1] : []))
  return [
    ...placesOf(({ plan }) => callsForRecharge(plan.after)).map((place) => ({ place, kind: 'auto_recharge' as const })),
    ...placesOf(() => true).map((place) => ({ place, kind: 'dispatch' as const })),
  ]
}

export function measure(plans: readonly Plan[]): void {
  const messages = plans.flatMap((plan) => plan.messages)
  if (messages.length === 0) return
  flushSize.observe(messages.length)
  const counts = new Map<string, number>()
  for (const { channel, deliveries } of messages) counts.set(channel, (counts.get(channel) ?? 0) + deliveries.length)
  for (const [channel, count] of counts) acceptedDeliveries.inc({ channel }, count)
}
