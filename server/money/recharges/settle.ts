// Settling: what a gateway says of a payment becomes a credit, or a failure. Whether it comes by webhook or was
// fetched, and however often and in whatever order, the ledger is the same in the end.

import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import * as installation from '#installation/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { parseMicros } from '#kit/money.ts'
import { claimsOf } from '#money/claims/show.ts'
import { takeDue } from '#money/claims/take.ts'
import { recordMandate } from '#money/gateways/gateway-events.ts'
import type { Gateway, GatewayPaymentEvent } from '#money/gateways/providers/gateway.ts'
import { recordReference } from '#money/gateways/references.ts'
import type { FailureReason } from '#money/gateways/rules.ts'
import * as invoices from '#money/invoices/actions.ts'
import type { Tax } from '#money/invoices/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as audit from '#people/audit/actions.ts'
import { entryOf, paymentFailed, paymentMismatch, rechargeCompleted } from './events.ts'
import type { RechargeRow } from './queries.ts'
import * as queries from './queries.ts'
import { isOpen } from './rules.ts'
import { showRecharge } from './show.ts'

/**
 * `unknown`: no such order of this organization, or test money after a real gateway was configured. `mismatched`:
 * another amount than was asked for; nothing was credited. `pending`: not decided yet.
 */
export type Settled = 'credited' | 'failed' | 'pending' | 'duplicate' | 'mismatched' | 'unknown'

export interface Settlement {
  gateway: Gateway
  payment: GatewayPaymentEvent
  supplier: invoices.Supplier
}

export async function settle(tx: Tx, scope: Scope, settlement: Settlement): Promise<Settled> {
  const { gateway, payment } = settlement
  // spec 16.4, whatever this process believes: in the database, in this transaction.
  if (gateway.isTestMode && !(await installation.holdTestMode(tx))) return 'unknown'
  // The wallet first, as everybody who moves money does.
  const walletState = await wallet.lock(tx, scope.organizationId)
  const recharge = await tx.row<RechargeRow>(queries.lockByOrder(scope.organizationId, gateway.name, payment.orderId))
  if (!recharge) return 'unknown'
  if (payment.outcome === 'pending') {
    await tx.run(queries.recordUnderWay(scope.organizationId, recharge.id, scope.at))
    return 'pending'
  }
  if (payment.outcome === 'failed') return fail(tx, scope, recharge, settlement)
  const settled =
    payment.amount === recharge.total_micros
      ? await credit(tx, scope, walletState, recharge, settlement)
      : await refuseAmount(tx, scope, recharge, settlement)
  // Also of a payment that is known already: who told of it first may not have known of the mandate.
  const { mandate, method } = payment
  if (mandate) await recordMandate(tx, scope, { gateway: gateway.name, rechargeId: recharge.id, method, mandate })
  return settled
}

/**
 * One credit for one captured payment. It need not find the recharge open: after a failure the success is late, and
 * after a success the customer has paid twice. Captured money is never lost, so each is credited as a transaction of
 * its own with its own invoice; a second payment that nobody wanted is given back as a refund for a duplicate charge.
 */
async function credit(
  tx: Tx,
  { organizationId, at }: Scope,
  walletState: wallet.WalletState,
  recharge: RechargeRow,
  { gateway, payment, supplier }: Settlement,
): Promise<Settled> {
  const transactionId = isOpen(recharge.status) ? recharge.transaction_id : newUuid(at.getTime())
  const capture = { gateway: gateway.name, paymentId: payment.paymentId, rechargeId: recharge.id, transactionId }
  if ((await tx.run(queries.recordCapture(organizationId, capture, at))) === 0) return 'duplicate'
  // Whose a later refund is, when a webhook tells of it by this name.
  await recordReference(tx, gateway.name, payment.paymentId, organizationId)
  if (transactionId !== recharge.transaction_id)
    await openFurtherTransaction(tx, organizationId, recharge, transactionId, payment, at)
  const paymentMethod = payment.method ?? recharge.payment_method
  const draft: invoices.InvoiceDraft = {
    kind: 'recharge',
    isTestMode: gateway.isTestMode === true,
    supplier,
    placeOfSupply: recharge.place_of_supply,
    lines: [
      { description: 'Prepaid messaging credits (wallet recharge)', quantity: 1, unitPrice: recharge.amount_micros },
    ],
    taxes: recharge.taxes.map(readTax),
    transactionId,
    rechargeId: recharge.id,
    paymentMethod,
    paymentReference: payment.paymentId,
  }
  const { id: invoiceId, issued } = await invoices.issue(tx, { organizationId, at }, draft)
  const { amount_micros: amount, tax_micros: tax } = recharge
  const { paymentId } = payment
  await wallet.creditRecharge(
    tx,
    organizationId,
    walletState,
    { transactionId, gateway: gateway.name, paymentId, amount, tax, paymentMethod, invoiceId },
    at,
  )

  const success = { transactionId, invoiceId, paid: payment }
  // A second payment leaves the recharge as the first one made it; its event names the invoice of its own.
  const row: RechargeRow | undefined =
    recharge.status === 'succeeded'
      ? { ...recharge, invoice_id: invoiceId, completed_at: at }
      : await tx.row<RechargeRow>(queries.markSucceeded(organizationId, recharge.id, success, at))
  if (!row) throw new Error('the recharge no longer exists')
  await emit(tx, organizationId, at, [
    rechargeCompleted(row.id, showRecharge(row, null, await claimsOn(tx, organizationId, row))),
    issued,
  ])
  audit.record(tx, { organizationId, at }, 'system', entryOf('recharge.succeeded', row, transactionId))
  await runHooks('recharge.settled', tx, { organizationId, at }, [row.id])
  // A dispute or a refund at the gateway may have been told of before the payment was.
  await takeDue(
    tx,
    { organizationId, at },
    { gateway: gateway.name, paymentId: payment.paymentId },
    { supplier, walletState },
  )
  return 'credited'
}

