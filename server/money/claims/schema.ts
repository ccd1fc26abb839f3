// API schemas of claims on payments: spec 11.13 to 11.19.

import { pageQuery } from '#edge/paging.ts'
import { isPriority, priorityFilters } from '#edge/priority.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { claimKinds, claimStatuses } from './rules.ts'

const fields = {
  id: Out.id('claim'),
  kind: oneOf(claimKinds, 'PaymentClaimKind'),
  status: oneOf(claimStatuses, 'PaymentClaimStatus'),
  recharge_id: Out.nullable(Out.id('rech')),
  subscription_payment_id: Out.nullable(Out.id('spay')),
  gateway: Type.String(),
  reference: Type.String({ description: "The gateway's ID of the dispute or refund." }),
  payment_reference: Type.String({ description: "The gateway's ID of the payment." }),
  phase: Out.nullable(
    Type.String({ description: 'Phase of the dispute, as the gateway names it. Null for a gateway refund.' }),
  ),
  reason_code: Out.nullable(Type.String({ description: "The gateway's reason code of the dispute." })),
  respond_by: Out.nullable(
    Out.time('Deadline for a response to the dispute at the gateway, in Unix seconds. Null if there is none.'),
  ),
  total: Type.String({
    ...Out.amount(),
    description:
      'Disputed or refunded amount in rupees, including tax. After a lost dispute or a processed refund, the amount that the gateway deducted.',
  }),
  is_paid_out: Type.Boolean({ description: 'Whether the gateway has paid the amount to the payer.' }),
  taken: Type.String({ ...Out.amount(), description: 'Credit taken back from the wallet, in rupees, without tax.' }),
  taken_tax: Type.String({
    ...Out.amount(),
    description: 'Tax refunded with the credit that was taken back, in rupees.',
  }),
  shortfall: Type.String({
    ...Out.amount(),
    description: 'Credit that could not be taken back because it was already spent, in rupees, without tax.',
  }),
  shortfall_tax: Type.String({ ...Out.amount(), description: 'Tax on the shortfall, in rupees.' }),
  takings: Type.Array(
    Type.Object({
      transaction_id: Out.nullable(Out.id('txn')),
      taken: Out.amount(),
      taken_tax: Out.amount(),
      shortfall: Out.amount(),
      shortfall_tax: Out.amount(),
      refund_transaction_id: Out.nullable(Out.id('txn')),
      credit_note_id: Out.nullable(Out.id('inv')),
      created_at: Out.time(),
    }),
    {
      description:
        'Each time credit was taken back for this claim. Empty until money is paid out, and if the payment was never credited.',
    },
  ),
  created_at: Out.time(),
  updated_at: Out.time(),
}

export const PaymentClaim = Type.Object(fields, { $id: 'PaymentClaim' })
export type PaymentClaim = Static<typeof PaymentClaim>

/** For operators, who can see all organizations. */
export const QueuedPaymentClaim = Type.Object(
  { organization_id: Out.id('org'), organization_name: Type.String(), is_priority: isPriority(), ...fields },
  { $id: 'QueuedPaymentClaim' },
)

export const PaymentClaimQuery = In.object({
  ...pageQuery('claim'),
  ...priorityFilters,
  kind: Type.Optional(oneOf(claimKinds, 'PaymentClaimKind')),
  status: Type.Optional(oneOf(claimStatuses, 'PaymentClaimStatus')),
})
export type PaymentClaimQuery = Static<typeof PaymentClaimQuery>
