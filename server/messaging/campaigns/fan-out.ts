// One batch of a campaign: its next recipients become deliveries, and their reservation becomes a charge, in one
// transaction. A failed batch leaves nothing behind.

import { insertEventsOfMany } from '#events/queries.ts'
import type { App, Scope } from '#kit/app.ts'
import { keepPlans } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate, indianMonth } from '#kit/india/calendar.ts'
import { acceptedDeliveries } from '#kit/metrics.ts'
import { enqueueWork } from '#kit/work.ts'
import type { SendingRule } from '#messaging/channels/sending-rules.ts'
import * as rerateQueries from '#messaging/rerating/queries.ts'
import { enterpriseMarksOf, reratesOf } from '#messaging/sending/effects.ts'
import type { SendContext } from '#messaging/sending/plan.ts'
import * as templateQueries from '#messaging/templates/queries.ts'
import { type PricedChannel, type PriceList, pricedChannels } from '#money/pricing/rules.ts'
import * as usageQueries from '#money/usage/queries.ts'
import { usageOf } from '#money/usage/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import { postCharges } from '#money/wallet/charges.ts'
import * as walletFlush from '#money/wallet/flush-queries.ts'
import * as walletQueries from '#money/wallet/queries.ts'
import { callsForRecharge, nextPrice } from '#money/wallet/rules.ts'
import { INSTALLATION } from '#people/audit/actions.ts'
import { enterpriseEligible } from '#people/organizations/events.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import { type Queued, queuePieces, type ReadRecipients } from './batch-pieces.ts'
import type { Batch, WaitingRecipient } from './batch-rules.ts'
import type { Prepared } from './content.ts'
import { pauseFor } from './control.ts'
import * as queries from './fan-out-queries.ts'
import type { CampaignRow } from './queries.ts'
import * as campaignQueries from './queries.ts'
import { chargesOf as countedCharges } from './report/count-rules.ts'
import { noteCounts, noteSkipped } from './report/counts.ts'

/** Recipients per batch: the wallet is locked while its deliveries are written. */
export const BATCH = 2000

/** The inputs of a batch, fixed at the campaign's start; and the next possible message, for the wallet. */
export interface FanOut {
  prepared: Prepared
  priceList: PriceList
  rule: SendingRule | null
  context: SendContext
}

/** `stopped`: the campaign is not running any more, or was paused by this batch. */
export type BatchEnd = Batch['end'] | 'done' | 'stopped' | 'credit due'

/** Rolls the batch back: it could not be paid completely, and the credit of a re-rate is pending. */
class CreditDue extends Error {}

/** Returns a function that runs a batch; recipients are read on a connection of their own. */
export function createBatches(app: App) {
  const connection = app.database.pipelinedConnection()
  const read: ReadRecipients = async (statement) => (await connection.send([statement]))[0] as WaitingRecipient[]
  return (scope: Scope, campaignId: Uuid, given: FanOut, bounds: { limit: number; until: Date }) =>
    runBatch(app, read, scope, campaignId, given, bounds)
}

async function runBatch(
  app: App,
  read: ReadRecipients,
  scope: Scope,
  campaignId: Uuid,
  given: FanOut,
  { limit, until }: { limit: number; until: Date },
): Promise<{ end: BatchEnd; nextDueAt: Date | null; recipients: number }> {
  const { organizationId, at } = scope
  const stopped = { end: 'stopped' as const, nextDueAt: null, count: 0, recipients: 0, channel: null }
  const work = async (tx: Tx) => {
    const month = indianMonth(at)
    // Each statement runs after the one before it, under its lock.
    const [walletState, row, counted] = await Promise.all([
      wallet.lock(tx, organizationId),
      tx.row<CampaignRow>(campaignQueries.lock(organizationId, campaignId)),
      tx.rows<walletQueries.CounterRow>(walletQueries.counters(organizationId, month)),
    ])
    if (row?.status !== 'running' || row.frozen_at === null) return stopped
    if (row.waiting_count === 0) return { ...stopped, end: 'done' as const }
    if (await isStale(tx, organizationId, row)) {
      await pauseFor(tx, scope, row, 'template')
      return stopped
    }
    const counters = new Map(counted.map(({ channel, message_count }) => [channel, message_count]))
    const state = { walletState, counters, month }
    const queued = await queuePieces(tx, read, scope, row, given, { ...state, limit, until })
    const { end, deliveries, skipped, lastDueAt } = queued.batch
    if (end === 'money' && (await tx.row(rerateQueries.openAmong([organizationId]))) !== undefined)
      throw new CreditDue('a credit of a re-rate is on its way')
    await charge(tx, scope, row, given, queued, state)
    if (end === 'money' || end === 'max') {
      const reason = end === 'max' ? 'max_total' : 'insufficient_balance'
      const paused = await tx.row<CampaignRow>(campaignQueries.lock(organizationId, campaignId))
      await pauseFor(tx, scope, paused as CampaignRow, reason)
      return stopped
    }
    const count = deliveries.length
    return { end, nextDueAt: lastDueAt, count, recipients: count + skipped.length, channel: row.channel }
  }
  const result = await app.database.transaction(work, organizationId).catch((error: unknown) => {
    if (error instanceof CreditDue) return { ...stopped, end: 'credit due' as const }
    throw error
  })
  if (result.count > 0 && result.channel !== null) {
    acceptedDeliveries.inc({ channel: result.channel }, result.count)
    app.wake('dispatch')
  }
  return { end: result.end, nextDueAt: result.nextDueAt, recipients: result.recipients }
}

