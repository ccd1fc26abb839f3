// Processes a gateway's reports of disputes and of refunds started there: stores the claim, emits its events, and takes
// back the credit once the gateway has paid it out.

import { emit } from '#events/actions.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { paymentClaims } from '#kit/metrics.ts'
import { gatewayNames } from '#money/gateways/accounts/rules.ts'
import type { GatewayEventHandler, Handled } from '#money/gateways/gateway-events.ts'
import type { GatewayRefundEvent } from '#money/gateways/providers/gateway.ts'
import type { Supplier } from '#money/invoices/actions.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as audit from '#people/audit/actions.ts'
import { changeEntry, claimChanged } from './events.ts'
import type { ClaimName, ClaimRow, NewClaim, PaymentRow, Told } from './queries.ts'
import * as queries from './queries.ts'
import { after } from './rules.ts'
import { showClaims } from './show.ts'
import { takeDue } from './take.ts'

/** Initializes the counters, so that the first occurrence counts as an increase. */
for (const gateway of gatewayNames) {
  for (const status of ['open', 'action_required', 'lost', 'won'])
    paymentClaims.inc({ gateway, kind: 'dispute', status }, 0)
  for (const status of ['pending', 'processed', 'failed'])
    paymentClaims.inc({ gateway, kind: 'gateway_refund', status }, 0)
}

interface Claim extends ClaimName, Told {
  paymentId: string
  orderId: string | null
  /** True when it may be one of our refunds that the gateway reports without our reference. */
  mayBeOurs: boolean
}

// Reported by webhook.
export const handleDisputeEvent: GatewayEventHandler<'dispute'> = async (app, organizationId, gateway, event) => {
  const { disputeId, paymentId, orderId, status, amount, isPaidOut, phase, reasonCode, respondBy, at } = event
  return report(app, organizationId, {
    gateway: gateway.name,
    kind: 'dispute',
    reference: disputeId,
    paymentId,
    orderId,
    status,
    total: amount,
    isPaidOut,
    phase,
    reasonCode,
    respondBy,
    reportedAt: at ?? app.clock(),
    mayBeOurs: false,
  })
}

/** For a refund without our reference: it was started at the gateway. */
export function reportGatewayRefund(
  app: App,
  organizationId: Uuid,
  gateway: string,
  { refundId, paymentId, orderId, receipt, status, amount, at }: GatewayRefundEvent,
): Promise<Handled> {
  return report(app, organizationId, {
    gateway,
    kind: 'gateway_refund',
    reference: refundId,
    paymentId,
    orderId: orderId ?? null,
    status,
    total: amount,
    isPaidOut: status === 'processed',
    phase: null,
    reasonCode: null,
    respondBy: null,
    reportedAt: at ?? app.clock(),
    mayBeOurs: receipt === null,
  })
}

/** In its own transaction; idempotent, in any order. */
async function report(app: App, organizationId: Uuid, claim: Claim): Promise<Handled> {
  const scope = { organizationId, at: app.clock() }
  const { supplier } = app.settings
  const recorded = await app.database.transaction((tx) => record(tx, scope, claim, supplier), organizationId)
  const { gateway, kind, reference, paymentId, status, total } = claim
  const about = {
    gateway,
    organization_id: organizationId,
    claim_id: recorded?.row.id ?? null,
    reference,
    payment_id: paymentId,
    payment_status: status,
    amount_micros: String(total),
  }
  if (recorded === null) {
    app.log.warn(about, 'claim on an unknown payment; waiting for redelivery')
    return 'unknown'
  }
  if (recorded.isChanged) {
    paymentClaims.inc({ gateway, kind, status: recorded.row.status })
    app.log.error(about, kind === 'dispute' ? 'payment disputed' : 'payment refunded at the gateway')
  }
  return 'handled'
}

/** Null when the payment is unknown, or when the claim may be one of our refunds whose gateway id is not known yet. */
async function record(
  tx: Tx,
  scope: Scope,
  claim: Claim,
  supplier: Supplier,
): Promise<{ row: ClaimRow; isChanged: boolean } | null> {
  const { organizationId, at } = scope
  const walletState = await wallet.lock(tx, organizationId)
  const payment = await tx.row<PaymentRow>(queries.payment(organizationId, claim))
  if (!payment) return null
  const known = await tx.row<ClaimRow>(queries.lock(organizationId, claim))
  if (!known && claim.mayBeOurs && (await tx.row(queries.refundWithoutName(organizationId, claim)))) return null
  const row = known ? await follow(tx, scope, known, claim) : await first(tx, scope, claim, payment)
  const isChanged = known?.status !== row.status || known.phase !== row.phase
  if (isChanged) {
    const [shown] = await showClaims(tx, [row])
    if (!shown) throw new Error('the claim no longer exists')
    await emit(tx, organizationId, at, [claimChanged(row, shown)])
    audit.record(tx, scope, 'system', changeEntry(row, shown))
  }
  await takeDue(tx, scope, claim, { supplier, walletState })
  return { row, isChanged }
}

async function first(
  tx: Tx,
  scope: Scope,
  claim: Claim,
  { recharge_id: rechargeId, purpose }: PaymentRow,
): Promise<ClaimRow> {
  const added: NewClaim = { ...claim, id: newUuid(scope.at.getTime()), rechargeId, purpose }
  const row = await tx.row<ClaimRow>(queries.insert(scope, added))
  if (!row) throw new Error('the claim was not stored')
  return row
}

async function follow(tx: Tx, scope: Scope, known: ClaimRow, claim: Claim): Promise<ClaimRow> {
  const before: Told = {
    status: known.status,
    total: known.total_micros,
    isPaidOut: known.is_paid_out,
    phase: known.phase,
    reasonCode: known.reason_code,
    respondBy: known.respond_by,
    reportedAt: known.reported_at,
  }
  const now = after<Told>(before, claim)
  if (now === before) return known
  const row = await tx.row<ClaimRow>(queries.update(scope, known.id, now))
  if (!row) throw new Error('the claim no longer exists')
  return row
}
