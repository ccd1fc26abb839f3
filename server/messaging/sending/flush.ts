// The statements of a decided flush: one per table for all organizations.

import { keepAnswers, type NewAnswer } from '#edge/idempotency.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { acceptedDeliveries, flushFailures, flushSeconds, flushSize } from '#kit/metrics.ts'
import * as activityQueries from '#messaging/conversations/activity-queries.ts'
import * as walletQueries from '#money/wallet/flush-queries.ts'
import { effectsOf } from './effects.ts'
import { changedCounts, type Plan, type Planned } from './plan.ts'
import * as queries from './queries.ts'

/**
 * The result of a flush: positions of organizations that were left out, and conversations that were locked and are
 * still to be marked active.
 */
export interface Written {
  leftOut: Set<number>
  held: { organizationId: Uuid; ids: Uuid[] }[]
}

/**
 * The statements of a flush: one month, in id order. Wallets come first: an organization whose wallet changed since the
 * decision is left out of all later statements, and so is one that uses a template in `stale`.
 */
export function writes(all: readonly Planned[], month: string, at: Date, stale: Statement | null = null): Statement[] {
  const ids = all.map(({ organizationId }) => organizationId)
  const moves = all.map(({ before, plan }) => ({ before: before.walletState, after: plan.after }))
  const each = <One, Row>(of: (planned: Planned) => readonly One[], row: (one: One, place: number) => Row): Row[] =>
    all.flatMap((planned, index) => of(planned).map((one) => row(one, index + 1)))
  const placed = <One extends object>(of: (planned: Planned) => readonly One[]) =>
    each(of, (one, place) => ({ ...one, place }))

  const messages = placed(({ plan }) => plan.messages)
  const answers = each(answersOf, (answer, place) => ({ ...answer, place }))
  return [
    walletQueries.moveWallets(ids, moves, at, stale),
    ...(isAnyToMark(all)
      ? [
          activityQueries.markActive(
            ids,
            each(
              ({ plan }) => [...plan.active],
              (id, place) => ({ place, id }),
            ),
            at,
          ),
        ]
      : []),
    walletQueries.updateCounters(ids, month, placed(countsOf)),
    walletQueries.insertTransactionsOf(
      ids,
      at,
      placed(({ plan }) => plan.ledgerTransactions),
    ),
    queries.insertMessages(ids, at, messages),
    queries.insertDeliveries(
      ids,
      all.map(({ context }) => context.priceList.volumeListId),
      all.map(({ context }) => context.accountIds ?? []),
      at,
      month,
      messages,
    ),
    ...effectsOf(all, { organizationIds: ids, month, at }),
    ...(answers.length > 0 ? [keepAnswers(ids, at, answers)] : []),
  ]
}

/** Reads the results of the statements from `writes`. */
export function writtenOf(all: readonly Planned[], [moved, marked]: unknown[][]): Written {
  const active = isAnyToMark(all) ? marked : []
  const [{ left_out: leftOut }] = moved as [{ left_out: number[] }]
  const held = Map.groupBy(active as activityQueries.ActiveConversation[], ({ place }) => place)
  return {
    leftOut: new Set(leftOut),
    held: [...held].map(([place, rows]) => ({
      organizationId: (all[place - 1] as Planned).organizationId,
      ids: rows.map(({ id }) => id),
    })),
  }
}

function countsOf({ plan, before }: Planned): { channel: string; count: bigint }[] {
  return [...changedCounts(plan, before)].map(([channel, count]) => ({ channel, count }))
}

/** Idempotency responses of the requests, as their callers build them. */
function answersOf({ plan }: Planned): Omit<NewAnswer, 'place'>[] {
  return plan.retries.map(({ callerId, retry: { idempotency, replyTo }, outcomes }) => ({
    callerId,
    idempotency,
    reply: replyTo(outcomes),
  }))
}

const isAnyToMark = (all: readonly Planned[]): boolean => all.some(({ plan }) => plan.active.size > 0)

/** Measures how long the write takes, and whether it fails. */
export async function measured<T>(writer: 'small' | 'large' | 'behind_lock' | 'alone', work: Promise<T>): Promise<T> {
  const begunAt = performance.now()
  try {
    const done = await work
    flushSeconds.observe({ writer }, (performance.now() - begunAt) / 1000)
    return done
  } catch (error) {
    flushFailures.inc({ writer })
    throw error
  }
}

export function measure(plans: readonly Plan[]): void {
  const messages = plans.flatMap((plan) => plan.messages)
  if (messages.length === 0) return
  flushSize.observe(messages.length)
  const counts = new Map<string, number>()
  for (const { channel, deliveries } of messages) counts.set(channel, (counts.get(channel) ?? 0) + deliveries.length)
  for (const [channel, count] of counts) acceptedDeliveries.inc({ channel }, count)
}
