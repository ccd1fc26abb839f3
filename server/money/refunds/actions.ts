// Refunds, requested by customers. requested → approved → processing → completed, or rejected, or failed: decide.ts and
// settle.ts.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Priority } from '#edge/priority.ts'
import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import { sumOf } from '#money/invoices/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import { availableOf } from '#money/wallet/rules.ts'
import * as audit from '#people/audit/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import { refundChanged, refundStarted } from './events.ts'
import type { RefundRow } from './queries.ts'
import * as queries from './queries.ts'
import { amountOf, type Destination, mustBeCovered, type RefundStatus, storeTax, taxShare } from './rules.ts'
import type { NewRefund, QueuedRefundQuery, RefundQuery } from './schema.ts'
import { showQueued, showRefund } from './show.ts'
import * as targets from './targets.ts'

/** A request reserves its amount of the charge or payment; no money moves before an operator approves it. */
export async function request(tx: Tx, actor: Actor, input: NewRefund, gateways: Gateways): Promise<RefundRow> {
  const named = await targets.named(tx, actor, input)
  const walletState = await wallet.lock(tx, actor.organizationId)
  const target =
    'transactionId' in named
      ? await targets.find(tx, actor, named.transactionId)
      : await targets.findSubscriptionPayment(tx, actor, named.subscriptionPaymentId)
  mustMatchDestination(input.destination, target.destination)
  if (target.destination === 'wallet' && target.transactionId) await mustHaveLeft(tx, actor, target.transactionId)
  const amount = amountOf(input.amount, target.left, target.destination)
  if (target.payment) {
    mustBeOn(gateways, target.payment.gateway)
    // A subscription payment was never credited.
    if (target.purpose === 'wallet') mustBeCovered(amount, availableOf(walletState))
  }
  const taxes = taxShare(target.whole, target.before, amount)
  const row = await tx.row<RefundRow>(
    queries.insert(actor, {
      id: newUuid(actor.at.getTime()),
      purpose: target.purpose,
      reason: input.reason,
      destination: target.destination,
      amount,
      tax: sumOf(taxes),
      taxes: taxes.map(storeTax),
      transactionId: target.transactionId,
      rechargeId: target.rechargeId,
      gateway: target.payment?.gateway ?? null,
      paymentId: target.payment?.paymentId ?? null,
      orderId: target.payment?.orderId ?? null,
      note: input.note ?? null,
      requestedBy: actor.userId,
    }),
  )
  return publish(tx, actor, actor, 'requested', row)
}

function mustMatchDestination(wanted: Destination | undefined, possible: Destination): void {
  if (wanted === undefined || wanted === possible) return
  throw invalid('destination', possible === 'source' ? 'refund_only_to_source' : 'refund_only_to_wallet')
}

/** An unsent message may still be reversed automatically: with a refund, its charge would be returned twice. */
async function mustHaveLeft(tx: Tx, scope: Scope, transactionId: Uuid): Promise<void> {
  await runHooks('charge.refunding', tx, scope, [transactionId])
}

export function mustBeOn(gateways: Gateways, name: string): void {
  if (gateways.named(name)) return
  throw refusal('gateway_unavailable', 'refund_gateway_off', { gateway: name })
}

/** Emits the event and records the audit entry of a new status. */
export async function publish(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  status: Exclude<RefundStatus, 'processing'>,
  row: RefundRow | undefined,
): Promise<RefundRow> {
  if (!row) throw new Error('the refund no longer exists')
  await emit(tx, scope.organizationId, scope.at, [refundChanged(status, row)])
  record(tx, scope, doer, status, row)
  return row
}

/** Like `publish`, for a refund without a request or approval. */
export async function publishStarted(tx: Tx, scope: Scope, row: RefundRow | undefined): Promise<void> {
  if (!row) throw new Error('the refund no longer exists')
  await emit(tx, scope.organizationId, scope.at, [refundStarted(row)])
  record(tx, scope, 'system', 'started', row)
}

function record(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  status: Exclude<RefundStatus, 'processing'> | 'started',
  row: RefundRow,
): void {
  const { amount, total, destination, reason, automatic, transaction_id, subscription_payment_id, failure_reason } =
    showRefund(row)
  const more = { ...(automatic ? { automatic } : {}), ...(failure_reason === null ? {} : { failure_reason }) }
  audit.record(tx, scope, doer, {
    action: `refund.${status}`,
    object: publicId('rfnd', row.id),
    details: { amount, total, destination, reason, transaction_id, subscription_payment_id, ...more },
  })
}

export async function list(tx: Tx, { organizationId }: Actor, query: RefundQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return envelope(query, await tx.rows<RefundRow>(queries.list(organizationId, query)), showRefund)
}

export async function find(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<RefundRow> {
  const row = await tx.row<RefundRow>(queries.byId(organizationId, id))
  if (!row) throw absent('refund')
  return row
}

/** The refund's organization, for operators. */
export async function organizationOf(tx: Tx, id: Uuid): Promise<Uuid> {
  const row = await tx.row<{ org_id: Uuid }>(queries.inQueue(id))
  if (!row) throw absent('refund')
  return row.org_id
}

/** Refunds of the whole installation, for operators. */
export async function queue(tx: Tx, query: QueuedRefundQuery, priority: Priority) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.inQueue(id))) !== undefined)
  const rows = await tx.rows<RefundRow>(queries.queue(query, priority.sql))
  const organizationIds = rows.map(({ org_id }) => org_id)
  const names = await organizations.namesOf(tx, organizationIds)
  const first = await priority.among(tx, organizationIds)
  return envelope(query, rows, (row) => showQueued(row, names.get(row.org_id) ?? '', first.has(row.org_id)))
}

/** One refund in the format of the operators' list. */
export async function showDecided(tx: Tx, row: RefundRow, priority: Priority) {
  const first = await priority.among(tx, [row.org_id])
  return showQueued(row, (await organizations.find(tx, row.org_id)).name, first.has(row.org_id))
}