/** A failed or completed transaction is never changed: money that comes nevertheless gets one of its own. */
async function openFurtherTransaction(
  tx: Tx,
  organizationId: Uuid,
  recharge: RechargeRow,
  transactionId: Uuid,
  payment: GatewayPaymentEvent,
  at: Date,
): Promise<void> {
  const pending = {
    id: transactionId,
    rechargeId: recharge.id,
    amount: recharge.amount_micros,
    paymentMethod: payment.method,
    description: recharge.status === 'succeeded' ? 'Recharge, paid a second time' : 'Recharge, paid after a failure',
  }
  await wallet.openRecharge(tx, organizationId, pending, at)
}

async function fail(
  tx: Tx,
  { organizationId, at }: Scope,
  recharge: RechargeRow,
  { gateway, payment }: Settlement,
): Promise<Settled> {
  const { paymentId, amount, method } = payment
  const reason = payment.reason ?? 'gateway_error'
  const failed = { gateway: gateway.name, paymentId, outcome: 'failed', rechargeId: recharge.id, amount } as const
  if ((await tx.run(queries.recordUncredited(organizationId, failed, at))) === 0) return 'duplicate'
  // Paid meanwhile, by another attempt or, when events overtake each other, by this one: telling of it would only
  // worry.
  if (recharge.status === 'succeeded') return 'failed'

  if (isOpen(recharge.status)) {
    await wallet.failRecharge(tx, organizationId, recharge.transaction_id, reason, method)
  }
  await publishFailure(tx, { organizationId, at }, recharge.id, gateway, { reason, method, bank: payment.bank })
  return 'failed'
}

/**
 * The gateway has refused the order itself, so nobody can pay it, or the debit of an order that it has: the recharge
 * fails and may be retried. `status` is the one that it was in when the gateway was asked.
 */
export async function refuse(
  tx: Tx,
  scope: Scope,
  rechargeId: Uuid,
  { gateway, reason }: { gateway: Gateway | null; reason: FailureReason },
  status: 'created' | 'pending' = 'created',
): Promise<void> {
  const { organizationId } = scope
  await wallet.lock(tx, organizationId)
  const recharge = await tx.row<RechargeRow>(queries.lock(organizationId, rechargeId))
  // Placed meanwhile by another process, or refused already.
  if (recharge?.status !== status) return
  await wallet.failRecharge(tx, organizationId, recharge.transaction_id, reason, null)
  await publishFailure(tx, scope, rechargeId, gateway, { reason, method: null, bank: null })
}

async function publishFailure(
  tx: Tx,
  { organizationId, at }: Scope,
  rechargeId: Uuid,
  gateway: Gateway | null,
  failure: queries.Failure,
): Promise<void> {
  const row = await tx.row<RechargeRow>(queries.markFailed(organizationId, rechargeId, failure))
  if (!row) throw new Error('the recharge no longer exists')
  const checkoutUrl = gateway?.checkoutUrl(organizationId, row.id) ?? null
  const shown = showRecharge(row, checkoutUrl, await claimsOn(tx, organizationId, row))
  await emit(tx, organizationId, at, [paymentFailed(row.id, shown)])
  audit.record(tx, { organizationId, at }, 'system', entryOf('recharge.failed', row))
  await runHooks('recharge.settled', tx, { organizationId, at }, [row.id])
}

async function refuseAmount(
  tx: Tx,
  { organizationId, at }: Scope,
  recharge: RechargeRow,
  { gateway, payment }: Settlement,
): Promise<Settled> {
  const { paymentId, amount } = payment
  const taken = { gateway: gateway.name, paymentId, outcome: 'mismatched', rechargeId: recharge.id, amount } as const
  if ((await tx.run(queries.recordUncredited(organizationId, taken, at))) === 0) return 'duplicate'
  const checkoutUrl = gateway.checkoutUrl(organizationId, recharge.id)
  const shown = showRecharge(recharge, checkoutUrl, await claimsOn(tx, organizationId, recharge))
  await emit(tx, organizationId, at, [paymentMismatch(recharge.id, shown, payment)])
  return 'mismatched'
}

const claimsOn = async (tx: Tx, organizationId: Uuid, { id }: RechargeRow) =>
  (await claimsOf(tx, organizationId, [id])).get(id) ?? []

function readTax({ name, rate, amount }: queries.StoredTax): Tax {
  const micros = parseMicros(amount)
  if (micros === null) throw new Error(`a recharge has the tax ${amount}`)
  return { name, rate, amount: micros }
}
