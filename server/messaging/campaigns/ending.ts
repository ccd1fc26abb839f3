// Ends campaigns: refunds the queued deliveries of a cancelled one in batches, and completes one without waiting
// recipients.

import type { App, Scope } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { giveBack, type Unsent } from '#messaging/messages/give-back.ts'
import * as messageQueries from '#messaging/messages/queries.ts'
import { type EndedRow, noteOutcomes } from '#money/usage/outcomes.ts'
import * as wallet from '#money/wallet/actions.ts'
import { reserve } from '#money/wallet/reservations.ts'
import { tell } from './actions.ts'
import { pauseFor, stateOf } from './control.ts'
import * as fanOut from './fan-out-queries.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import type { MovedDelivery } from './report/count-rules.ts'
import { noteMoved } from './report/counts.ts'
import { OUTCOMES_MIN, stateAfter, stopReason } from './rules.ts'
import { tellEnded } from './telling.ts'

const PIECE = 1000
const REASON = 'the campaign was cancelled before it left'

/** `in hand`: nothing is queued, but dispatch may still requeue deliveries in flight. */
export type SettledPiece = 'more' | 'in hand' | 'settled'

/** Refunds the next piece of a cancelled campaign. */
export function refundPiece(app: App, organizationId: Uuid, campaignId: Uuid): Promise<SettledPiece> {
  return app.database.transaction(async (tx) => {
    const scope = { organizationId, at: app.clock() }
    const walletState = await wallet.lock(tx, organizationId)
    await tx.row(queries.lock(organizationId, campaignId))
    const queued = await tx.rows<Unsent & { left_in_part: boolean }>(
      fanOut.lockQueuedOf(organizationId, campaignId, PIECE),
    )
    if (queued.length === 0) {
      // In this order: a delivery that is requeued between the two queries is found by the second.
      const inFlight = await tx.row<{ is_any: boolean }>(fanOut.inFlightOf(organizationId, campaignId))
      if (inFlight?.is_any !== false) return 'in hand'
      const putBack = await tx.row<{ count: number }>(fanOut.queuedOf(organizationId, campaignId, 1))
      if (putBack?.count !== 0) return 'more'
      await tx.run(queries.noteSettled(organizationId, campaignId))
      return 'settled'
    }
    const ids = queued.map(({ id }) => id)
    const ended = await tx.rows<EndedRow & MovedDelivery>(messageQueries.cancel(organizationId, ids, scope.at))
    noteOutcomes(tx, ended, scope.at)
    noteMoved(tx, ended, scope.at)
    // Partially sent deliveries stay charged: spec 7.89.
    const unsent = queued.filter(({ left_in_part }) => !left_in_part)
    await giveBack(tx, scope, walletState, unsent, { by: 'charge', reasonOf: () => REASON })
    await tellEnded(tx, scope, ids)
    return 'more'
  }, organizationId)
}

/** Pauses it if too many recipients complained or too many addresses bounced; returns true if so. */
export async function stopIfUnwanted(
  app: App,
  organizationId: Uuid,
  row: CampaignRow,
  queued: number,
): Promise<boolean> {
  const outcomes = row.queued_count - queued
  if (app.settings.campaignStops === 'off' || row.ignores_reactions || outcomes < OUTCOMES_MIN) return false
  const reactions = await app.database.reads.row<{ complaints: number; bounces: number }>(
    fanOut.reactionsTo(organizationId, row.id),
  )
  const reason = reactions ? stopReason({ outcomes, ...reactions }) : null
  if (reason === null) return false
  return app.database.transaction(async (tx) => {
    const locked = await tx.row<CampaignRow>(queries.lock(organizationId, row.id))
    if (locked?.status !== 'running' || locked.ignores_reactions) return false
    await pauseFor(tx, { organizationId, at: app.clock() }, locked, reason)
    return true
  }, organizationId)
}

/**
 * Completes it when nothing is waiting, queued or in flight; returns true if so. The remaining reservation is released.
 */
export function completeIfDone(app: App, organizationId: Uuid, campaignId: Uuid): Promise<boolean> {
  return app.database.transaction(async (tx) => {
    const scope: Scope = { organizationId, at: app.clock() }
    const walletState = await wallet.lock(tx, organizationId)
    const row = await tx.row<CampaignRow>(queries.lock(organizationId, campaignId))
    if (row?.status !== 'running' || row.frozen_at === null || row.waiting_count > 0) return false
    const queued = await tx.row<{ count: number }>(fanOut.queuedOf(organizationId, campaignId, 1))
    const inFlight = await tx.row<{ is_any: boolean }>(fanOut.inFlightOf(organizationId, campaignId))
    if (queued?.count !== 0 || inFlight?.is_any !== false) return false
    const after = stateAfter(stateOf(row), { act: 'complete' })
    if (after === null) return false
    const moved = { status: after.status, pause_reasons: [...after.pauseReasons] }
    const completed = await tx.row<CampaignRow>(queries.move(scope, campaignId, moved, 0n))
    await reserve(tx, organizationId, walletState, -row.reserved_micros, scope.at)
    await tell(tx, scope, 'system', 'campaign.completed', completed)
    return true
  }, organizationId)
}
