// The subscription to the premium plan: spec 23.20.

import { created, direct, ok, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import { createGateways } from '#money/gateways/providers/index.ts'
import { placeOrLog } from '#money/recharges/orders.ts'
import * as subscriptions from './actions.ts'
import * as examples from './examples.ts'
import { changePaymentMethod } from './payment-method.ts'
import { NewPaymentMethod, NewSubscription, PaymentQuery, Subscription, SubscriptionPayment } from './schema.ts'

const tag = 'Billing'
const path = '/api/v1/billing/subscription'

export const subscriptionRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)
  const { supplier } = app.settings
  const terms = async () => ({ gateways: await loadGateways(), supplier })

  /** After the commit: a failure or crash here is repeated by the job that calls the gateway. */
  async function placed(organizationId: string, { shown, opened }: subscriptions.Changed) {
    if (opened) await placeOrLog(app, opened.gateway, organizationId, opened.money)
    app.wake('subscription')
    return ok(shown)
  }

  return [
    read({
      operationId: 'retrieveSubscription',
      method: 'GET',
      path,
      permission: 'organization.view',
      tag,
      summary: 'Retrieve the subscription',
      description:
        'The plan and the current `status`: `free`; `pending` (pay the first month at `authorization_url`); `active`; `cancelling` (premium until the end of `current_period`); `grace` (a payment failed or was not made: premium until `grace_until`, pay at `authorization_url`). `authorization_url` is shown with the permission `wallet.recharge` or `billing.manage`.',
      responses: { 200: Subscription },
      example: { response: examples.subscription },
      handle: async (tx, actor) => ok(await subscriptions.find(tx, actor, await terms())),
    }),
    direct({
      operationId: 'subscribe',
      method: 'PUT',
      path,
      permission: 'billing.manage',
      tag,
      summary: 'Subscribe to the premium plan',
      description:
        'Premium begins when the first month is paid at `authorization_url`, and lasts until the same day of the next month in India. Where the gateway has mandates, paying also authorizes a debit each month, which is announced 24 hours before; otherwise each month is paid by payment link. The wallet is never debited. A cancelled subscription is resumed.',
      body: NewSubscription,
      responses: { 200: Subscription },
      refuses: ['gateway_unavailable', 'invalid_content', 'organization_suspended'],
      example: {
        request: { plan: 'premium' },
        response: {
          ...examples.subscription,
          plan: 'free',
          status: 'pending',
          current_period: null,
          mandate: null,
          next_payment_kind: 'link',
          authorization_url:
            'https://messages.example.com/checkout/subscriptions/org_01jd3v9d4ke2n8q4x5c6t7w8yz/spay_01jd3v9d4ke2n8q4x5c6t7w8yz',
        },
      },
      async handle(_idempotency, actor, { body }) {
        const given = await terms()
        const changed = await app.database.transaction(
          (tx) => subscriptions.subscribe(tx, actor, body, given),
          actor.organizationId,
        )
        return placed(actor.organizationId, changed)
      },
    }),
    direct({
      operationId: 'cancelSubscription',
      method: 'DELETE',
      path,
      permission: 'billing.manage',
      tag,
      summary: 'Cancel the subscription',
      description:
        'Premium stays on until the end of the period that is paid for, and can be resumed until then. A debit that was announced is not made; if the gateway makes it nevertheless, it is refunded. A subscription that is pending or in its grace period ends at once.',
      responses: { 200: Subscription },
      refuses: ['conflict'],
      example: {
        response: {
          ...examples.subscription,
          status: 'cancelling',
          cancel_at_period_end: true,
          next_debit_at: null,
          next_payment_kind: null,
        },
      },
      async handle(_idempotency, actor) {
        const given = await terms()
        const shown = await app.database.transaction(
          (tx) => subscriptions.cancel(tx, actor, actor, given),
          actor.organizationId,
        )
        return placed(actor.organizationId, { shown, opened: null })
      },
    }),
    direct({
      operationId: 'resumeSubscription',
      method: 'POST',
      path: `${path}/resume`,
      permission: 'billing.manage',
      tag,
      summary: 'Resume a cancelled subscription',
      description: 'Possible until the end of the period that is paid for. The next payment is due then, as before.',
      responses: { 200: Subscription },
      refuses: ['conflict'],
      example: { response: examples.subscription },
      async handle(_idempotency, actor) {
        const given = await terms()
        const shown = await app.database.transaction(
          (tx) => subscriptions.resume(tx, actor, given),
          actor.organizationId,
        )
        return placed(actor.organizationId, { shown, opened: null })
      },
    }),
    direct({
      operationId: 'paySubscription',
      method: 'POST',
      path: `${path}/pay`,
      permission: 'wallet.recharge',
      tag,
      summary: 'Pay what is due of the subscription',
      description:
        'Returns the subscription with an `authorization_url` at which the payment that is due can be made at once: in a grace period, before the first payment, or when a payment link is due.',
      responses: { 200: Subscription },
      refuses: ['conflict', 'gateway_unavailable'],
      example: { response: { ...examples.subscription, status: 'grace' } },
      async handle(_idempotency, actor) {
        const given = await terms()
        const changed = await app.database.transaction(
          (tx) => subscriptions.payNow(tx, actor, given),
          actor.organizationId,
        )
        return placed(actor.organizationId, changed)
      },
    }),
    direct({
      operationId: 'changeSubscriptionPaymentMethod',
      method: 'POST',
      path: `${path}/payment_method`,
      permission: 'billing.manage',
      tag,
      summary: 'Change the payment method of the subscription',
      description:
        'Returns a payment of ₹1.00, which is refunded automatically. Paying it at `checkout_url` authorizes a new mandate with the card or account that is used there; the debits are made with it from then on, and the earlier mandate is cancelled. Until it is paid nothing changes. A debit that the gateway was already asked for is made with the earlier mandate. A second request within 24 hours returns the same payment.',
      body: NewPaymentMethod,
      responses: { 201: SubscriptionPayment },
      refuses: ['conflict', 'gateway_unavailable', 'invalid_content', 'organization_suspended'],
      example: { request: { payment_method: 'upi' }, response: examples.paymentMethodCheck },
      async handle(_idempotency, actor, { body }) {
        const given = await terms()
        const { shown, opened } = await app.database.transaction(
          (tx) => changePaymentMethod(tx, actor, body, given),
          actor.organizationId,
        )
        if (opened) await placeOrLog(app, opened.gateway, actor.organizationId, opened.money)
        return created(`${path}/payments`, shown)
      },
    }),
    read({
      operationId: 'listSubscriptionPayments',
      method: 'GET',
      path: `${path}/payments`,
      permission: 'balance.view',
      tag,
      summary: "List the subscription's payments",
      description: 'Payments of the plan, newest first. They are no wallet transactions.',
      query: PaymentQuery,
      responses: { 200: Out.list(SubscriptionPayment) },
      example: { response: { has_more: false, data: [examples.payment] } },
      handle: async (tx, actor, { query }) =>
        ok(await subscriptions.listPayments(tx, actor, query, await loadGateways())),
    }),
  ]
}
