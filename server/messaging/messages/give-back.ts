// Refunds unsent deliveries: once per delivery, which stores the transaction and amount. One transaction per act: a
// deletion refunds everything it cancels in one transaction per channel; failures recorded together were separate acts,
// so each charge gets its own transaction, which refers to it.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import type { Micros } from '#kit/money.ts'
import { type LeftRow, leftOfCharges } from '#money/refunds/target-queries.ts'
import * as usage from '#money/usage/queries.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as queries from './give-back-queries.ts'
import { amountsBack } from './rules.ts'

/** A delivery that was just cancelled or has just failed. */
export interface Unsent {
  id: Uuid
  transaction_id: Uuid
  /** Its price, reduced by re-rates. */
  cost_micros: Micros
  channel: string
}

export type Act = { by: 'act'; reason: string } | { by: 'charge'; reasonOf: (id: Uuid) => string }

/**
 * The wallet must be locked, and the status of the deliveries must have been changed in this transaction: this ensures
 * that each is refunded once.
 */
export async function giveBack(
  tx: Tx,
  scope: Scope,
  walletState: wallet.WalletState,
  unsent: readonly Unsent[],
  act: Act,
): Promise<void> {
  const { organizationId, at } = scope
  // Free deliveries need no refund.
  const costly = unsent.filter(({ cost_micros }) => cost_micros > 0n)
  if (costly.length === 0) return
  const chargeIds = [...new Set(costly.map(({ transaction_id }) => transaction_id))]
  const ofCampaigns = await tx.rows<queries.CampaignCharge>(queries.chargesOfCampaigns(organizationId, chargeIds))
  const campaignOf = new Map(ofCampaigns.map((one) => [one.id, one]))
  const nameOf = ({ channel, transaction_id }: Unsent) => {
    const charge = campaignOf.get(transaction_id)
    return charge === undefined ? channel : `${channel} ${charge.campaign_id} ${charge.list_id}`
  }
  const groups = [
    ...Map.groupBy(costly, (one) =>
      // Usage by campaign and list must equal the ledger.
      act.by === 'act' ? nameOf(one) : one.transaction_id,
    ).values(),
  ]
  const reversals = groups.map((group): wallet.Reversal => {
    const [{ id, transaction_id, channel }] = group as [Unsent]
    return {
      deliveryId: id,
      reversesId: group.every((one) => one.transaction_id === transaction_id) ? transaction_id : null,
      amount: group.reduce((sum, { cost_micros }) => sum + cost_micros, 0n),
      channel,
      messageCount: group.length,
      campaignId: campaignOf.get(transaction_id)?.campaign_id ?? null,
      listId: campaignOf.get(transaction_id)?.list_id ?? null,
      reason: reasonOf(group, act),
    }
  })
  const ids = await wallet.reverse(tx, organizationId, walletState, reversals, at)
  const all = groups.flatMap((group, index) =>
    group.map(({ id, cost_micros }) => ({ id, reversalId: ids[index] as Uuid, micros: cost_micros })),
  )
  const changes = await tx.rows<queries.ReturnedRow>(queries.markReversed(organizationId, all))
  if (changes.reduce((sum, { count }) => sum + count, 0n) !== BigInt(all.length))
    throw new Error('a delivery was given back before')
  await tx.run(
    usage.addReturned(organizationId, changes, indianDate(at), ({ count, micros, refunded_micros }) => ({
      reversed: count,
      reversedAmount: micros,
      refundedAmount: refunded_micros,
    })),
  )
}

/**
 * Deliveries that failed after sending, when refunds of the charge may have been requested: refunded as far as those
 * leave room; the rest waits for their decision. The wallet must be locked.
 */
export async function giveBackWithinCharge(
  tx: Tx,
  scope: Scope,
  walletState: wallet.WalletState,
  failed: readonly Unsent[],
  reasonOf: (id: Uuid) => string,
): Promise<void> {
  if (failed.length === 0) return
  const charges = Map.groupBy(failed, ({ transaction_id }) => transaction_id)
  const rows = await tx.rows<LeftRow>(leftOfCharges(scope.organizationId, [...charges.keys()]))
  const within = rows.flatMap(({ transaction_id, left_micros, is_open }) => {
    const ofCharge = charges.get(transaction_id) ?? []
    const amounts = amountsBack(
      ofCharge.map(({ cost_micros }) => cost_micros),
      left_micros,
      is_open,
    )
    return ofCharge.map((one, index) => ({ ...one, cost_micros: amounts[index] as Micros }))
  })
  await giveBack(tx, scope, walletState, within, { by: 'charge', reasonOf })
  for (const { transaction_id, is_refunded } of rows) if (is_refunded) await noteRefund(tx, scope, transaction_id)
}

/** A refund request of the charge was decided: refunds the deliveries that waited for it. */
export async function giveBackAwaited(tx: Tx, scope: Scope, transactionId: Uuid): Promise<void> {
  const walletState = await wallet.lock(tx, scope.organizationId)
  const failed = await tx.rows<Unsent & { error_code: string | null }>(
    queries.failedUnreturned(scope.organizationId, transactionId),
  )
  const codes = new Map(failed.map(({ id, error_code }) => [id, error_code]))
  await giveBackWithinCharge(tx, scope, walletState, failed, (id) => didNotLeave(codes.get(id) ?? null))
}

/** A refund reduces the cost of the charge's messages. */
export async function noteRefund(tx: Tx, { organizationId, at }: Scope, transactionId: Uuid): Promise<void> {
  const changes = await tx.rows<queries.ReturnedRow>(queries.markRefunded(organizationId, transactionId))
  if (changes.length === 0) return
  const returnedOf = ({ refunded_micros }: queries.ReturnedRow) => ({ refundedAmount: refunded_micros })
  await tx.run(usage.addReturned(organizationId, changes, indianDate(at), returnedOf))
}

/** The description of the transaction. */
export const didNotLeave = (code: string | null): string => `the message was not sent (${code ?? 'failed'})`

function reasonOf(group: Unsent[], act: Act): string {
  if (act.by === 'act') return act.reason
  return [...new Set(group.map(({ id }) => act.reasonOf(id)))].join(', ')
}
