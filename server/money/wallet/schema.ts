// API schemas of the balance and transactions: spec 9.3, 9.5.

import { pageQuery } from '#edge/paging.ts'
import { called, In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { pricedChannels } from '#money/pricing/rules.ts'
import { purposes } from './purposes.ts'
import {
  autoRechargeStatuses,
  DAYS_LEFT_MAX,
  failureReasons,
  paymentMethods,
  SPENDING_DAYS,
  transactionKinds,
  transactionStatuses,
} from './rules.ts'

/** Auto-recharge as the balance shows it; its own resource has more. */
const ShownAutoRecharge = Type.Object({
  enabled: Type.Boolean(),
  threshold: Out.nullable(Out.amount()),
  amount: Out.nullable(Out.amount()),
  status: oneOf(autoRechargeStatuses, 'AutoRechargeStatus'),
})
export type ShownAutoRecharge = Static<typeof ShownAutoRecharge>

export const Balance = Type.Object(
  {
    currency: Type.String(),
    balance: Out.amount('Credit in the wallet, in rupees.'),
    available_credits: Out.amount('Credit that can be spent: `balance` less `reserved`, in rupees.'),
    reserved: Out.amount('Credit reserved for messages that are still being sent, in rupees. Currently always zero.'),
    pending_transactions: Type.Object(
      { count: Type.Integer(), amount: Out.amount('Credit that these recharges will add, in rupees.') },
      { description: 'Recharges whose payment is in progress.' },
    ),
    low_balance_warning: Out.nullable(oneOf(['20', '10', '0'], 'LowBalanceLevel')),
    sending_paused: Type.Boolean({
      description: 'Whether sending has stopped because the balance does not cover any further message.',
    }),
    days_left: Out.nullable(
      Type.Integer({
        minimum: 0,
        maximum: DAYS_LEFT_MAX,
        description: `Whole days that the balance will last at the spending rate of the last ${SPENDING_DAYS} × 24 hours, at most ${DAYS_LEFT_MAX}. Null if nothing was spent in that time.`,
      }),
    ),
    grace_until: Out.nullable(
      Out.time(
        'End of the grace period after a failed automatic payment, in Unix seconds. Null outside a grace period.',
      ),
    ),
    auto_recharge: ShownAutoRecharge,
    updated_at: Out.time(),
  },
  { $id: 'Balance' },
)

/** The fields in the order of spec 9.3, which is also the column order of the CSV. */
const fields = {
  id: Out.id('txn'),
  kind: oneOf(transactionKinds, 'TransactionKind'),
  status: oneOf(transactionStatuses, 'TransactionStatus'),
  amount: Out.amount('Change of the balance in rupees; negative if credit leaves the wallet.'),
  currency: Type.String(),
  balance_after: Out.nullable(
    Out.amount('Balance after the transaction, in rupees. Null unless `status` is `completed`.'),
  ),
  payment_method: Out.nullable(oneOf(paymentMethods, 'PaymentMethod')),
  failure_reason: Out.nullable(oneOf(failureReasons, 'PaymentFailureReason')),
  description: Type.String({ description: "Description in English; for a credit, the operator's own words." }),
  channel: Out.nullable(oneOf(pricedChannels, 'Channel')),
  message_count: Out.nullable(
    Type.Integer({ description: 'Number of messages charged, reversed or repriced. Null for other transactions.' }),
  ),
  campaign_id: Out.nullable(Out.id('camp')),
  recharge_id: Out.nullable(Out.id('rech')),
  invoice_id: Out.nullable(Out.id('inv')),
  reverses_id: Out.nullable(
    Type.String({ ...Out.id('txn'), description: 'The transaction that this one reverses or refunds, if any.' }),
  ),
  created_at: Out.time(),
  completed_at: Out.nullable(Out.time('When the transaction was completed, in Unix seconds. Null before that.')),
}

export const Transaction = Type.Object(
  {
    ...fields,
    purpose: called(
      'TransactionPurpose',
      Type.String({
        description: 'What the transaction is for. More values may be added.',
        'x-extensible-enum': purposes,
      }),
    ),
  },
  { $id: 'Transaction' },
)
export const transactionColumns = Object.keys(fields) as (keyof typeof fields)[]

export const TransactionQuery = In.object({
  ...pageQuery('txn'),
  kind: Type.Optional(oneOf(transactionKinds, 'TransactionKind')),
  status: Type.Optional(oneOf(transactionStatuses, 'TransactionStatus')),
  channel: Type.Optional(oneOf(pricedChannels, 'Channel')),
  campaign_id: Type.Optional(In.id('camp')),
  from: Type.Optional(In.time()),
  to: Type.Optional(In.periodEnd()),
  amount: Type.Optional({
    ...In.amount('micros'),
    description:
      'Exact amount in rupees, credited or deducted. Requires `kind` to be `recharge`, `refund` or `credit`.',
  }),
})
export type TransactionQuery = Static<typeof TransactionQuery>
