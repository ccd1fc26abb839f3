// Recharges: spec 10.5.

import { once } from '#edge/idempotency.ts'
import { created, direct, ok, type Reply, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import { createGateways } from '#money/gateways/providers/index.ts'
import * as recharges from './actions.ts'
import { checkoutRoutes } from './checkout.ts'
import { rechargeEstimateRoute } from './estimate.ts'
import * as examples from './examples.ts'
import { placeOrLog } from './orders.ts'
import type { RechargeRow } from './queries.ts'
import { NewRecharge, Recharge, RechargeQuery } from './schema.ts'

const tag = 'Billing'
const ids = { id: { prefix: 'rech', noun: 'recharge' } } as const

export const rechargeRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)
  const { supplier, rechargeMaxRupees: maxRupees } = app.settings
  return [
    read({
      operationId: 'listRecharges',
      method: 'GET',
      path: '/api/v1/billing/recharges',
      permission: 'wallet.recharge',
      tag,
      summary: 'List recharges',
      query: RechargeQuery,
      responses: { 200: Out.list(Recharge) },
      example: { response: { has_more: false, data: [examples.recharge] } },
      handle: async (tx, actor, { query }) => ok(await recharges.list(tx, actor, query, await loadGateways())),
    }),
    direct({
      operationId: 'createRecharge',
      method: 'POST',
      path: '/api/v1/billing/recharges',
      permission: 'wallet.recharge',
      tag,
      summary: 'Create a recharge',
      description:
        'By default `amount` is the credit, and 18% GST is added to it. On installations with tax-inclusive pricing, `amount` is the total to pay, and the credit is `amount` less tax. The customer pays at `checkout_url`. The credit is added to the wallet when the gateway reports the payment as captured.',
      body: NewRecharge,
      responses: { 201: Recharge },
      refuses: ['gateway_unavailable'],
      example: {
        request: { amount: examples.recharge.amount, payment_method: examples.recharge.payment_method },
        response: examples.recharge,
      },
      async handle(idempotency, actor, { body }) {
        const gateways = await loadGateways()
        const gateway = gateways.current()
        let opened: RechargeRow | undefined
        const reply = await app.database.transaction((tx) => {
          opened = undefined
          const work = async (): Promise<Reply> => {
            const terms = { gateway, supplier, maxRupees, origin: 'customer', doer: actor, mandate: null } as const
            opened = await recharges.open(tx, actor, actor.userId, body, terms)
            const shown = await recharges.show(tx, actor, opened, gateways)
            return created(`/api/v1/billing/recharges/${shown.id}`, shown)
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        }, actor.organizationId)
        // After the commit: a failure or crash here is repeated by the job that calls the gateway.
        if (opened) await placeOrLog(app, gateway, actor.organizationId, opened)
        return reply
      },
    }),
    read({
      operationId: 'retrieveRecharge',
      method: 'GET',
      path: '/api/v1/billing/recharges/:id',
      ids,
      permission: 'wallet.recharge',
      tag,
      summary: 'Retrieve a recharge',
      responses: { 200: Recharge },
      example: { response: examples.recharge },
      handle: async (tx, actor, { ids }) =>
        ok(await recharges.show(tx, actor, await recharges.find(tx, actor, ids.id as string), await loadGateways())),
    }),
    direct({
      operationId: 'retryRecharge',
      method: 'POST',
      path: '/api/v1/billing/recharges/:id/retry',
      ids,
      permission: 'wallet.recharge',
      tag,
      summary: 'Retry a failed recharge',
      description:
        'Reopens a failed recharge, to be paid at the same `checkout_url`. Returns 409 if the recharge has not failed.',
      responses: { 200: Recharge },
      refuses: ['conflict', 'gateway_unavailable'],
      async handle(idempotency, actor, { ids }) {
        const gateways = await loadGateways()
        let opened: RechargeRow | undefined
        const reply = await app.database.transaction((tx) => {
          opened = undefined
          const work = async (): Promise<Reply> => {
            opened = await recharges.retry(tx, actor, ids.id as string, gateways)
            return ok(await recharges.show(tx, actor, opened, gateways))
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        }, actor.organizationId)
        const gateway = opened && gateways.named(opened.gateway)
        if (opened?.status === 'created' && gateway) await placeOrLog(app, gateway, actor.organizationId, opened)
        return reply
      },
    }),
    rechargeEstimateRoute(app.settings),
    ...checkoutRoutes(app),
  ]
}
