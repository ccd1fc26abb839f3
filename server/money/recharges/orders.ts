// Network calls of payments, never within a transaction: place an order, and query its payments.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { recharges } from '#kit/metrics.ts'
import { gatewayNames } from '#money/gateways/accounts/rules.ts'
import type { GatewayEventHandler } from '#money/gateways/gateway-events.ts'
import { type Gateway, type GatewayPaymentEvent, GatewayRefusal } from '#money/gateways/providers/gateway.ts'
import { recordReference } from '#money/gateways/references.ts'
import { receiptOf } from '#money/gateways/rules.ts'
import * as invoices from '#money/invoices/actions.ts'
import type { RechargeRow } from './queries.ts'
import * as queries from './queries.ts'
import { PLACING_CLAIM_MS } from './rules.ts'
import { refuse, type Settled, settle } from './settle.ts'

/** Initializes the counters, so that the first occurrence counts as an increase. */
for (const gateway of [...gatewayNames, 'sandbox'])
  for (const status of ['mismatched', 'unknown', 'failed', 'credited']) recharges.inc({ gateway, status }, 0)

// A payment reported by the gateway's webhook.
export const handlePaymentEvent: GatewayEventHandler<'payment'> = async (app, organizationId, gateway, payment) => {
  const settled = await settleEvent(app, gateway, organizationId, payment)
  return settled === 'unknown' ? 'unknown' : 'handled'
}

/**
 * Places the order and stores it; returns the gateway's id. Idempotent: the receipt identifies the payment, and after a
 * lost response the order is looked up. When this throws a GatewayRefusal, the recharge has failed; after any other
 * error it is as open as before.
 */
export async function place(app: App, gateway: Gateway, organizationId: Uuid, recharge: RechargeRow): Promise<string> {
  const { mandate_max_micros: maxAmount, mandate_expires_at: expiresAt } = recharge
  const mayExist = await claim(app, organizationId, recharge)
  try {
    const { orderId, session } = await gateway.createOrder({
      organizationId,
      receipt: receiptOf(recharge),
      total: recharge.total_micros,
      customer: await customerOf(app, organizationId),
      mandate: maxAmount === null || expiresAt === null ? null : { maxAmount, expiresAt },
      mayExist,
    })
    const placed = await app.database.transaction(async (tx) => {
      await recordReference(tx, gateway.name, orderId, organizationId)
      // The gateway's customer, by which a mandate webhook that arrives before the payment's is assigned.
      if (session !== null && maxAmount !== null) await recordReference(tx, gateway.name, session, organizationId)
      if ((await tx.run(queries.markPlaced(organizationId, recharge.id, orderId, session))) > 0) return orderId
      // Another process placed it after our claim ended: its order is the one to be paid.
      const first = await tx.row<RechargeRow>(queries.byId(organizationId, recharge.id))
      return first?.gateway_order_id ?? orderId
    }, organizationId)
    recharges.inc({ gateway: gateway.name, status: 'ordered' })
    return placed
  } catch (error) {
    await app.database.transaction(async (tx) => {
      if (error instanceof GatewayRefusal)
        await refuse(tx, { organizationId, at: app.clock() }, recharge.id, {
          gateway,
          reason: error.reason,
          supplier: app.settings.supplier,
        })
      await tx.run(queries.releasePlacing(organizationId, recharge.id))
    }, organizationId)
    if (error instanceof GatewayRefusal) recharges.inc({ gateway: gateway.name, status: 'refused' })
    throw error
  }
}

/** Claims the placing of the order. Returns true when it was attempted before. */
async function claim(app: App, organizationId: Uuid, { id }: RechargeRow): Promise<boolean> {
  const at = app.clock()
  const until = new Date(at.getTime() + PLACING_CLAIM_MS)
  const row = await app.database.transaction(
    (tx) => tx.row<{ placing_count: number }>(queries.claimPlacing(organizationId, id, until, at)),
    organizationId,
  )
  if (!row) throw new Error('the order is already placed or being placed')
  return row.placing_count > 1
}

/** After the commit that stored the recharge: a failure or crash here is repeated by the job that calls the gateway. */
export async function placeOrLog(
  app: App,
  gateway: Gateway,
  organizationId: Uuid,
  recharge: RechargeRow,
): Promise<void> {
  try {
    await place(app, gateway, organizationId, recharge)
  } catch (error) {
    const isRefused = error instanceof GatewayRefusal
    app.log.warn(
      { err: error, gateway: gateway.name, organization_id: organizationId, ...logged(recharge) },
      isRefused ? 'order rejected by gateway; payment failed' : 'order placement failed; will retry',
    )
  }
}

/** The log field with the payment's id, by purpose. */
export const logged = ({ id, purpose }: Pick<RechargeRow, 'id' | 'purpose'>) =>
  purpose === 'subscription' ? { subscription_payment_id: id } : { recharge_id: id }

/** The payer, from the billing profile. */
export async function customerOf(app: App, organizationId: Uuid) {
  const { legal_name: name, email, phone } = await invoices.profile(app.database.reads, organizationId)
  return { name, email, phone }
}

/** Fetches and settles the order's payments at the gateway: sufficient even if no webhook ever arrives. */
export async function syncPayments(
  app: App,
  gateway: Gateway,
  organizationId: Uuid,
  recharge: RechargeRow,
): Promise<void> {
  const orderId = recharge.gateway_order_id
  if (orderId === null) {
    // A failed recharge has no order because it was refused: only a retry requests it again.
    if (recharge.status === 'created' && recharge.closed_at === null)
      await place(app, gateway, organizationId, recharge)
    return
  }
  const payments = await gateway.fetchPayments(organizationId, orderId)
  for (const payment of payments) await settleEvent(app, gateway, organizationId, payment)
  if (recharge.under_way_at !== null && !payments.some(({ outcome }) => outcome === 'pending')) {
    await app.database.transaction(
      (tx) => tx.run(queries.recordUnderWay(organizationId, recharge.id, null)),
      organizationId,
    )
  }
}

/** Settles one event in its own transaction. */
async function settleEvent(
  app: App,
  gateway: Gateway,
  organizationId: Uuid,
  payment: GatewayPaymentEvent,
): Promise<Settled> {
  const { supplier, bankHolidays } = app.settings
  const at = app.clock()
  const settled = await app.database.transaction(
    (tx) => settle(tx, { organizationId, at }, { gateway, payment, supplier, bankHolidays }),
    organizationId,
  )
  recharges.inc({ gateway: gateway.name, status: settled })
  if (settled === 'mismatched') {
    const { orderId, paymentId, amount } = payment
    app.log.error(
      {
        gateway: gateway.name,
        organization_id: organizationId,
        order_id: orderId,
        payment_id: paymentId,
        paid_micros: String(amount),
      },
      'captured amount does not match the order; nothing credited',
    )
  }
  return settled
}
