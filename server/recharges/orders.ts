// What needs the gateway's network, so never within a transaction: placing the order of a recharge, and asking about it.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Gateway, GatewayEvent } from './providers/gateway.ts'
import * as queries from './queries.ts'
import type { RechargeRow } from './queries.ts'
import { type Settled, settle } from './settle.ts'

/** Places the order and notes it. Repeatable: the recharge is the receipt. */
export async function place(app: App, gateway: Gateway, organizationId: Uuid, recharge: RechargeRow): Promise<void> {
  const { orderId } = await gateway.createOrder({
    organizationId,
    rechargeId: recharge.id,
    total: recharge.total_micros,
  })
  await app.database.transaction((tx) => tx.run(queries.markPlaced(organizationId, recharge.id, orderId)))
}

/** Settles what the gateway knows of the order: enough by itself when no webhook ever comes. */
export async function ask(app: App, gateway: Gateway, organizationId: Uuid, recharge: RechargeRow): Promise<void> {
  if (recharge.gateway_order_id === null) return place(app, gateway, organizationId, recharge)
  for (const event of await gateway.fetchPayments(organizationId, recharge.gateway_order_id)) {
    await take(app, gateway, organizationId, event)
  }
}

/** Settles one report in a transaction of its own. */
export async function take(app: App, gateway: Gateway, organizationId: Uuid, event: GatewayEvent): Promise<Settled> {
  const { supplier } = app.settings
  const at = app.clock()
  const settled = await app.database.transaction((tx) =>
    settle(tx, { organizationId, at }, { gateway, event, supplier }),
  )
  if (settled === 'mismatched') {
    const { orderId, paymentId, amount } = event
    app.log.error(
      {
        gateway: gateway.name,
        organization_id: organizationId,
        order_id: orderId,
        payment_id: paymentId,
        paid_micros: String(amount),
      },
      'a gateway captured another amount than was asked for; nothing was credited',
    )
  }
  return settled
}
