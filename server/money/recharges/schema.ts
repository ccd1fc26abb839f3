// API schemas of recharges: spec 10.5.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { PaymentClaim } from '#money/claims/schema.ts'
import { failureReasons, paymentMethods } from '#money/gateways/rules.ts'
import { rechargeStatuses } from './rules.ts'

const BANK_MAX = 100

export const Recharge = Type.Object(
  {
    id: Out.id('rech'),
    status: oneOf(rechargeStatuses, 'RechargeStatus'),
    amount: Out.amount('Credit that the recharge adds, in rupees, without tax.'),
    tax: Out.amount('Tax in rupees.'),
    total: Out.amount('Amount to pay, including tax, in rupees.'),
    currency: Type.String(),
    payment_method: Out.nullable(oneOf(paymentMethods, 'PaymentMethod')),
    bank: Out.nullable(Type.String({ description: 'Bank of a net banking payment.' })),
    failure_reason: Out.nullable(oneOf(failureReasons, 'PaymentFailureReason')),
    checkout_url: Out.nullable(Type.String({ description: 'Page where the customer pays. Null after payment.' })),
    invoice_id: Out.nullable(Out.id('inv')),
    created_at: Out.time(),
    completed_at: Out.nullable(Out.time('When the payment was credited, in Unix seconds. Null before that.')),
    claims: Type.Array(PaymentClaim, {
      description: 'Disputes of its payments, and refunds of them that were started at the gateway.',
    }),
  },
  { $id: 'Recharge' },
)
export type Recharge = Static<typeof Recharge>

export const NewRecharge = In.object(
  {
    amount: In.amount(
      'paise',
      'The credit without tax or, on installations with tax-inclusive pricing, the total to pay.',
    ),
    payment_method: Type.Optional(In.nullable(oneOf(paymentMethods, 'PaymentMethod'))),
    bank: Type.Optional(In.nullable(In.line(BANK_MAX))),
  },
  'NewRecharge',
)
export type NewRecharge = Static<typeof NewRecharge>

export const RechargeQuery = In.object({
  ...pageQuery('rech'),
  status: Type.Optional(oneOf(rechargeStatuses, 'RechargeStatus')),
})
export type RechargeQuery = Static<typeof RechargeQuery>
