// Settling: books a gateway's report of a refund. The ledger is the same for webhooks and queries, repeated and in any
// order.

import { emit } from '#events/actions.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { rupees } from '#kit/india/amounts.ts'
import { formatMicros } from '#kit/money.ts'
import { enqueueWork } from '#kit/work.ts'
import { reportGatewayRefund } from '#money/claims/report.ts'
import { takeDue } from '#money/claims/take.ts'
import type { GatewayEventHandler } from '#money/gateways/gateway-events.ts'
import type { GatewayRefundEvent } from '#money/gateways/providers/gateway.ts'
import type { Supplier } from '#money/invoices/actions.ts'
import * as creditNotes from '#money/invoices/credit-notes.ts'
import * as wallet from '#money/wallet/actions.ts'
import { publish } from './actions.ts'
import { refundChanged } from './events.ts'
import type { RefundRow } from './queries.ts'
import * as queries from './queries.ts'
import { isUnderWay, type RefundFailure, readTax } from './rules.ts'

/**
 * `unknown`: not a refund that we requested. `contradicted`: differs from the settled result or the amount; nothing was
 * changed. `duplicate`: known already.
 */
export type Settled = 'processing' | 'completed' | 'failed' | 'duplicate' | 'contradicted' | 'unknown'

// Reported by webhook.
export const handleRefundEvent: GatewayEventHandler<'refund'> = async (app, organizationId, gateway, event) => {
  const settled = await settleEvent(app, organizationId, gateway.name, event, 'webhook')
  if (settled !== 'unknown') return 'handled'
  // Not started here: somebody started it at the gateway.
  return reportGatewayRefund(app, organizationId, gateway.name, event)
}

/**
 * `fetched`: the gateway's response to our query. `webhook`: its own report, which may be old. A failure returns money
 * to the wallet, so it is trusted only in a response to a query.
 */
export type Source = 'fetched' | 'webhook'

/** Settles one event in its own transaction. */
export async function settleEvent(
  app: App,
  organizationId: Uuid,
  gateway: string,
  event: GatewayRefundEvent,
  source: Source,
): Promise<Settled> {
  const { supplier } = app.settings
  const scope = { organizationId, at: app.clock() }
  const settled = await app.database.transaction(
    (tx) => settle(tx, scope, { gateway, event, source, supplier }),
    organizationId,
  )
  if (settled === 'contradicted') {
    const { refundId, paymentId, receipt, status, amount } = event
    app.log.error(
      {
        gateway,
        organization_id: organizationId,
        refund_id: refundId,
        payment_id: paymentId,
        receipt,
        payment_status: status,
        amount_micros: String(amount),
      },
      'gateway refund contradicts the ledger; nothing changed',
    )
  }
  return settled
}

async function settle(
  tx: Tx,
  scope: Scope,
  {
    gateway,
    event,
    source,
    supplier,
  }: { gateway: string; event: GatewayRefundEvent; source: Source; supplier: Supplier },
): Promise<Settled> {
  const walletState = await wallet.lock(tx, scope.organizationId)
  const refund = await locked(tx, scope.organizationId, gateway, event)
  if (!refund) return 'unknown'
  if (event.amount !== refund.amount_micros + refund.tax_micros) return 'contradicted'
  if (!isUnderWay(refund.status)) return compare(tx, scope, refund, event)
  switch (event.status) {
    case 'pending':
      return acceptedByGateway(tx, scope, refund, event)
    case 'processed':
      return complete(tx, scope, refund, event, supplier)
    case 'failed':
      if (source === 'webhook') return syncSoon(tx, scope, refund, event)
      await returnToWallet(tx, scope, { walletState, supplier }, refund, {
        reason: 'not_paid_out',
        gatewayRefundId: event.refundId,
      })
      return 'failed'
  }
}

/** Locks the refund by our reference, which the gateway received, otherwise by the gateway's id. */
async function locked(tx: Tx, organizationId: Uuid, gateway: string, event: GatewayRefundEvent) {
  const ours = event.receipt === null ? null : parseTypeId('rfnd', event.receipt)
  const { paymentId, refundId } = event
  return tx.row<RefundRow>(
    ours === null
      ? queries.lockByGatewayRefund(organizationId, { gateway, paymentId, refundId })
      : queries.lockByReceipt(organizationId, { gateway, paymentId, id: ours }),
  )
}

/** An ended refund does not change. */
async function compare(
  tx: Tx,
  { organizationId }: Scope,
  refund: RefundRow,
  { status, reference }: GatewayRefundEvent,
): Promise<Settled> {
  const isSame =
    (status === 'pending' && ['completed', 'failed'].includes(refund.status)) ||
    (status === 'processed' && refund.status === 'completed') ||
    (status === 'failed' && refund.status === 'failed')
  if (!isSame) return 'contradicted'
  if (status === 'processed' && reference !== null)
    await tx.run(queries.recordReference(organizationId, refund.id, reference))
  return 'duplicate'
}

