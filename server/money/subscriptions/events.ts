// Events of subscriptions: one for every automatic step.

import { emit } from '#events/actions.ts'
import { declareEvents } from '#events/declaration.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { amount, Out, oneOf, Type } from '#kit/wire.ts'
import type { Gateway } from '#money/gateways/providers/gateway.ts'
import { receiptOf } from '#money/gateways/rules.ts'
import { paymentFailed, paymentMismatch } from '#money/recharges/events.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import { showRecharge } from '#money/recharges/show.ts'
import { Subscription, SubscriptionPayment } from './schema.ts'
import { type ShownPayment, showPayment, showState } from './show.ts'
import { type EndReason, endReasons } from './states.ts'
import type { State } from './store.ts'

/** Without data looked up for the API: the next month's price, and the payment page. */
const SubscriptionTold = Type.Object({
  ...Type.Omit(Subscription, ['price', 'tax', 'total', 'authorization_url']).properties,
  end_reason: Out.nullable(oneOf(endReasons, 'SubscriptionEndReason')),
  payment: Out.nullable(SubscriptionPayment),
  previous_total: Out.nullable(
    Out.amount('What the last period cost, including tax, in rupees: another amount if the price has changed.'),
  ),
})

export const subscriptionEvents = declareEvents(
  { object: 'org', readers: { permission: 'balance.view' } },
  {
    'subscription.pending': {
      description: 'Somebody subscribed to the premium plan. It begins when the first payment is made.',
      payload: SubscriptionTold,
    },
    'subscription.activated': {
      description: 'The first payment was made, and the premium plan began.',
      payload: SubscriptionTold,
    },
    'subscription.payment_due': {
      description: 'A payment is due in 24 hours: it is debited then, or to be paid at its `checkout_url` by then.',
      payload: SubscriptionTold,
    },
    'subscription.renewed': { description: 'The next period was paid for.', payload: SubscriptionTold },
    'subscription.grace_started': {
      description: 'A payment failed or was not made in time. The premium plan stays on until `grace_until`.',
      payload: SubscriptionTold,
    },
    'subscription.grace_reminder': {
      description: 'A payment of the grace period is still to be made by hand.',
      payload: SubscriptionTold,
    },
    'subscription.cancelled': {
      description: 'Somebody cancelled the subscription. What is paid for stays on until the end of the period.',
      payload: SubscriptionTold,
    },
    'subscription.resumed': {
      description: 'Somebody resumed a cancelled subscription before its end.',
      payload: SubscriptionTold,
    },
    'subscription.ended': {
      description: 'The plan is free from now on; `end_reason` says why. Nothing was deleted.',
      payload: SubscriptionTold,
    },
  },
)

export const toldOf = [
  'pending',
  'activated',
  'payment_due',
  'renewed',
  'grace_started',
  'grace_reminder',
  'cancelled',
  'resumed',
  'ended',
] as const
export type Told = (typeof toldOf)[number]

export const subscriptionTold = (
  told: Told,
  organizationId: Uuid,
  state: State,
  payment: ShownPayment | null,
  { endReason, previousTotal }: { endReason: EndReason | null; previousTotal: Micros | null },
  at: Date,
) =>
  subscriptionEvents.event(`subscription.${told}`, organizationId, {
    ...showState(state, at),
    end_reason: endReason,
    payment: payment && showPayment(organizationId, payment),
    previous_total: amount(previousTotal),
  })

/** Like the event of a recharge, with the id of the subscription payment. */
export async function tellOfFailure(
  tx: Tx,
  { organizationId, at }: Scope,
  row: RechargeRow,
  gateway: Gateway | null,
): Promise<void> {
  const url = gateway?.checkoutUrl(organizationId, receiptOf(row)) ?? null
  await emit(tx, organizationId, at, [paymentFailed(row, showRecharge(row, url, []))])
}

export const mismatched = (
  organizationId: Uuid,
  row: RechargeRow,
  gateway: Gateway | null,
  payment: Parameters<typeof paymentMismatch>[2],
) => paymentMismatch(row, showRecharge(row, gateway?.checkoutUrl(organizationId, receiptOf(row)) ?? null, []), payment)
