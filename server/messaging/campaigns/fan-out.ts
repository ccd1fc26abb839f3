// One batch of a campaign: its next recipients become deliveries, and what was reserved for them becomes their charge,
// in one transaction. A batch that fails leaves nothing behind.

import { insertEventsOfMany } from '#events/queries.ts'
import type { App, Scope } from '#kit/app.ts'
import { keepPlans, planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { indianDate, indianMonth } from '#kit/india/calendar.ts'
import { acceptedDeliveries } from '#kit/metrics.ts'
import { enqueueWork } from '#kit/work.ts'
import type { SendingRule } from '#messaging/channels/sending-rules.ts'
import { filterFrom } from '#messaging/contacts/segments/rules.ts'
import * as rerateQueries from '#messaging/rerating/queries.ts'
import { enterpriseMarksOf, reratesOf } from '#messaging/sending/effects.ts'
import type { SendContext } from '#messaging/sending/plan.ts'
import * as templateQueries from '#messaging/templates/queries.ts'
import { type PricedChannel, type PriceList, pricedChannels } from '#money/pricing/rules.ts'
import * as usageQueries from '#money/usage/queries.ts'
import { usageOf } from '#money/usage/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import { type Charge, postCharges } from '#money/wallet/charges.ts'
import * as walletFlush from '#money/wallet/flush-queries.ts'
import * as walletQueries from '#money/wallet/queries.ts'
import { availableOf, callsForRecharge, nextPrice } from '#money/wallet/rules.ts'
import { INSTALLATION } from '#people/audit/actions.ts'
import { enterpriseEligible } from '#people/organizations/events.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import { type Batch, chargeNameOf, planBatch, type WaitingRecipient } from './batch-rules.ts'
import type { Prepared } from './content.ts'
import { pauseFor } from './control.ts'
import * as queries from './fan-out-queries.ts'
import { paceOf } from './pacing.ts'
import type { CampaignRow } from './queries.ts'
import * as campaignQueries from './queries.ts'
import { fillFor } from './recipients.ts'
import { chargesOf as countedCharges } from './report/count-rules.ts'
import { noteCounts, noteSkipped } from './report/counts.ts'

/** Recipients of a batch: the wallet is locked as long as its deliveries are written. */
export const BATCH = 2000

/** What a batch is decided with, fixed since the start; and what could be sent next, for the wallet. */
export interface FanOut {
  prepared: Prepared
  priceList: PriceList
  rule: SendingRule | null
  context: SendContext
}

/** `stopped`: the campaign is not running any more, or was paused by this batch. */
export type BatchEnd = Batch['end'] | 'done' | 'stopped' | 'credit due'

export async function runBatch(
  app: App,
  scope: Scope,
  campaignId: Uuid,
  given: FanOut,
  { limit, until }: { limit: number; until: Date },
): Promise<{ end: BatchEnd; nextDueAt: Date | null }> {
  const { organizationId, at } = scope
  const result = await app.database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, organizationId)
    const row = await tx.row<CampaignRow>(campaignQueries.lock(organizationId, campaignId))
    if (row?.status !== 'running' || row.frozen_at === null) return { end: 'stopped' as const, nextDueAt: null }
    if (row.waiting_count === 0) return { end: 'done' as const, nextDueAt: null }
    if (await isStale(tx, organizationId, row)) {
      await pauseFor(tx, scope, row, 'template')
      return { end: 'stopped' as const, nextDueAt: null }
    }
    const month = indianMonth(at)
    const counters = await countersOf(tx, organizationId, month)
    const batch = await decide(tx, scope, row, given, { walletState, counters, limit, until })
    if (batch.end === 'money' && (await tx.row(rerateQueries.openAmong([organizationId]))) !== undefined)
      return { end: 'credit due' as const, nextDueAt: null }
    await write(tx, scope, row, given, batch, { walletState, counters, month })
    if (batch.end === 'money' || batch.end === 'max') {
      const reason = batch.end === 'max' ? 'max_total' : 'insufficient_balance'
      const paused = await tx.row<CampaignRow>(campaignQueries.lock(organizationId, campaignId))
      await pauseFor(tx, scope, paused as CampaignRow, reason)
      return { end: 'stopped' as const, nextDueAt: null }
    }
    return { end: batch.end, nextDueAt: batch.lastDueAt, count: batch.deliveries.length, channel: row.channel }
  }, organizationId)
  const { count = 0 } = result
  if (count > 0) {
    acceptedDeliveries.inc({ channel: result.channel as string }, count)
    app.wake('dispatch')
  }
  return { end: result.end, nextDueAt: result.nextDueAt }
}

/** The template is deleted, paused or rejected since the start. */
async function isStale(tx: Tx, organizationId: Uuid, row: CampaignRow): Promise<boolean> {
  const { template_id: templateId, template_version: version } = row
  if (templateId === null || version === null) return false
  return (await tx.row(templateQueries.stale([organizationId], [{ place: 1, templateId, version }]))) !== undefined
}

async function countersOf(tx: Tx, organizationId: Uuid, month: string): Promise<Map<string, bigint>> {
  const rows = await tx.rows<walletQueries.CounterRow>(walletQueries.counters(organizationId, month))
  return new Map(rows.map(({ channel, message_count }) => [channel, message_count]))
}

interface State {
  walletState: wallet.WalletState
  counters: Map<string, bigint>
}

