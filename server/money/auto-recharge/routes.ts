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
      summary: 'Retrieve auto-recharge settings',
      description:
        'The settings and the current `status`: `off`; `authorization_required` (a mandate is missing, pay at `authorization_url`); `active` (recharges when the balance falls below `threshold`); `charging` (a debit is in progress, due at `debit_at`); `payment_link` (no mandate covers the recharge, pay at `payment_url`); `retrying` (a payment failed and will be retried at `next_attempt_at`); `limited` (a limit prevents recharges until `limited_until`).',
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
      summary: 'Update auto-recharge settings',
      description:
        'Only the fields in the request change. When a deduction leaves the balance below `threshold`, the wallet is recharged by `amount`, up to `monthly_limit` per calendar month in India (default: ten times `amount`). If there is no mandate, turning auto-recharge on creates a first recharge of `amount`. Paying it at `authorization_url` credits the wallet and authorizes automatic debits of up to `mandate_max_amount` each, including tax (default: ₹15,000). A recharge that no mandate covers is requested by payment link instead.',
      body: AutoRechargeChange,
      responses: { 200: AutoRecharge },
      refuses: ['gateway_unavailable'],
      example: {
        request: { enabled: true, threshold: examples.autoRecharge.threshold, amount: examples.autoRecharge.amount },
        // The first configuration, without a mandate: it becomes active once the first recharge is paid there.
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
        // After the commit: a failure or crash here is repeated by the job that calls the gateway.
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
      summary: 'Cancel the auto-recharge mandate',
      description:
        'No further debits are started with the mandate, but a debit that was already requested from the gateway can still go through. Auto-recharge stays on and requests payments by payment link until a new mandate is authorized.',
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
