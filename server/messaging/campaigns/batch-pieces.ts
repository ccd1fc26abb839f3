// The recipients of a batch in pieces: while PostgreSQL writes the deliveries of one piece, the next one is read,
// rendered and priced. All pieces are written in the batch's transaction.

import type { Scope } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { channels } from '#messaging/channels/channels.ts'
import { filterFrom } from '#messaging/contacts/segments/rules.ts'
import type { PriceList } from '#money/pricing/rules.ts'
import type { WalletState } from '#money/wallet/actions.ts'
import type { Charge } from '#money/wallet/charges.ts'
import { availableOf } from '#money/wallet/rules.ts'
import {
  type Batch,
  type BatchInput,
  chargeNameOf,
  type NewCampaignDelivery,
  planBatch,
  type WaitingRecipient,
} from './batch-rules.ts'
import type { FanOut } from './fan-out.ts'
import * as queries from './fan-out-queries.ts'
import { paceOf } from './pacing.ts'
import type { CampaignRow } from './queries.ts'
import { keyOf } from './recipients.ts'

const PIECE = 450
/** Small, as PostgreSQL is idle until the first piece is written. */
const FIRST_PIECE = 200

export interface Queued {
  /** All pieces as one batch. */
  batch: Omit<Batch, 'deliveries'> & { deliveries: queries.ChargedDelivery[] }
  /** One charge per price and list, by `chargeNameOf`. */
  charges: ReadonlyMap<string, Charge>
  /** Settle when the pieces are written; the caller awaits them. */
  written: Promise<unknown>[]
}

/**
 * Reads recipients with their contacts on another connection than the transaction's, so that PostgreSQL reads one piece
 * while it writes another. Nobody else writes recipients, or deletes or merges contacts, as the transaction holds the
 * wallet's lock.
 */
export type ReadRecipients = (statement: Statement) => Promise<WaitingRecipient[]>

interface Batching {
  walletState: WalletState
  counters: ReadonlyMap<string, bigint>
  month: string
  limit: number
  until: Date
}

/** The wallet and the campaign's row are locked. */
export async function queuePieces(
  tx: Tx,
  read: ReadRecipients,
  scope: Scope,
  row: CampaignRow,
  { prepared, priceList, rule }: FanOut,
  { walletState, counters, month, limit, until }: Batching,
): Promise<Queued> {
  const { organizationId, at } = scope
  const { id, channel } = row
  const of = { ...nextOf(row), needsConsent: prepared.content.needsConsent }
  const filters = (row.filters ?? []).map((filter) => filterFrom(filter))
  const orInSegments = queries.orInSegments(organizationId, filters, row.started_at ?? at)
  const reads = piecesOf(limit).map((piece) =>
    started(read(queries.nextRecipients(organizationId, of, piece, orInSegments))),
  )
  const charges = new Map<string, Charge>()
  // Replans for the table's current size, which may have grown from nothing to a million recipients.
  const written = [planByKey(), queries.compareByHash()].map((statement) => started(tx.run(statement)))
  const { volumeListId } = priceList
  const common = { campaignId: id, channel, accountId: row.account_id, volumeListId, month }
  const before = {
    available: availableOf(walletState),
    reserved: row.reserved_micros,
    taken: counters.get(channel) ?? 0n,
    waitingUnits: row.waiting_units,
    lastDueAt: row.last_due_at,
    budget: row.max_total_micros === null ? null : row.max_total_micros - row.charged_micros,
  }
  const input = { prepared, priceList, rule, pace: paceOf(row), until, at }
  let all: Queued['batch'] | null = null
  for (const reading of reads) {
    const recipients = await reading
    if (all !== null && recipients.length === 0) break
    const served = await servedAmong(tx, organizationId, row, recipients)
    const state = all === null ? before : stateAfter(before, all)
    const piece = planBatch({ ...input, recipients, served, state })
    const { skipped } = piece
    const deliveries = piece.deliveries.map((one) => {
      const { transactionId } = addToCharge(charges, row, priceList, one, at)
      return { ...one, transactionId }
    })
    if (skipped.length > 0) written.push(started(tx.run(queries.markSkipped(organizationId, id, skipped))))
    if (deliveries.length > 0)
      written.push(
        started(tx.run(queries.markQueued(organizationId, id, deliveries))),
        started(tx.run(queries.insertDeliveries(scope, common, deliveries))),
      )
    all = joined(all, { ...piece, deliveries })
    if (piece.end !== 'all') break
  }
  written.push(started(tx.run(queries.lookUpAgain())))
  return { batch: all as Queued['batch'], charges, written }
}

/** The error is thrown where the promise is awaited. */
function started<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}

function piecesOf(limit: number): queries.Piece[] {
  const pieces: queries.Piece[] = []
  for (let offset = 0; offset < limit; ) {
    const size = Math.min(offset === 0 ? FIRST_PIECE : PIECE, limit - offset)
    pieces.push({ offset, limit: size })
    offset += size
  }
  return pieces
}

const nextOf = (row: CampaignRow) => ({
  id: row.id,
  channel: row.channel,
  nextNumber: row.next_number,
  listIds: row.list_ids,
  excludedListIds: row.exclude_list_ids,
})

/** Current addresses of these recipients that other recipients of the campaign already have. */
async function servedAmong(
  tx: Tx,
  organizationId: Uuid,
  { id, channel }: CampaignRow,
  recipients: readonly WaitingRecipient[],
): Promise<ReadonlySet<string>> {
  const moved = recipients.flatMap((one) => {
    const address = one.contact_id === null ? null : channels[channel].addressOf(one)
    const key = address === null ? null : keyOf(address)
    return key === null || key === one.address ? [] : [key]
  })
  if (moved.length === 0) return new Set()
  const served = await tx.rows<{ address: string }>(queries.takenAddresses(organizationId, id, moved))
  return new Set(served.map(({ address }) => address))
}

/** The state before the next piece. */
function stateAfter(before: BatchInput['state'], done: Queued['batch']): BatchInput['state'] {
  const { cost, taken, waitingUnits, lastDueAt } = done
  const { available, reserved, budget = null } = before
  return {
    available,
    reserved: reserved - cost,
    taken,
    waitingUnits,
    lastDueAt,
    budget: budget === null ? null : budget - cost,
  }
}

function joined(before: Queued['batch'] | null, piece: Queued['batch']): Queued['batch'] {
  if (before === null) return piece
  return {
    ...piece,
    deliveries: [...before.deliveries, ...piece.deliveries],
    skipped: [...before.skipped, ...piece.skipped],
    cost: before.cost + piece.cost,
  }
}

/** Adds the delivery to its charge, which is created if needed. */
function addToCharge(
  charges: Map<string, Charge>,
  row: CampaignRow,
  { id: priceListId }: PriceList,
  delivery: NewCampaignDelivery,
  at: Date,
): Charge {
  const name = chargeNameOf(delivery)
  let charge = charges.get(name)
  if (charge === undefined) {
    charge = {
      channel: row.channel,
      priceMicros: delivery.price.priceMicros,
      count: 0,
      transactionId: newUuid(at.getTime()),
      userId: row.user_id as Uuid,
      campaignId: row.id,
      listId: delivery.listId,
      priceListId,
    }
    charges.set(name, charge)
  }
  charge.count++
  return charge
}
