// Network calls of refunds, never within a transaction: request a refund, and query its result.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import {
  type Gateway,
  type GatewayRefundEvent,
  GatewayRefusal,
  type NewRefund,
} from '#money/gateways/providers/gateway.ts'
import type { RefundRow } from './queries.ts'
import { gatewayRefused, settleEvent } from './settle.ts'

/**
 * Requests or queries a refund in progress and stores the result. Repeatable at any time, because the refund is the
 * gateway's key. An unknown result (a timeout, a lost response) is thrown, and the call repeated with the same key.
 */
export async function submitOrSync(app: App, gateway: Gateway, organizationId: Uuid, refund: RefundRow): Promise<void> {
  const isFirst = refund.check_count === 0 && refund.gateway_refund_id === null
  // After an earlier request, the refund may exist although the response was lost: then it is found, not created again.
  const known = isFirst ? null : await find(gateway, organizationId, refund)
  const event = known ?? (await createRefund(app, gateway, organizationId, refund))
  if (event) await settleEvent(app, organizationId, gateway.name, event, 'fetched')
}

/** By the gateway's id, or by ours until that is known. */
function find(gateway: Gateway, organizationId: Uuid, refund: RefundRow): Promise<GatewayRefundEvent | null> {
  const refundId = refund.gateway_refund_id ?? publicId('rfnd', refund.id)
  return gateway.fetchRefund(organizationId, { ...paymentOf(refund), refundId })
}

/**
 * Null when the gateway refused, which returns the money to the wallet, unless the gateway has the refund nevertheless.
 */
async function createRefund(
  app: App,
  gateway: Gateway,
  organizationId: Uuid,
  refund: RefundRow,
): Promise<GatewayRefundEvent | null> {
  const amount = refund.amount_micros + refund.tax_micros
  const wanted: NewRefund = { organizationId, refundId: refund.id, ...paymentOf(refund), amount }
  try {
    return await gateway.refund(wanted)
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error
    const known = await find(gateway, organizationId, refund)
    if (known) return known
    app.log.warn({ err: error, gateway: gateway.name, refund_id: refund.id }, 'refund rejected by gateway')
    const scope = { organizationId, at: app.clock() }
    await app.database.transaction((tx) => gatewayRefused(tx, scope, refund.id, app.settings.supplier), organizationId)
    return null
  }
}

const paymentOf = ({ payment_id, order_id }: RefundRow) => ({
  paymentId: payment_id as string,
  orderId: order_id as string,
})
