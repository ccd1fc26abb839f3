// Pausing, resuming and cancelling a campaign. Each takes effect with its commit: only deliveries of running campaigns
// are claimed.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { enqueueWork } from '#kit/work.ts'
import type { PriceListRow } from '#money/pricing/queries.ts'
import * as pricingQueries from '#money/pricing/queries.ts'
import { readPriceList } from '#money/pricing/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import { reserve } from '#money/wallet/reservations.ts'
import { availableOf } from '#money/wallet/rules.ts'
import type * as audit from '#people/audit/actions.ts'
import { lock, stateConflict, tell } from './actions.ts'
import { costOfUnits } from './cost-rules.ts'
import { takenOn } from './estimate.ts'
import type { CampaignEvent } from './events.ts'
import { setReserved } from './fan-out-queries.ts'
import { spaceAnew } from './pacing.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import { reservedKind } from './recipients.ts'
import { type CampaignAct, type CampaignState, type PauseReason, stateAfter } from './rules.ts'

export const stateOf = (row: CampaignRow): CampaignState => ({
  status: row.status,
  pauseReasons: row.pause_reasons,
  hasStarted: row.started_at !== null,
})

/** Pauses on a user's request. The reservation stays. */
export async function pause(tx: Tx, scope: Scope, doer: audit.Doer, id: Uuid): Promise<CampaignRow> {
  const row = await lock(tx, scope, id)
  if (row.status === 'paused' && row.pause_reasons.includes('user')) return row
  return move(tx, scope, doer, row, { act: 'pause', reason: 'user' }, 'campaign.paused')
}

/** Resumes on a user's request, whatever the pause reasons. */
export async function resume(tx: Tx, scope: Scope, doer: audit.Doer, id: Uuid): Promise<CampaignRow> {
  const row = await lock(tx, scope, id)
  if (row.status === 'running') return row
  const isUnwanted = row.pause_reasons.some((reason) => reason === 'complaints' || reason === 'bounces')
  if (isUnwanted) await tx.run(queries.ignoreReactions(scope.organizationId, id))
  const [limit, account] = [row.pause_reasons.includes('max_total'), row.pause_reasons.includes('account')]
  if (limit || account) await tx.run(queries.lift(scope.organizationId, id, { limit, account }))
  const resumed = await move(tx, scope, doer, row, { act: 'resume' }, 'campaign.resumed')
  await spaceAnew(tx, scope, resumed)
  work(tx, scope)
  return resumed
}

/** The worker refunds unsent deliveries in batches; the reservation is released at once. */
export async function cancel(tx: Tx, scope: Scope, doer: audit.Doer, id: Uuid): Promise<CampaignRow> {
  const walletState = await wallet.lock(tx, scope.organizationId)
  const row = await lock(tx, scope, id)
  if (row.status === 'cancelled') return row
  const cancelled = await move(tx, scope, doer, row, { act: 'cancel' }, 'campaign.cancelled', 0n)
  await reserve(tx, scope.organizationId, walletState, -row.reserved_micros, scope.at)
  work(tx, scope)
  return cancelled
}

/** Pauses automatically, with a reason; the row is locked. `reserved`: the new reservation, if it changes. */
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

/**
 * Credit was added: campaigns paused for insufficient balance lose this reason, in the order of starting; those without
 * another one resume and reserve the amount they lack. The wallet is locked.
 */
export async function resumeRecharged(tx: Tx, scope: Scope, walletState: wallet.WalletState): Promise<void> {
  const rows = await tx.rows<CampaignRow>(queries.lockUnfinished(scope.organizationId))
  const waiting = rows.filter(
    ({ status, pause_reasons }) => status === 'paused' && pause_reasons.includes('insufficient_balance'),
  )
  for (const row of waiting.toSorted(byStart)) {
    const resumed = await move(tx, scope, 'system', row, { act: 'recharge' }, 'campaign.resumed')
    if (resumed.status === 'running') {
      await spaceAnew(tx, scope, resumed)
      await topUp(tx, scope, resumed, walletState)
    }
    work(tx, scope)
  }
}

const byStart = (one: CampaignRow, other: CampaignRow): number =>
  (one.started_at?.getTime() ?? 0) - (other.started_at?.getTime() ?? 0) || (one.id < other.id ? -1 : 1)

/** Reserves the missing amount for waiting recipients, within the available credit and the campaign's limit. */
async function topUp(tx: Tx, scope: Scope, row: CampaignRow, walletState: wallet.WalletState): Promise<void> {
  const { organizationId, at } = scope
  const list = await tx.row<PriceListRow>(pricingQueries.byId(row.price_list_id as Uuid))
  if (!list || row.frozen_at === null) return
  const kind = reservedKind({ channel: row.channel, templateId: row.template_id })
  const taken = await takenOn(tx, organizationId, row.channel, at)
  const { total } = costOfUnits(readPriceList(list), kind, taken, row.waiting_units)
  const budget = row.max_total_micros === null ? total : row.max_total_micros - row.charged_micros
  const lacking = (total < budget ? total : budget) - row.reserved_micros
  const available = availableOf(walletState)
  const more = lacking < available ? lacking : available
  if (more <= 0n) return
  await tx.run(setReserved(organizationId, row.id, row.reserved_micros + more))
  await reserve(tx, organizationId, walletState, more, at)
}

/**
 * A claim takes more credit than is available: all campaigns with reservations are paused and release them. The wallet
 * is locked, and its state has no reservation afterwards.
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
  // A recharge that removes one of several pause reasons needs no event.
  const isStill = type === 'campaign.resumed' && after.status === 'paused'
  return isStill ? (changed as CampaignRow) : tell(tx, scope, doer, type, changed)
}

function work(tx: Tx, { organizationId, at }: Scope): void {
  tx.onCommit(enqueueWork('campaigns', organizationId, at))
  tx.onCommit(enqueueWork('dispatch', organizationId, at))
}
