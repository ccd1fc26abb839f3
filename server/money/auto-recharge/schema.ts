// API schemas of auto-recharge.

import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { Mandate } from '#money/recharges/mandate-show.ts'
import { autoRechargeStatuses } from '#money/wallet/rules.ts'

export const AutoRecharge = Type.Object(
  {
    enabled: Type.Boolean(),
    status: oneOf(autoRechargeStatuses, 'AutoRechargeStatus'),
    currency: Type.String(),
    threshold: Out.nullable(Out.amount('The wallet is recharged when the balance falls below this amount, in rupees.')),
    amount: Out.nullable(Out.amount('Amount of each automatic recharge, in rupees.')),
    monthly_limit: Out.nullable(Out.amount('Limit of automatic recharges per calendar month in India, in rupees.')),
    mandate_max_amount: Out.nullable(Out.amount('Maximum per automatic payment, including tax, in rupees.')),
    charged_this_month: Out.amount('Automatic recharges of the current calendar month in India, in rupees.'),
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
    debit_at: Out.nullable(
      Out.time('When the debit in progress is due, in Unix seconds. Null if no debit is in progress.'),
    ),
    next_attempt_at: Out.nullable(
      Out.time('When the failed payment is retried, in Unix seconds. Null if no retry is scheduled.'),
    ),
    failed_attempts: Type.Integer({ description: 'Failed payment attempts in the current grace period.' }),
    grace_until: Out.nullable(Out.time('End of the grace period, in Unix seconds. Null outside a grace period.')),
    limited_until: Out.nullable(
      Out.time('Until when a limit prevents automatic recharges, in Unix seconds. Null if no limit applies.'),
    ),
    updated_at: Out.nullable(Out.time('When the settings were last changed, in Unix seconds. Null if never set.')),
  },
  { $id: 'AutoRecharge' },
)
export type AutoRecharge = Static<typeof AutoRecharge>

/** The fields that do not depend on recharges: the payload of its events. */
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
    threshold: Type.Optional(In.amount('paise', 'The wallet is recharged when the balance falls below this amount.')),
    amount: Type.Optional(In.amount('paise', 'Amount of each automatic recharge.')),
    monthly_limit: Type.Optional(
      In.nullable(
        In.amount('paise', 'Limit of automatic recharges per calendar month in India. Null: ten times `amount`.'),
      ),
    ),
    mandate_max_amount: Type.Optional(
      In.nullable(In.amount('paise', 'Maximum per automatic payment, including tax. Null: ₹15,000.')),
    ),
  },
  'AutoRechargeChange',
)
export type AutoRechargeChange = Static<typeof AutoRechargeChange>
