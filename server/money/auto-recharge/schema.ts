// Auto-recharge as the API takes and shows it.

import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { paymentMethods } from '#money/gateways/rules.ts'
import { autoRechargeStatuses } from '#money/wallet/rules.ts'

export const mandateStatuses = ['pending', 'active', 'paused', 'cancelled', 'expired', 'rejected'] as const

export const Mandate = Type.Object({
  id: Out.id('mand'),
  status: oneOf(mandateStatuses, 'MandateStatus'),
  payment_method: Out.nullable(oneOf(paymentMethods, 'PaymentMethod')),
  max_amount: Out.nullable(Out.amount()),
  expires_at: Out.nullable(Out.time()),
})
export type Mandate = Static<typeof Mandate>

export const AutoRecharge = Type.Object(
  {
    enabled: Type.Boolean(),
    status: oneOf(autoRechargeStatuses, 'AutoRechargeStatus'),
    currency: Type.String(),
    threshold: Out.nullable(Out.amount()),
    amount: Out.nullable(Out.amount()),
    monthly_limit: Out.nullable(Out.amount()),
    mandate_max_amount: Out.nullable(Out.amount()),
    charged_this_month: Out.amount(),
    mandate: Out.nullable(Mandate),
    authorization_url: Out.nullable(
      Type.String({
        description:
          'Checkout page of the first recharge; paying it also authorizes automatic recharges. Null if no authorization is required.',
      }),
    ),
    open_recharge_id: Out.nullable(Out.id('rech')),
    payment_url: Out.nullable(
      Type.String({
        description: 'Checkout page of the open recharge, to pay it manually. Null if no manual payment is required.',
      }),
    ),
    debit_at: Out.nullable(Out.time()),
    next_attempt_at: Out.nullable(Out.time()),
    failed_attempts: Type.Integer({ description: 'Failed payment attempts in the current grace period.' }),
    grace_until: Out.nullable(Out.time()),
    limited_until: Out.nullable(Out.time()),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'AutoRecharge' },
)
export type AutoRecharge = Static<typeof AutoRecharge>

/** What is known without looking at recharges: the body of its events. */
export const AutoRechargeSettings = Type.Omit(AutoRecharge, [
  'charged_this_month',
  'mandate',
  'authorization_url',
  'payment_url',
])
export type AutoRechargeSettings = Static<typeof AutoRechargeSettings>

export const AutoRechargeChange = In.object(
  {
    enabled: Type.Optional(In.flag()),
    threshold: Type.Optional(In.amount('paise')),
    amount: Type.Optional(In.amount('paise')),
    /** Null: the default. */
    monthly_limit: Type.Optional(In.nullable(In.amount('paise'))),
    mandate_max_amount: Type.Optional(In.nullable(In.amount('paise'))),
  },
  'AutoRechargeChange',
)
export type AutoRechargeChange = Static<typeof AutoRechargeChange>
