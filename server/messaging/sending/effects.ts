// All side effects of a send besides its messages and charges. Each effect is a pure function from an organization's
// decisions to rows, plus one statement that inserts the rows of all organizations in a flush, except skipped ones.
// They run in list order; most flushes have rows only for usage and due work, and an effect without rows runs no
// statement.

import { insertEventsOfMany } from '#events/queries.ts'
import { notLeftOut, type Placed } from '#kit/database/places.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { enqueueWorkOf, type WorkKind } from '#kit/work.ts'
import * as attachmentQueries from '#messaging/attachments/queries.ts'
import { messageCreated } from '#messaging/messages/events.ts'
import * as rerateQueries from '#messaging/rerating/queries.ts'
import { enterpriseFrom, type PricedChannel } from '#money/pricing/rules.ts'
import { crossingsOf } from '#money/pricing/volume.ts'
import * as usageQueries from '#money/usage/queries.ts'
import { usageOf } from '#money/usage/rules.ts'
import { callsForRecharge } from '#money/wallet/rules.ts'
import { INSTALLATION } from '#people/audit/actions.ts'
import { enterpriseEligible } from '#people/organizations/events.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import { attachingOf } from './attachments.ts'
import { type Counting, changedCounts, type Planned } from './plan.ts'
import * as queries from './queries.ts'
import { showAccepted } from './show.ts'

/** A flush: one month and one timestamp, for these organizations in this order. */
export interface FlushScope {
  organizationIds: readonly Uuid[]
  month: string
  at: Date
}

interface Effect<Row extends object> {
  rowsOf(planned: Planned, flush: FlushScope): readonly Row[]
  write(flush: FlushScope, rows: readonly (Row & Placed)[]): Statement
}

export const effects: Readonly<Record<string, (all: readonly Planned[], flush: FlushScope) => Statement | null>> = {
  attachments: effect({
    rowsOf: ({ plan }) => attachingOf(plan.messages),
    write: ({ organizationIds }, rows) => attachmentQueries.attach(organizationIds, rows, notLeftOut()),
  }),
  attachmentMarks: effect({
    rowsOf: ({ plan }) => plan.messages.filter(({ attachments }) => attachments.length > 0).map(({ id }) => ({ id })),
    write: ({ organizationIds }, rows) => queries.markAttachments(organizationIds, rows),
  }),
  usage: effect({
    rowsOf: ({ plan }) => usageOf(plan.ledgerTransactions, plan.messages),
    write: ({ organizationIds, at }, rows) => usageQueries.addUsage(organizationIds, indianDate(at), rows),
  }),
  enterpriseMarks: effect({
    rowsOf: enterpriseMarksOf,
    write: ({ organizationIds, month, at }, rows) =>
      organizationQueries.insertEligibilities(organizationIds, month, at, rows),
  }),
  rerates: effect({
    rowsOf: reratesOf,
    write: ({ organizationIds, month, at }, rows) => rerateQueries.insert(organizationIds, month, at, rows),
  }),
  work: effect({
    rowsOf: workOf,
    write: ({ organizationIds, at }, rows) => enqueueWorkOf(organizationIds, rows.toSorted(byKind), at),
  }),
  events: effect({
    rowsOf: eventsOf,
    write: ({ at }, rows) => insertEventsOfMany(at, rows, notLeftOut()),
  }),
}

function effect<Row extends object>({ rowsOf, write }: Effect<Row>) {
  return (all: readonly Planned[], flush: FlushScope): Statement | null => {
    const rows = all.flatMap((planned, index) => rowsOf(planned, flush).map((row) => ({ ...row, place: index + 1 })))
    return rows.length === 0 ? null : write(flush, rows)
  }
}

/** The statements of all effects, in order. */
export function effectsOf(all: readonly Planned[], flush: FlushScope): Statement[] {
  return Object.values(effects).flatMap((statementOf) => statementOf(all, flush) ?? [])
}

/** spec 8.14: the channels whose count in the month has reached the enterprise threshold. */
export function enterpriseMarksOf({
  plan,
  before,
}: Pick<Counting, 'plan' | 'before'>): { channel: PricedChannel; count: bigint }[] {
  return [...changedCounts(plan, before)].flatMap(([name, count]) => {
    const channel = name as PricedChannel
    const limit = enterpriseFrom(channel)
    const earlier = before.counters.get(channel) ?? 0n
    return limit !== null && earlier < limit && count >= limit ? [{ channel, count }] : []
  })
}

/** spec 8.6: the kinds whose month reached a cheaper tier of a volume list. */
export function reratesOf({ plan, before, context }: Counting): rerateQueries.NewRerate[] {
  const { volumeListId } = context.priceList
  if (volumeListId === null) return []
  return [...changedCounts(plan, before)].flatMap(([channel, count]) => {
    const crossings = crossingsOf(
      context.priceList,
      channel as PricedChannel,
      before.counters.get(channel) ?? 0n,
      count,
    )
    return crossings.map((crossing) => ({ ...crossing, priceListId: volumeListId, walletVersion: plan.after.version }))
  })
}

/** Work for the workers. */
export function workOf(planned: Planned): { kind: WorkKind }[] {
  const { plan } = planned
  if (plan.messages.length === 0) return []
  return [
    { kind: 'dispatch' },
    ...(callsForRecharge(plan.after) ? [{ kind: 'auto_recharge' as const }] : []),
    ...(reratesOf(planned).length > 0 ? [{ kind: 'rerate' as const }] : []),
  ]
}

/** By kind, then by position: the lock order everywhere. */
function byKind(left: { kind: WorkKind } & Placed, right: { kind: WorkKind } & Placed): number {
  if (left.kind !== right.kind) return left.kind < right.kind ? -1 : 1
  return left.place - right.place
}

/**
 * Events for accepted messages, low balances and enterprise thresholds; the last one is an installation event for the
 * operator.
 */
export function eventsOf(planned: Planned, { month, at }: FlushScope) {
  const { organizationId, plan } = planned
  const marks = enterpriseMarksOf(planned).map(({ channel, count }) =>
    enterpriseEligible(organizationId, { channel, month, count, at }),
  )
  const told = planned.isTold ? plan.messages.map((one) => messageCreated(one, showAccepted(one, at, null))) : []
  return [
    ...[...plan.warnings, ...marks, ...told].map((event) => ({ ...event, organizationId })),
    ...marks.map((event) => ({ ...event, organizationId: INSTALLATION as Uuid })),
  ]
}