async function acceptedByGateway(tx: Tx, scope: Scope, refund: RefundRow, event: GatewayRefundEvent): Promise<Settled> {
  if (refund.status === 'processing') return 'duplicate'
  const row = await tx.row<RefundRow>(queries.markProcessing(scope.organizationId, refund.id, event.refundId))
  if (!row) throw new Error('the refund no longer exists')
  await emit(tx, scope.organizationId, scope.at, [refundChanged('processing', row)])
  return 'processing'
}

async function syncSoon(tx: Tx, scope: Scope, refund: RefundRow, event: GatewayRefundEvent): Promise<Settled> {
  // The event proves that it was accepted, perhaps before the response to our own request arrived.
  await acceptedByGateway(tx, scope, refund, event)
  await tx.run(queries.scheduleCheck(scope.organizationId, refund.id, refund.check_count, scope.at))
  await tx.run(enqueueWork('refund', scope.organizationId, scope.at))
  return 'processing'
}

async function complete(
  tx: Tx,
  scope: Scope,
  refund: RefundRow,
  event: GatewayRefundEvent,
  supplier: Supplier,
): Promise<Settled> {
  const note = await creditNoteOf(tx, scope, refund, supplier)
  const paid = { gatewayRefundId: event.refundId, reference: event.reference, creditNoteId: note?.id ?? null }
  const row = await tx.row<RefundRow>(queries.markPaidOut(scope, refund.id, paid))
  if (note) await emit(tx, scope.organizationId, scope.at, [note.issued])
  await publish(tx, scope, 'system', 'completed', row)
  return 'completed'
}

/** Issues a credit note on the payment's invoice; null for a surplus payment, which has none. */
async function creditNoteOf(tx: Tx, scope: Scope, refund: RefundRow, supplier: Supplier) {
  const of =
    refund.transaction_id === null
      ? await creditNotes.subscriptionInvoice(tx, scope, refund.recharge_id as Uuid, refund.payment_id as string)
      : { transactionId: refund.transaction_id }
  if (of === null) return null
  return creditNotes.issueCreditNote(tx, scope, {
    supplier,
    of,
    amount: refund.amount_micros,
    taxes: refund.taxes.map(readTax),
    reason: refund.reason.replaceAll('_', ' '),
    refundTransactionId: refund.refund_transaction_id,
  })
}

/**
 * The gateway refused the refund. Applies only while it is not known to have accepted it before: otherwise the refusal
 * concerns our repetition, and not the refund.
 */
export async function gatewayRefused(
  tx: Tx,
  scope: Scope,
  id: Uuid,
  supplier: Supplier,
  from: readonly RefundRow['status'][] = ['approved'],
): Promise<boolean> {
  const walletState = await wallet.lock(tx, scope.organizationId)
  const refund = await tx.row<RefundRow>(queries.lock(scope.organizationId, id))
  if (!refund || !from.includes(refund.status)) return false
  const failure = { reason: 'refused', gatewayRefundId: refund.gateway_refund_id } as const
  await returnToWallet(tx, scope, { walletState, supplier }, refund, failure)
  return true
}

/** Returns the amount and its tax to the wallet. */
async function returnToWallet(
  tx: Tx,
  scope: Scope,
  { walletState, supplier }: { walletState: wallet.WalletState; supplier: Supplier },
  refund: RefundRow,
  { reason, gatewayRefundId }: { reason: RefundFailure; gatewayRefundId: string | null },
): Promise<void> {
  // A subscription payment never becomes credit: the operator pays it out in another way.
  const returnTransactionId =
    refund.purpose === 'subscription'
      ? null
      : await wallet.move(
          tx,
          scope.organizationId,
          walletState,
          {
            kind: 'refund',
            amount: refund.amount_micros,
            tax: refund.tax_micros,
            counterAccount: 'gateway',
            key: `refund_return:${refund.id}`,
            description: `Failed refund of ${rupees(formatMicros(refund.amount_micros))}: the payment gateway could not pay it out`,
            reversesId: refund.refund_transaction_id,
          },
          scope.at,
        )
  const failed = { reason, returnTransactionId, gatewayRefundId }
  await publish(
    tx,
    scope,
    'system',
    'failed',
    await tx.row<RefundRow>(queries.markFailed(scope.organizationId, refund.id, failed)),
  )
  // The refusal may be caused by a lost dispute of the same payment, which then takes the released amount.
  const { gateway, payment_id: paymentId } = refund
  if (gateway !== null && paymentId !== null)
    await takeDue(tx, scope, { gateway, paymentId }, { supplier, walletState })
}
