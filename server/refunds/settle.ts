// Settling: what a gateway says of a refund. Whoever reports it, a webhook or our own asking, and however often and in whatever
// order, the ledger is the same in the end.

import type { RefundReport } from '#gateways/providers/gateway.ts'
import type { Taker } from '#gateways/reports.ts'
import * as creditNotes from '#invoices/credit-notes.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import { emit } from '#kit/events.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import type { Scope } from '#kit/hooks.ts'
import { noteWork } from '#kit/work.ts'
import type { Supplier } from '#invoices/actions.ts'
import * as wallet from '#wallet/actions.ts'
import { tell } from './actions.ts'
import { refundCame } from './events.ts'
import * as queries from './queries.ts'
import type { RefundRow } from './queries.ts'
import { isUnderWay, readTax, type RefundFailure } from './rules.ts'

/**
 * `unknown`: nothing that we asked for. `contradicted`: it says something else than what was settled, or of another amount;
 * nothing was changed. `duplicate`: known already.
 */
export type Settled = 'processing' | 'completed' | 'failed' | 'duplicate' | 'contradicted' | 'unknown'

// By webhook.
export const takeRefundReport: Taker<'refund'> = async (app, organizationId, gateway, report) => {
  const settled = await settleReport(app, organizationId, gateway.name, report, 'told')
  if (settled !== 'unknown') return 'taken'
  // Given back at the gateway's own dashboard, say: it is ours, and telling it again would change nothing.
  const { paymentId } = report
  const payment = await app.database.reads.row(queries.capturedPayment(organizationId, gateway.name, paymentId))
  return payment === undefined ? 'unknown' : 'taken'
}

/**
 * `asked`: the gateway's answer to our own question. `told`: by its webhook, which may be old. A failure brings money back into
 * the wallet, so it is believed only when the gateway was asked.
 */
export type Heard = 'asked' | 'told'

/** Settles one report in a transaction of its own. */
export async function settleReport(
  app: App,
  organizationId: Uuid,
  gateway: string,
  report: RefundReport,
  heard: Heard,
): Promise<Settled> {
  const { supplier } = app.settings
  const scope = { organizationId, at: app.clock() }
  const settled = await app.database.transaction((tx) => settle(tx, scope, { gateway, report, heard, supplier }))
  if (settled === 'contradicted' || settled === 'unknown') {
    const { refundId, paymentId, receipt, status, amount } = report
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
      settled === 'unknown'
        ? 'a gateway tells of a refund that nobody asked for; nothing was booked'
        : 'a gateway tells of a refund what contradicts the books; nothing was changed',
    )
  }
  return settled
}

async function settle(
  tx: Tx,
  scope: Scope,
  { gateway, report, heard, supplier }: { gateway: string; report: RefundReport; heard: Heard; supplier: Supplier },
): Promise<Settled> {
  const purse = await wallet.lock(tx, scope.organizationId)
  const refund = await locked(tx, scope.organizationId, gateway, report)
  if (!refund) return 'unknown'
  if (report.amount !== refund.amount_micros + refund.tax_micros) return 'contradicted'
  if (!isUnderWay(refund.status)) return compare(tx, scope, refund, report)
  switch (report.status) {
    case 'pending':
      return acceptedByGateway(tx, scope, refund, report)
    case 'processed':
      return complete(tx, scope, refund, report, supplier)
    case 'failed':
      if (heard === 'told') return askSoon(tx, scope, refund, report)
      await giveUp(tx, scope, purse, refund, 'not_paid_out', report.refundId)
      return 'failed'
  }
}

/** By our own name of it, which the gateway was given, or else by the gateway's. */
async function locked(tx: Tx, organizationId: Uuid, gateway: string, report: RefundReport) {
  const ours = report.receipt === null ? null : parseTypeId('rfnd', report.receipt)
  const { paymentId, refundId } = report
  return tx.row<RefundRow>(
    ours === null
      ? queries.lockByGatewayRefund(organizationId, { gateway, paymentId, refundId })
      : queries.lockByReceipt(organizationId, { gateway, paymentId, id: ours }),
  )
}

