// API schemas of refunds and credits: spec 11.

import { pageQuery } from '#edge/paging.ts'
import { isPriority, priorityFilters } from '#edge/priority.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import {
  CREDIT_REASON_MAX,
  destinations,
  refundFailures,
  refundReasons,
  refundStatuses,
  shownRefundReasons,
} from './rules.ts'

const NOTE_MAX = 500

const date = (description: string) =>
  Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description, examples: ['2026-01-12'] })

const fields = {
  id: Out.id('rfnd'),
  status: oneOf(refundStatuses, 'RefundStatus'),
  reason: {
    ...oneOf(shownRefundReasons, 'ShownRefundReason'),
    description: '`payment_method_check`: the small payment with which a new payment method was authorized.',
  },
  automatic: Type.Boolean({
    description:
      'Whether the service made the refund by itself, because the payment paid for nothing. Nobody requested or approved it.',
  }),
  destination: oneOf(destinations, 'RefundDestination'),
  amount: Out.amount('Refunded credit in rupees, without tax.'),
  tax: Out.amount('Refunded tax in rupees. Zero for refunds to the wallet.'),
  total: Out.amount('Refunded credit and tax, in rupees.'),
  currency: Type.String(),
  transaction_id: Out.nullable(
    Type.String({ ...Out.id('txn'), description: 'The refunded transaction. Null for a subscription payment.' }),
  ),
  recharge_id: Out.nullable(Out.id('rech')),
  subscription_payment_id: Out.nullable(Out.id('spay')),
  refund_transaction_id: Out.nullable(Out.id('txn')),
  credit_note_id: Out.nullable(Out.id('inv')),
  requested_by: Out.nullable(
    Type.String({ ...Out.id('user'), description: 'The user who requested the refund. Null for automatic refunds.' }),
  ),
  note: Out.nullable(Type.String({ description: 'Note of the user who requested the refund.' })),
  decision_note: Out.nullable(
    Type.String({ description: "The operator's note on the decision. Null until decided, or if there is no note." }),
  ),
  expected_from: Out.nullable(
    date(
      'Earliest day in India on which the refund should arrive, as YYYY-MM-DD. Null before approval and for refunds to the wallet.',
    ),
  ),
  expected_by: Out.nullable(
    date(
      'Latest day in India by which the refund should arrive, as YYYY-MM-DD. Null before approval and for refunds to the wallet.',
    ),
  ),
  reference: Out.nullable(
    Type.String({ description: "Reference of the refund at the customer's bank. Null until the gateway reports it." }),
  ),
  failure_reason: Out.nullable(oneOf(refundFailures, 'RefundFailureReason')),
  created_at: Out.time(),
  approved_at: Out.nullable(
    Out.time('When an operator approved the refund, or the service started it, in Unix seconds. Null if not approved.'),
  ),
  completed_at: Out.nullable(Out.time('When the refund was completed, in Unix seconds. Null before that.')),
}

export const Refund = Type.Object(fields, { $id: 'Refund' })
export type Refund = Static<typeof Refund>

/** For operators, who can see all organizations. */
export const QueuedRefund = Type.Object(
  { organization_id: Out.id('org'), organization_name: Type.String(), is_priority: isPriority(), ...fields },
  { $id: 'QueuedRefund' },
)

export const NewRefund = In.object(
  {
    transaction_id: Type.Optional(In.id('txn')),
    recharge_id: Type.Optional(In.id('rech')),
    subscription_payment_id: Type.Optional(In.id('spay')),
    reason: oneOf(refundReasons, 'RefundReason'),
    amount: Type.Optional(
      In.amount('micros', 'Credit to refund, without tax. Default: everything that is still refundable.'),
    ),
    destination: Type.Optional(oneOf(destinations, 'RefundDestination')),
    note: Type.Optional(In.nullable(In.note(NOTE_MAX))),
  },
  'NewRefund',
)
export type NewRefund = Static<typeof NewRefund>

export const Approval = In.object({ note: Type.Optional(In.nullable(In.note(NOTE_MAX))) })
export const Rejection = In.object({ note: In.note(NOTE_MAX) })

export const RefundQuery = In.object({
  ...pageQuery('rfnd'),
  status: Type.Optional(oneOf(refundStatuses, 'RefundStatus')),
})
export type RefundQuery = Static<typeof RefundQuery>

export const QueuedRefundQuery = In.object({ ...RefundQuery.properties, ...priorityFilters })
export type QueuedRefundQuery = Static<typeof QueuedRefundQuery>

export const NewCredit = In.object(
  { amount: In.amount('micros', 'Credit to add.'), reason: In.line(CREDIT_REASON_MAX) },
  'NewCredit',
)
export type NewCredit = Static<typeof NewCredit>