/** True if the template was deleted, paused or rejected since the start. */
async function isStale(tx: Tx, organizationId: Uuid, row: CampaignRow): Promise<boolean> {
  const { template_id: templateId, template_version: version } = row
  if (templateId === null || version === null) return false
  return (await tx.row(templateQueries.stale([organizationId], [{ place: 1, templateId, version }]))) !== undefined
}

interface State {
  walletState: wallet.WalletState
  counters: Map<string, bigint>
  month: string
}

/** The deliveries are written: records their cost and the campaign's progress. */
async function charge(
  tx: Tx,
  scope: Scope,
  row: CampaignRow,
  { priceList, context }: FanOut,
  { batch, charges, written }: Queued,
  { walletState, counters, month }: State,
): Promise<void> {
  const { organizationId, at } = scope
  const { deliveries, skipped } = batch
  const channel = row.channel as PricedChannel
  const { ledgerTransactions, after } = postCharges(walletState, [...charges.values()])
  after.reserved = walletState.reserved - row.reserved_micros + batch.reserved
  const countersAfter = new Map(counters).set(channel, batch.taken)
  const channels = pricedChannels.filter((name) => !context.unavailable.has(name))
  after.nextPrice = nextPrice(context.priceList, countersAfter, channels)
  const warnings = wallet.warn(after, organizationId)

  const ids = [organizationId]
  const placed = <One extends object>(all: readonly One[]) => all.map((one) => ({ ...one, place: 1 }))
  // In parallel: none needs the result of another.
  const writing: Promise<unknown>[] = [
    tx.run(keepPlans()),
    tx.run(walletFlush.moveWallets(ids, [{ before: walletState, after }], at)),
  ]
  if (deliveries.length > 0) {
    writing.push(
      tx.run(walletFlush.updateCounters(ids, month, [{ place: 1, channel, count: batch.taken }])),
      tx.run(walletFlush.insertTransactionsOf(ids, at, placed(ledgerTransactions))),
    )
    // One message each.
    const usage = usageOf(
      ledgerTransactions,
      deliveries.map((one) => ({ channel, deliveries: [one] })),
    )
    writing.push(tx.run(usageQueries.addUsage(ids, indianDate(at), placed(usage))))
    const counting = { plan: { counters: countersAfter, after }, before: { counters }, context: { priceList } }
    const rerates = reratesOf(counting)
    if (rerates.length > 0) writing.push(tx.run(rerateQueries.insert(ids, month, at, placed(rerates))))
    const marks = enterpriseMarksOf(counting)
    if (marks.length > 0) writing.push(tx.run(organizationQueries.insertEligibilities(ids, month, at, placed(marks))))
    const told = marks.map(({ channel: of, count }) =>
      enterpriseEligible(organizationId, { channel: of, month, count, at }),
    )
    const events = [
      ...[...warnings, ...told].map((event) => ({ ...event, organizationId })),
      ...told.map((event) => ({ ...event, organizationId: INSTALLATION })),
    ]
    if (events.length > 0) tx.onCommit(insertEventsOfMany(at, events))
    if (callsForRecharge(after)) tx.onCommit(enqueueWork('auto_recharge', organizationId, at))
    tx.onCommit(enqueueWork('dispatch', organizationId, (deliveries[0] as { dueAt: Date }).dueAt))
    if (rerates.length > 0) tx.onCommit(enqueueWork('rerate', organizationId, at))
  }
  noteCounts(tx, countedCharges(organizationId, row.id, deliveries), at)
  noteSkipped(tx, scope, row.id, skipped)
  const advanced = queries.advance(organizationId, row.id, {
    nextNumber: batch.nextNumber ?? nextAfter(row, batch),
    queued: deliveries.length,
    skipped: skipped.length,
    waitingUnits: batch.waitingUnits,
    lastDueAt: batch.lastDueAt,
    reserved: batch.reserved,
    cost: batch.cost,
  })
  writing.push(...[advanced, ...walletFlush.mustHaveMovedAll()].map((statement) => tx.run(statement)))
  await Promise.all([...written, ...writing])
}

function nextAfter({ next_number: before }: CampaignRow, { deliveries, skipped }: Queued['batch']): number {
  const last = (all: readonly { number: number }[]) => all.at(-1)?.number ?? before - 1
  return Math.max(last(deliveries), last(skipped)) + 1
}
