// Pausing, resuming and cancelling a campaign. Each takes effect with its commit: only deliveries of running campaigns
// are claimed.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { enqueueWork } from '#kit/work.ts'
import * as wallet from '#money/wallet/actions.ts'
import { reserve } from '#money/wallet/reservations.ts'
import type * as audit from '#people/audit/actions.ts'
import { lock, stateConflict, tell } from './actions.ts'
import type { CampaignEvent } from './events.ts'
import { spaceAnew } from './pacing.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import { type CampaignAct, type CampaignState, type PauseReason, stateAfter } from './rules.ts'

export const stateOf = (row: CampaignRow): CampaignState => ({
  status: row.status,
  pauseReasons: row.pause_reasons,
  hasStarted: row.started_at !== null,
})

/** By a user. What it has reserved stays reserved. */
export async function pause(tx: Tx, scope: Scope, doer: audit.Doer, id: Uuid): Promise<CampaignRow> {
  const row = await lock(tx, scope, id)
  if (row.status === 'paused' && row.pause_reasons.includes('user')) return row
  return move(tx, scope, doer, row, { act: 'pause', reason: 'user' }, 'campaign.paused')
}

/** By a person, whatever it was paused for. */
export async function resume(tx: Tx, scope: Scope, doer: audit.Doer, id: Uuid): Promise<CampaignRow> {
  const row = await lock(tx, scope, id)
  if (row.status === 'running') return row
  const isUnwanted = row.pause_reasons.some((reason) => reason === 'complaints' || reason === 'bounces')
  if (isUnwanted) await tx.run(queries.ignoreReactions(scope.organizationId, id))
  const resumed = await move(tx, scope, doer, row, { act: 'resume' }, 'campaign.resumed')
  await spaceAnew(tx, scope, resumed)
  work(tx, scope)
  return resumed
}

/** What is not sent is refunded by the worker, in pieces; what is reserved is released at once. */
export async function cancel(tx: Tx, scope: Scope, doer: audit.Doer, id: Uuid): Promise<CampaignRow> {
  const walletState = await wallet.lock(tx, scope.organizationId)
  const row = await lock(tx, scope, id)
  if (row.status === 'cancelled') return row
  const cancelled = await move(tx, scope, doer, row, { act: 'cancel' }, 'campaign.cancelled', 0n)
  await reserve(tx, scope.organizationId, walletState, -row.reserved_micros, scope.at)
  work(tx, scope)
  return cancelled
}

/** By the program, for a reason of its own; the row is locked. `reserved`: what stays reserved, where that changes. */
export async function pauseFor(
  tx: Tx,
  scope: Scope,
  row: CampaignRow,
  reason: PauseReason,
  reserved: Micros | null = null,
): Promise<CampaignRow> {
  if (row.status === 'paused' && row.pause_reasons.includes(reason) && reserved === null) return row
  return move(tx, scope, 'system', row, { act: 'pause', reason }, 'campaign.paused', reserved)
}

/** Money came in: those that wait for it alone go on, in the order of starting. The wallet is locked. */
export async function resumeRecharged(tx: Tx, scope: Scope): Promise<void> {
  const rows = await tx.rows<CampaignRow>(queries.lockUnfinished(scope.organizationId))
  for (const row of rows) {
    if (row.status !== 'paused' || !row.pause_reasons.includes('insufficient_balance')) continue
    const resumed = await move(tx, scope, 'system', row, { act: 'recharge' }, 'campaign.resumed')
    if (resumed.status === 'running') await spaceAnew(tx, scope, resumed)
    work(tx, scope)
  }
}

/**
 * More of the credit is taken back than is available: every campaign that has reserved some is paused and releases it.
 * The wallet is locked, and its state has no reservation afterwards.
 */
export async function releaseAll(tx: Tx, scope: Scope, walletState: wallet.WalletState): Promise<void> {
  const rows = await tx.rows<CampaignRow>(queries.lockUnfinished(scope.organizationId))
  for (const row of rows) if (row.reserved_micros > 0n) await pauseFor(tx, scope, row, 'insufficient_balance', 0n)
  await reserve(tx, scope.organizationId, walletState, -walletState.reserved, scope.at)
}

async function move(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  row: CampaignRow,
  act: CampaignAct,
  type: CampaignEvent,
  reserved: Micros | null = null,
): Promise<CampaignRow> {
  const after = stateAfter(stateOf(row), act)
  if (after === null) throw stateConflict(row)
  const moved = { status: after.status, pause_reasons: [...after.pauseReasons] }
  const changed = await tx.row<CampaignRow>(queries.move(scope, row.id, moved, reserved))
  // A recharge that ends one reason of several changes nothing for anybody.
  const isStill = type === 'campaign.resumed' && after.status === 'paused'
  return isStill ? (changed as CampaignRow) : tell(tx, scope, doer, type, changed)
}

function work(tx: Tx, { organizationId, at }: Scope): void {
  tx.onCommit(enqueueWork('campaigns', organizationId, at))
  tx.onCommit(enqueueWork('dispatch', organizationId, at))
}