async function decide(
  tx: Tx,
  { organizationId, at }: Scope,
  row: CampaignRow,
  { prepared, priceList, rule }: FanOut,
  { walletState, counters, limit, until }: State & { limit: number; until: Date },
): Promise<Batch> {
  const { id, channel, next_number: nextNumber } = row
  const { needsConsent } = prepared.content
  const filters = (row.filters ?? []).map((filter) => filterFrom(filter))
  // A table that grew from nothing to a million recipients is planned for as it is now.
  await tx.run(planByKey())
  const recipients = await tx.rows<WaitingRecipient>(
    queries.nextRecipients(
      organizationId,
      {
        id,
        channel,
        nextNumber,
        needsConsent,
        listIds: row.list_ids,
        excludedListIds: row.exclude_list_ids,
      },
      limit,
      queries.orInSegments(organizationId, filters, row.started_at ?? at),
    ),
  )
  const moved = recipients.flatMap((one) => {
    const filled = one.contact_id === null ? 'contact_deleted' : fillFor(one, prepared.content)
    return typeof filled === 'string' || filled.key === one.address ? [] : [filled.key]
  })
  const served =
    moved.length === 0 ? [] : await tx.rows<{ address: string }>(queries.takenAddresses(organizationId, id, moved))
  return planBatch({
    recipients,
    prepared,
    priceList,
    rule,
    pace: paceOf(row),
    until,
    at,
    served: new Set(served.map(({ address }) => address)),
    state: {
      available: availableOf(walletState),
      reserved: row.reserved_micros,
      taken: counters.get(channel) ?? 0n,
      waitingUnits: row.waiting_units,
      lastDueAt: row.last_due_at,
      budget: row.max_total_micros === null ? null : row.max_total_micros - row.charged_micros,
    },
  })
}

async function write(
  tx: Tx,
  scope: Scope,
  row: CampaignRow,
  { priceList, context }: FanOut,
  batch: Batch,
  { walletState, counters, month }: State & { month: string },
): Promise<void> {
  const { organizationId, at } = scope
  const { deliveries, skipped } = batch
  const channel = row.channel as PricedChannel
  const charges = chargesOf(row, batch, priceList, at)
  const { ledgerTransactions, after } = postCharges(walletState, [...charges.values()])
  after.reserved = walletState.reserved - row.reserved_micros + batch.reserved
  const countersAfter = new Map(counters).set(channel, batch.taken)
  const channels = pricedChannels.filter((name) => !context.unavailable.has(name))
  after.nextPrice = nextPrice(context.priceList, countersAfter, channels)
  const warnings = wallet.warn(after, organizationId)

  const ids = [organizationId]
  const placed = <One extends object>(all: readonly One[]) => all.map((one) => ({ ...one, place: 1 }))
  if (skipped.length > 0) await tx.run(queries.markSkipped(organizationId, row.id, skipped))
  if (deliveries.length > 0) await tx.run(queries.markQueued(organizationId, row.id, deliveries))
  await tx.run(keepPlans())
  await tx.run(walletFlush.moveWallets(ids, [{ before: walletState, after }], at))
  if (deliveries.length > 0) {
    const charged = deliveries.map((one) => {
      const { transactionId } = charges.get(chargeNameOf(one)) as Charge
      return { ...one, transactionId }
    })
    await tx.run(walletFlush.updateCounters(ids, month, [{ place: 1, channel, count: batch.taken }]))
    await tx.run(walletFlush.insertTransactionsOf(ids, at, placed(ledgerTransactions)))
    const { volumeListId } = priceList
    const of = { campaignId: row.id, channel, accountId: row.account_id, volumeListId, month }
    await tx.run(queries.insertDeliveries(scope, of, charged))
    // Each is a message of its own.
    const usage = usageOf(
      ledgerTransactions,
      charged.map((one) => ({ channel, deliveries: [one] })),
    )
    await tx.run(usageQueries.addUsage(ids, indianDate(at), placed(usage)))
    const counting = { plan: { counters: countersAfter, after }, before: { counters }, context: { priceList } }
    const rerates = reratesOf(counting)
    if (rerates.length > 0) await tx.run(rerateQueries.insert(ids, month, at, placed(rerates)))
    const marks = enterpriseMarksOf(counting)
    if (marks.length > 0) await tx.run(organizationQueries.insertEligibilities(ids, month, at, placed(marks)))
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
  const last = Math.max(
    row.next_number - 1,
    ...deliveries.map(({ number }) => number),
    ...skipped.map(({ number }) => number),
  )
  await tx.run(
    queries.advance(organizationId, row.id, {
      nextNumber: batch.nextNumber ?? last + 1,
      queued: deliveries.length,
      skipped: skipped.length,
      waitingUnits: batch.waitingUnits,
      lastDueAt: batch.lastDueAt,
      reserved: batch.reserved,
      cost: batch.cost,
    }),
  )
  for (const statement of walletFlush.mustHaveMovedAll()) await tx.run(statement)
}

/** One for each price and list. */
function chargesOf(row: CampaignRow, batch: Batch, { id: priceListId }: PriceList, at: Date): Map<string, Charge> {
  const charges = new Map<string, Charge>()
  for (const delivery of batch.deliveries) {
    const name = chargeNameOf(delivery)
    const charge = charges.get(name) ?? {
      channel: row.channel,
      priceMicros: delivery.price.priceMicros,
      count: 0,
      transactionId: newUuid(at.getTime()),
      userId: row.user_id as Uuid,
      campaignId: row.id,
      listId: delivery.listId,
      priceListId,
    }
    charge.count++
    charges.set(name, charge)
  }
  return charges
}
