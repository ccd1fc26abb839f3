// Records outcomes of deliveries: status, refund of what was not sent, and events. Outcomes without a refund are
// recorded for many organizations in one transaction; those with a refund per organization, under its wallet's lock.

import { subscribedTypes } from '#events/actions.ts'
import type { EventOfOne } from '#events/declaration.ts'
import { runHooks } from '#events/hooks.ts'
import { insertEventsOfMany } from '#events/queries.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { campaignDeliveryEnded, campaignDeliveryTypes, typeOfEnd } from '#messaging/campaigns/events.ts'
import { noteMoved } from '#messaging/campaigns/report/counts.ts'
import {
  deliveryEvents,
  messageCancelled,
  messageDelivered,
  messageFailed,
  messageRead,
  messageSent,
  messageUndelivered,
  messageUnknown,
} from '#messaging/messages/events.ts'
import { didNotLeave, giveBack } from '#messaging/messages/give-back.ts'
import type { DeliveryRow, MessageRow } from '#messaging/messages/queries.ts'
import { noteOutcomes } from '#money/usage/outcomes.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { RecordedRow } from './queries.ts'
import * as queries from './queries.ts'
import { isReversed, type Outcome } from './rules.ts'
import { noteWritings } from './shared-queries.ts'
import { writingsOf } from './writings.ts'

/** Records outcomes of one organization; returns the recorded rows. Which ones are skipped: queries.ts. */
export async function record(tx: Tx, scope: Scope, outcomes: Outcome[]): Promise<RecordedRow[]> {
  const { organizationId, at } = scope
  // Lock order: the wallet before the deliveries.
  const [walletState] = await Promise.all([
    outcomes.some(isReversed) ? wallet.lock(tx, organizationId) : null,
    tx.run(queries.lookUpByKey()),
  ])
  return write(tx, outcomes, at, async (rows) => {
    if (!walletState) return
    const reasons = new Map(outcomes.map(({ id, status, errorCode }) => [id, errorCode ?? status]))
    const reasonOf = (id: Uuid) => didNotLeave(reasons.get(id) ?? null)
    await giveBack(tx, scope, walletState, rows.filter(isReversed), { by: 'charge', reasonOf })
  })
}

/** Records outcomes without refunds for many organizations; takes no wallet lock. */
export async function recordOfMany(tx: Tx, outcomes: Outcome[], at: Date): Promise<RecordedRow[]> {
  if (outcomes.some(isReversed)) throw new Error('what gives money back is recorded behind the lock of its wallet')
  return write(tx, outcomes, at, async () => {})
}

const tellers: Partial<Record<RecordedRow['status'], typeof messageSent>> = {
  sending: messageUnknown,
  sent: messageSent,
  delivered: messageDelivered,
  read: messageRead,
  undelivered: messageUndelivered,
  failed: messageFailed,
  cancelled: messageCancelled,
}

async function write(
  tx: Tx,
  outcomes: Outcome[],
  at: Date,
  andThen: (rows: RecordedRow[]) => Promise<void>,
): Promise<RecordedRow[]> {
  const organizationIds = [...new Set(outcomes.map(({ organizationId }) => organizationId))]
  // Queried in parallel with the update, which saves a round trip.
  const [asked, rows] = await Promise.all([
    subscribedTypes(tx, organizationIds, [...Object.keys(deliveryEvents.declarations), ...campaignDeliveryTypes]),
    tx.rows<RecordedRow>(queries.record(outcomes, at)),
  ])
  await andThen(rows)
  await tellParts(tx, outcomes, rows, at)
  const writings = writingsOf(rows, at)
  if (writings.length > 0) await tx.run(noteWritings(writings))
  noteOutcomes(tx, rows, at)
  const codes = new Map(outcomes.map(({ id, errorCode }) => [id, errorCode]))
  noteMoved(
    tx,
    rows.map((row) => ({ ...row, errorCode: codes.get(row.id) ?? null })),
    at,
  )
  await tell(tx, rows, asked, at)
  return rows
}

/**
 * Emits events for partially sent deliveries. There are none unless a delivery was sent while the database was down.
 */
async function tellParts(tx: Tx, outcomes: readonly Outcome[], rows: readonly RecordedRow[], at: Date): Promise<void> {
  const inParts = outcomes.filter(({ partIds }) => partIds !== undefined)
  if (inParts.length === 0) return
  const recorded = new Set(rows.map(({ id }) => id))
  for (const { organizationId, id, partIds = [] } of inParts)
    if (recorded.has(id)) await runHooks('delivery.parts_taken', tx, { organizationId, at }, [{ id, partIds }])
}

/** Organization → subscribed event types. */
export type Asked = Map<Uuid, Set<string>>

/** Delivery events are frequent: only subscribed types are written. */
export async function tell(tx: Tx, rows: RecordedRow[], asked: Asked, at: Date): Promise<void> {
  await tellOfCampaigns(tx, rows, asked, at)
  const told = rows.filter(
    // A campaign delivery has its own event types, also after a reply gives it a message.
    ({ org_id, status, message_id, campaign_id }) =>
      asked.has(org_id) && status in tellers && message_id !== null && campaign_id === null,
  )
  if (told.length === 0) return

  const [messages, deliveries] = await Promise.all([
    tx.rows<MessageRow>(queries.messagesOf(told)),
    tx.rows<DeliveryRow & { org_id: Uuid }>(queries.deliveriesOf(told)),
  ])
  const messageOf = new Map(messages.map((row) => [row.id, row]))
  const events = deliveries.flatMap((delivery): EventOfOne[] => {
    const { org_id: organizationId } = delivery
    const message = messageOf.get(delivery.message_id as Uuid)
    const teller = tellers[delivery.status]
    return message && teller ? [{ organizationId, ...teller(message, delivery) }] : []
  })
  const wanted = events.filter(({ organizationId, type }) => asked.get(organizationId)?.has(type))
  if (wanted.length > 0) tx.onCommit(insertEventsOfMany(at, wanted))
}

async function tellOfCampaigns(tx: Tx, rows: readonly RecordedRow[], asked: Asked, at: Date): Promise<void> {
  const told = rows.flatMap((row) => {
    const type = row.campaign_id === null ? null : typeOfEnd(row.status)
    return type !== null && asked.get(row.org_id)?.has(type) ? [{ row, type }] : []
  })
  if (told.length === 0) return
  const deliveries = await tx.rows<DeliveryRow & { org_id: Uuid }>(queries.deliveriesOf(told.map(({ row }) => row)))
  const deliveryOf = new Map(deliveries.map((one) => [one.id, one]))
  const events = told.flatMap(({ row, type }): EventOfOne[] => {
    const delivery = deliveryOf.get(row.id)
    if (!delivery) return []
    return [{ organizationId: row.org_id, ...campaignDeliveryEnded(type, row.campaign_id as Uuid, delivery) }]
  })
  tx.onCommit(insertEventsOfMany(at, events))
}
