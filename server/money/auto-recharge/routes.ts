// Auto-recharge: spec 10.17.

import { direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { createGateways } from '#money/gateways/providers/index.ts'
import { recharge } from '#money/recharges/examples.ts'
import { placeOrLog } from '#money/recharges/orders.ts'
import { configure, find } from './actions.ts'
import * as examples from './examples.ts'
import { cancelCurrent } from './mandates.ts'
import { AutoRecharge, AutoRechargeChange } from './schema.ts'

const tag = 'Billing'
const path = '/api/v1/billing/auto_recharge'

export const autoRechargeRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)
  const { supplier, rechargeMaxRupees: maxRupees } = app.settings
  return [
    read({
      operationId: 'retrieveAutoRecharge',
      method: 'GET',
      path,
      permission: 'balance.view',
      tag,
      summary: 'Retrieve auto-recharge',
      description:
        '`status` says what it does: `off`; `authorization_required`: a mandate is missing, pay at `authorization_url`; `active`: waits for the balance to fall below the threshold; `charging`: a debit is under way, due at `debit_at`; `payment_link`: no mandate covers the recharge, pay at `payment_url`; `retrying`: a payment failed, the next is made at `next_attempt_at`; `limited`: a limit holds until `limited_until`.',
      responses: { 200: AutoRecharge },
      example: { response: examples.autoRecharge },
      handle: async (tx, actor) => ok(await find(tx, actor, { gateways: await loadGateways() })),
    }),
    direct({
      operationId: 'updateAutoRecharge',
      method: 'PUT',
      path,
      permission: 'billing.manage',
      tag,
      summary: 'Update auto-recharge',
      description:
        'When a deduction leaves the balance below `threshold`, the wallet is recharged by `amount`, as often as `monthly_limit` (by default ten amounts, per calendar month of Asia/Kolkata) allows. Without a mandate, switching it on opens a first recharge of `amount`: paying it at `authorization_url` credits the wallet and allows automatic debits of up to `mandate_max_amount` each, with tax. What no mandate covers is asked for with a payment link instead.',
      body: AutoRechargeChange,
      responses: { 200: AutoRecharge },
      refuses: ['gateway_unavailable'],
      example: {
        request: { enabled: true, threshold: examples.autoRecharge.threshold, amount: examples.autoRecharge.amount },
        // Without a mandate yet, as the first time: it is active once the first recharge was paid there.
        response: {
          ...examples.autoRecharge,
          status: 'authorization_required',
          charged_this_month: '0.00',
          mandate: null,
          authorization_url: recharge.checkout_url,
        },
      },
      async handle(_idempotency, actor, { body }) {
        const gateways = await loadGateways()
        const terms = { gateways, supplier, maxRupees }
        const { shown, opened } = await app.database.transaction(
          (tx) => configure(tx, actor, body, terms),
          actor.organizationId,
        )
        // Behind the commit: what fails or crashes here is done again by the job that asks the gateway.
        if (opened) await placeOrLog(app, opened.gateway, actor.organizationId, opened.recharge)
        app.wake('auto_recharge')
        return ok(shown)
      },
    }),
    write({
      operationId: 'cancelMandate',
      method: 'DELETE',
      path: `${path}/mandate`,
      permission: 'billing.manage',
      tag,
      summary: 'Cancel the mandate of auto-recharge',
      description:
        'Nothing more is debited with it; a debit that the gateway was asked for already may still come. Auto-recharge stays on and asks with payment links, until a new mandate is given.',
      responses: { 204: null },
      refuses: ['not_found'],
      async handle(tx, actor) {
        await cancelCurrent(tx, actor)
        app.wake('auto_recharge')
        return noContent()
      },
    }),
  ]
}
