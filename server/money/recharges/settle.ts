// Settling: books a payment reported by a gateway, or marks it failed. The result is the same for webhooks and queries,
// repeated and in any order. The effect depends on the payment's purpose.

import * as installation from '#installation/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { takeDue } from '#money/claims/take.ts'
import { recordMandate } from '#money/gateways/gateway-events.ts'
import type { Gateway, GatewayPaymentEvent } from '#money/gateways/providers/gateway.ts'
import { recordReference } from '#money/gateways/references.ts'
import type { FailureReason } from '#money/gateways/rules.ts'
import type * as invoices from '#money/invoices/actions.ts'
import * as wallet from '#money/wallet/actions.ts'
import { purposeOf } from './purposes.ts'
import type { RechargeRow } from './queries.ts'
import * as queries from './queries.ts'

/**
 * `unknown`: no such order of this organization, or test money after a real gateway was configured. `mismatched`:
 * another amount than requested; nothing was booked. `pending`: not decided yet.
 */
export type Settled = 'credited' | 'failed' | 'pending' | 'duplicate' | 'mismatched' | 'unknown'

export interface Settlement {
  gateway: Gateway
  payment: GatewayPaymentEvent
  supplier: invoices.Supplier
  /** The bank holidays that the installation adds. */
  bankHolidays: ReadonlySet<string>
}

export async function settle(tx: Tx, scope: Scope, settlement: Settlement): Promise<Settled> {
  const { gateway, payment } = settlement
  // spec 16.4: verified in the database, in this transaction, whatever this process has cached.
  if (gateway.isTestMode && !(await installation.holdTestMode(tx))) return 'unknown'
  // The wallet is locked first, the lock order of all movements of money.
  const walletState = await wallet.lock(tx, scope.organizationId)
  const row = await tx.row<RechargeRow>(queries.lockByOrder(scope.organizationId, gateway.name, payment.orderId))
  if (!row) return 'unknown'
  if (payment.outcome === 'pending') {
    await tx.run(queries.recordUnderWay(scope.organizationId, row.id, scope.at))
    return 'pending'
  }
  if (payment.outcome === 'failed') return fail(tx, scope, row, settlement)
  const settled =
    payment.amount === row.total_micros
      ? await capture(tx, scope, walletState, row, settlement)
      : await refuseAmount(tx, scope, row, settlement)
  // Also for a payment that is already known: an earlier report may have lacked the mandate.
  const { mandate, method } = payment
  if (mandate) {
    const { id: paymentId, purpose } = row
    await recordMandate(tx, scope, { gateway: gateway.name, paymentId, purpose, method, mandate })
  }
  return settled
}

/** Once per captured payment. The payment need not be open: after a failure the success is late. */
async function capture(
  tx: Tx,
  scope: Scope,
  walletState: wallet.WalletState,
  row: RechargeRow,
  { gateway, payment, supplier, bankHolidays }: Settlement,
): Promise<Settled> {
  const { organizationId, at } = scope
  const purpose = purposeOf(row)
  const transactionId = purpose.transactionOf(row, at)
  const captured = { gateway: gateway.name, paymentId: payment.paymentId, rechargeId: row.id, transactionId }
  if ((await tx.run(queries.recordCapture(organizationId, captured, at))) === 0) return 'duplicate'
  // Webhooks about refunds identify the payment by this id.
  await recordReference(tx, gateway.name, payment.paymentId, organizationId)
  await purpose.captured(tx, scope, { row, gateway, payment, supplier, bankHolidays, walletState, transactionId })
  // A dispute or a refund at the gateway may have been reported before the payment.
  await takeDue(tx, scope, { gateway: gateway.name, paymentId: payment.paymentId }, { supplier, walletState })
  return 'credited'
}

async function fail(
  tx: Tx,
  scope: Scope,
  row: RechargeRow,
  { gateway, payment, supplier }: Settlement,
): Promise<Settled> {
  const { organizationId, at } = scope
  const { paymentId, amount, method } = payment
  const reason = payment.reason ?? 'gateway_error'
  const failed = { gateway: gateway.name, paymentId, outcome: 'failed', rechargeId: row.id, amount } as const
  if ((await tx.run(queries.recordUncredited(organizationId, failed, at))) === 0) return 'duplicate'
  // Paid in the meantime, by another attempt or, when events overtake each other, by this one: an event about the
  // failure would only cause worry.
  if (row.status === 'succeeded') return 'failed'
  await markFailed(tx, scope, row, { gateway, supplier }, { reason, method, bank: payment.bank })
  return 'failed'
}

export interface Refused {
  /** Null when the gateway is off for good. */
  gateway: Gateway | null
  reason: FailureReason
  supplier: invoices.Supplier
}

/**
 * The gateway has refused the order itself, so that it cannot be paid, or the debit of an existing order: the payment
 * fails and can be retried. `status`: the payment's status when the gateway was called.
 */
export async function refuse(
  tx: Tx,
  scope: Scope,
  id: Uuid,
  { gateway, reason, supplier }: Refused,
  status: 'created' | 'pending' = 'created',
): Promise<void> {
  await wallet.lock(tx, scope.organizationId)
  const row = await tx.row<RechargeRow>(queries.lock(scope.organizationId, id))
  // Placed by another process in the meantime, or refused already.
  if (row?.status !== status) return
  await markFailed(tx, scope, row, { gateway, supplier }, { reason, method: null, bank: null })
}

async function markFailed(
  tx: Tx,
  scope: Scope,
  before: RechargeRow,
  { gateway, supplier }: Omit<Refused, 'reason'>,
  failure: queries.Failure,
): Promise<void> {
  const row = await tx.row<RechargeRow>(queries.markFailed(scope.organizationId, before.id, failure))
  if (!row) throw new Error('the payment no longer exists')
  await purposeOf(row).failed(tx, scope, { before, row, gateway, failure, supplier })
}

async function refuseAmount(
  tx: Tx,
  scope: Scope,
  row: RechargeRow,
  { gateway, payment }: Settlement,
): Promise<Settled> {
  const { paymentId, amount } = payment
  const taken = { gateway: gateway.name, paymentId, outcome: 'mismatched', rechargeId: row.id, amount } as const
  if ((await tx.run(queries.recordUncredited(scope.organizationId, taken, scope.at))) === 0) return 'duplicate'
  await purposeOf(row).mismatched(tx, scope, { row, gateway, payment })
  return 'mismatched'
}