/** What has ended does not change. */
async function compare(
  tx: Tx,
  { organizationId }: Scope,
  refund: RefundRow,
  { status, reference }: RefundReport,
): Promise<Settled> {
  const isSame =
    (status === 'pending' && ['completed', 'failed'].includes(refund.status)) ||
    (status === 'processed' && refund.status === 'completed') ||
    (status === 'failed' && refund.status === 'failed')
  if (!isSame) return 'contradicted'
  if (status === 'processed' && reference !== null)
    await tx.run(queries.noteReference(organizationId, refund.id, reference))
  return 'duplicate'
}

async function acceptedByGateway(tx: Tx, scope: Scope, refund: RefundRow, report: RefundReport): Promise<Settled> {
  if (refund.status === 'processing') return 'duplicate'
  const row = await tx.row<RefundRow>(queries.markProcessing(scope.organizationId, refund.id, report.refundId))
  if (!row) throw new Error('the refund is gone')
  await emit(tx, scope.organizationId, scope.at, [refundCame('processing', row)])
  return 'processing'
}

async function askSoon(tx: Tx, scope: Scope, refund: RefundRow, report: RefundReport): Promise<Settled> {
  // The report says that it was accepted, perhaps before the reply to our own question did.
  await acceptedByGateway(tx, scope, refund, report)
  await tx.run(queries.scheduleCheck(scope.organizationId, refund.id, refund.check_count, scope.at))
  await tx.run(noteWork('refund', scope.organizationId, scope.at))
  return 'processing'
}

async function complete(
  tx: Tx,
  scope: Scope,
  refund: RefundRow,
  report: RefundReport,
  supplier: Supplier,
): Promise<Settled> {
  const { id: creditNoteId, issued } = await creditNotes.issueCreditNote(tx, scope, {
    supplier,
    rechargeTransactionId: refund.transaction_id,
    amount: refund.amount_micros,
    taxes: refund.taxes.map(readTax),
    reason: refund.reason.replaceAll('_', ' '),
    refundTransactionId: refund.refund_transaction_id as Uuid,
  })
  const paid = { gatewayRefundId: report.refundId, reference: report.reference, creditNoteId }
  const row = await tx.row<RefundRow>(queries.markPaidOut(scope, refund.id, paid))
  await emit(tx, scope.organizationId, scope.at, [issued])
  await tell(tx, scope, 'system', 'completed', row)
  return 'completed'
}

/**
 * The gateway refused to take it on. Only while it is not known to have taken it on before: otherwise the refusal is of our
 * asking again, and says nothing of the refund.
 */
export async function refused(
  tx: Tx,
  scope: Scope,
  id: Uuid,
  from: readonly RefundRow['status'][] = ['approved'],
): Promise<boolean> {
  const purse = await wallet.lock(tx, scope.organizationId)
  const refund = await tx.row<RefundRow>(queries.lock(scope.organizationId, id))
  if (!refund || !from.includes(refund.status)) return false
  await giveUp(tx, scope, purse, refund, 'refused', refund.gateway_refund_id)
  return true
}

/** The money, and the tax with it, comes back into the wallet. */
async function giveUp(
  tx: Tx,
  scope: Scope,
  purse: wallet.Purse,
  refund: RefundRow,
  reason: RefundFailure,
  gatewayRefundId: string | null,
): Promise<void> {
  const returnTransactionId = await wallet.move(
    tx,
    scope.organizationId,
    purse,
    {
      kind: 'refund',
      amount: refund.amount_micros,
      tax: refund.tax_micros,
      counterAccount: 'gateway',
      key: `refund_return:${refund.id}`,
      description: `Refund of ${formatMicros(refund.amount_micros)} came back: the gateway could not pay it out`,
      reversesId: refund.refund_transaction_id,
    },
    scope.at,
  )
  const failed = { reason, returnTransactionId, gatewayRefundId }
  await tell(
    tx,
    scope,
    'system',
    'failed',
    await tx.row<RefundRow>(queries.markFailed(scope.organizationId, refund.id, failed)),
  )
}
