// Recharges: decisions §5 and §8.

import { once } from '#edge/idempotency.ts'
import { created, direct, ok, type Reply, type Route, read, write } from '#edge/route.ts'
import type { Gateway } from '#gateways/providers/gateway.ts'
import { createGateways } from '#gateways/providers/index.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as recharges from './actions.ts'
import { place } from './orders.ts'
import type { RechargeRow } from './queries.ts'
import { NewRecharge, Recharge, RechargeQuery } from './schema.ts'

const tag = 'Billing'
const ids = { id: { prefix: 'rech', noun: 'recharge' } } as const

export const rechargeRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)
  const { supplier, rechargeMaxRupees: maxRupees } = app.settings
  return [
    read({
      method: 'GET',
      path: '/api/v1/billing/recharges',
      permission: 'wallet.recharge',
      tag,
      summary: 'List recharges',
      query: RechargeQuery,
      responses: { 200: Out.list(Recharge) },
      handle: async (tx, actor, { query }) => ok(await recharges.list(tx, actor, query, await loadGateways())),
    }),
    direct({
      method: 'POST',
      path: '/api/v1/billing/recharges',
      permission: 'wallet.recharge',
      tag,
      summary: 'Recharge the wallet',
      description:
        'Tax of 18 % comes on top of `amount`. The customer pays at `checkout_url`; the credit comes when the gateway says that the payment was captured.',
      body: NewRecharge,
      responses: { 201: Recharge },
      async handle(idempotency, actor, { body }) {
        const gateways = await loadGateways()
        const gateway = gateways.current()
        let opened: RechargeRow | undefined
        const reply = await app.database.transaction((tx) => {
          const work = async (): Promise<Reply> => {
            const terms = { gateway, supplier, maxRupees, origin: 'customer', mandate: null } as const
            opened = await recharges.open(tx, actor, actor.userId, body, terms)
            const shown = recharges.show(actor.organizationId, opened, gateways)
            return created(`/api/v1/billing/recharges/${shown.id}`, shown)
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        })
        // Behind the commit: what fails or crashes here is done again by the job that asks the gateway.
        if (opened) await placeOrLog(app, gateway, actor.organizationId, opened)
        return reply
      },
    }),
    read({
      method: 'GET',
      path: '/api/v1/billing/recharges/:id',
      ids,
      permission: 'wallet.recharge',
      tag,
      summary: 'Retrieve a recharge',
      responses: { 200: Recharge },
      handle: async (tx, actor, { ids }) =>
        ok(
          recharges.show(actor.organizationId, await recharges.find(tx, actor, ids.id as string), await loadGateways()),
        ),
    }),
    write({
      method: 'POST',
      path: '/api/v1/billing/recharges/:id/retry',
      ids,
      permission: 'wallet.recharge',
      tag,
      summary: 'Retry a failed recharge',
      description:
        'Opens the same recharge again, to be paid at the same `checkout_url`; 409 for one that did not fail.',
      responses: { 200: Recharge },
      async handle(tx, actor, { ids }) {
        const gateways = await loadGateways()
        const row = await recharges.retry(tx, actor, ids.id as string, gateways)
        return ok(recharges.show(actor.organizationId, row, gateways))
      },
    }),
  ]
}

async function placeOrLog(app: App, gateway: Gateway, organizationId: string, recharge: RechargeRow): Promise<void> {
  try {
    await place(app, gateway, organizationId, recharge)
  } catch (error) {
    app.log.warn(
      { err: error, gateway: gateway.name, recharge_id: recharge.id },
      'the order was not placed; the job will',
    )
  }
}
