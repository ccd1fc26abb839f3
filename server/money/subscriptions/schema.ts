// API schemas of the subscription.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { failureReasons, paymentMethods } from '#money/gateways/rules.ts'
import { planNames } from '#money/plans/rules.ts'
import { Mandate } from '#money/recharges/mandate-show.ts'
import { paymentKinds, paymentPurposes, subscriptionStatuses } from './rules.ts'

const Period = Type.Object({
  from: Out.time('Start of the period, midnight in India, in Unix seconds.'),
  to: Out.time('End of the period, not included, in Unix seconds.'),
})

export const Subscription = Type.Object(
  {
    plan: oneOf(planNames, 'PlanName'),
    status: oneOf(subscriptionStatuses, 'SubscriptionStatus'),
    currency: Type.String(),
    price: Out.amount('Price of a month of the premium plan, without tax, in rupees.'),
    tax: Out.amount('Tax in rupees.'),
    total: Out.amount('Amount to pay per month, including tax, in rupees.'),
    current_period: Out.nullable(Period),
    cancel_at_period_end: Type.Boolean(),
    next_debit_at: Out.nullable(
      Out.time('When the next payment is debited or due, in Unix seconds. Null if no payment is due.'),
    ),
    next_payment_kind: Out.nullable(oneOf(paymentKinds, 'SubscriptionPaymentKind')),
    grace_until: Out.nullable(
      Out.time('End of the grace period after a failed payment, in Unix seconds. Premium ends then. Null outside one.'),
    ),
    failed_attempts: Type.Integer({ description: 'Failed payment attempts in the current grace period.' }),
    failure_reason: Out.nullable(oneOf(failureReasons, 'FailureReason')),
    next_attempt_at: Out.nullable(
      Out.time('When the failed payment is retried, in Unix seconds. Null if no retry is scheduled.'),
    ),
    authorization_url: Out.nullable(
      Type.String({
        description:
          'Checkout page of the payment that is due. Anybody with the address can pay there. Null if nothing is due.',
      }),
    ),
    mandate: Out.nullable(Mandate),
    updated_at: Out.nullable(
      Out.time('When the subscription last changed, in Unix seconds. Null if there never was one.'),
    ),
  },
  { $id: 'Subscription' },
)
export type Subscription = Static<typeof Subscription>

/** `cancelled`: no longer payable. `refunded`: captured, and returned to its source without a request. */
export const paymentStatuses = ['created', 'pending', 'succeeded', 'failed', 'cancelled', 'refunded'] as const

export const SubscriptionPayment = Type.Object(
  {
    id: Out.id('spay'),
    status: oneOf(paymentStatuses, 'SubscriptionPaymentStatus'),
    kind: oneOf(paymentKinds, 'SubscriptionPaymentKind'),
    purpose: {
      ...oneOf(paymentPurposes, 'SubscriptionPaymentPurpose'),
      description: '`payment_method`: authorizes another card or account for the debits. It is refunded.',
    },
    amount: Out.amount('Amount without tax, in rupees.'),
    tax: Out.amount('Tax in rupees.'),
    total: Out.amount('Amount to pay, including tax, in rupees.'),
    currency: Type.String(),
    period: Out.nullable(Period),
    due_at: Out.time('When the payment is debited, or when the payment link is due, in Unix seconds.'),
    payment_method: Out.nullable(oneOf(paymentMethods, 'PaymentMethod')),
    failure_reason: Out.nullable(oneOf(failureReasons, 'FailureReason')),
    checkout_url: Out.nullable(Type.String({ description: 'Checkout page. Null if the payment cannot be made.' })),
    invoice_id: Out.nullable(Out.id('inv')),
    refunded: Out.amount('Amount refunded to the source, including tax, in rupees.'),
    refund_pending: Type.Boolean({ description: 'Whether a refund is requested or being processed.' }),
    created_at: Out.time(),
    completed_at: Out.nullable(Out.time('When the payment was captured, in Unix seconds. Null before that.')),
  },
  { $id: 'SubscriptionPayment' },
)
export type SubscriptionPayment = Static<typeof SubscriptionPayment>

export const NewSubscription = In.object(
  {
    plan: oneOf(['premium'], 'PaidPlanName'),
    payment_method: Type.Optional(In.nullable(oneOf(paymentMethods, 'PaymentMethod'))),
  },
  'NewSubscription',
)
export type NewSubscription = Static<typeof NewSubscription>

export const NewPaymentMethod = In.object(
  { payment_method: Type.Optional(In.nullable(oneOf(paymentMethods, 'PaymentMethod'))) },
  'NewPaymentMethod',
)
export type NewPaymentMethod = Static<typeof NewPaymentMethod>

export const PaymentQuery = In.object({ ...pageQuery('spay') })
export type PaymentQuery = Static<typeof PaymentQuery>
