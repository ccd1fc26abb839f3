// The purpose of a recharge: a captured payment becomes credit of the wallet, with a transaction, an invoice and an
// event.

import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { claimsOf } from '#money/claims/show.ts'
import type { GatewayPaymentEvent } from '#money/gateways/providers/gateway.ts'
import { receiptOf } from '#money/gateways/rules.ts'
import * as invoices from '#money/invoices/actions.ts'
import { readTax } from '#money/invoices/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as audit from '#people/audit/actions.ts'
import { entryOf, paymentFailed, paymentMismatch, rechargeCompleted } from './events.ts'
import type { Captured, PaymentPurpose } from './purposes.ts'
import type { RechargeRow } from './queries.ts'
import * as queries from './queries.ts'
import { isOpen } from './rules.ts'
import { showRecharge } from './show.ts'

/**
 * One credit per captured payment. The recharge need not be open: after a failure the success is late, and after a
 * success the customer has paid twice. Captured money is never lost, so each is credited as its own transaction with
 * its own invoice; an unwanted second payment is returned as a refund for a duplicate charge.
 */
async function credit(tx: Tx, { organizationId, at }: Scope, captured: Captured): Promise<void> {
  const { row: recharge, gateway, payment, supplier, walletState } = captured
  const transactionId = needed(captured.transactionId)
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
  // A second payment leaves the recharge unchanged; its event names its own invoice.
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
}

/** Failed and completed transactions never change: a later payment gets a new one. */
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

export const rechargePurpose: PaymentPurpose = {
  transactionOf: ({ status, transaction_id }, at) => (isOpen(status) ? transaction_id : newUuid(at.getTime())),
  captured: credit,

  async failed(tx, scope, { before, row, gateway, failure }) {
    const { organizationId, at } = scope
    if (isOpen(before.status))
      await wallet.failRecharge(tx, organizationId, needed(before.transaction_id), failure.reason, failure.method)
    const checkoutUrl = gateway?.checkoutUrl(organizationId, receiptOf(row)) ?? null
    const shown = showRecharge(row, checkoutUrl, await claimsOn(tx, organizationId, row))
    await emit(tx, organizationId, at, [paymentFailed(row, shown)])
    audit.record(tx, scope, 'system', entryOf('recharge.failed', row))
    await runHooks('recharge.settled', tx, scope, [row.id])
  },

  async mismatched(tx, { organizationId, at }, { row, gateway, payment }) {
    const checkoutUrl = gateway?.checkoutUrl(organizationId, receiptOf(row)) ?? null
    const shown = showRecharge(row, checkoutUrl, await claimsOn(tx, organizationId, row))
    await emit(tx, organizationId, at, [paymentMismatch(row, shown, payment)])
  },
}

const claimsOn = async (tx: Tx, organizationId: Uuid, { id }: RechargeRow) =>
  (await claimsOf(tx, organizationId, [id])).get(id) ?? []

function needed(transactionId: Uuid | null): Uuid {
  if (transactionId === null) throw new Error('a recharge has no transaction')
  return transactionId
}
