// Claims on payments as the API shows them: spec 11.13 to 11.19.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { claimKinds, claimStatuses } from './rules.ts'

const fields = {
  id: Out.id('claim'),
  kind: oneOf(claimKinds, 'PaymentClaimKind'),
  status: oneOf(claimStatuses, 'PaymentClaimStatus'),
  recharge_id: Out.id('rech'),
  gateway: Type.String(),
  reference: Type.String({ description: "The gateway's name of the dispute or refund." }),
  payment_reference: Type.String({ description: "The gateway's name of the payment." }),
  phase: Out.nullable(Type.String({ description: "Of a dispute, in the gateway's word." })),
  reason_code: Out.nullable(Type.String({ description: "Why the payer disputes it, as the gateway's code." })),
  respond_by: Out.nullable(Out.time()),
  total: Type.String({
    ...Out.amount(),
    description: 'With tax: what is disputed or refunded, and once it is lost or processed what the gateway took.',
  }),
  is_paid_out: Type.Boolean({ description: 'Whether the gateway has paid it to the payer.' }),
  taken: Type.String({ ...Out.amount(), description: 'Credit that was taken back out of the wallet.' }),
  taken_tax: Type.String({ ...Out.amount(), description: 'The tax that was given back with it.' }),
  shortfall: Type.String({
    ...Out.amount(),
    description: 'Credit that was to be taken back, and that the wallet did not have any more.',
  }),
  shortfall_tax: Type.String({ ...Out.amount(), description: 'The tax on it.' }),
  takings: Type.Array(
    Type.Object({
      transaction_id: Out.id('txn'),
      taken: Out.amount(),
      taken_tax: Out.amount(),
      shortfall: Out.amount(),
      shortfall_tax: Out.amount(),
      refund_transaction_id: Out.nullable(Out.id('txn')),
      credit_note_id: Out.nullable(Out.id('inv')),
      created_at: Out.time(),
    }),
    { description: 'None while nothing is paid out, or where the payment was never credited.' },
  ),
  created_at: Out.time(),
  updated_at: Out.time(),
}

export const PaymentClaim = Type.Object(fields, { $id: 'PaymentClaim' })
export type PaymentClaim = Static<typeof PaymentClaim>

/** As operators see it, who look over all organizations. */
export const QueuedPaymentClaim = Type.Object(
  { organization_id: Out.id('org'), organization_name: Type.String(), ...fields },
  { $id: 'QueuedPaymentClaim' },
)

export const PaymentClaimQuery = In.object({
  ...pageQuery('claim'),
  kind: Type.Optional(oneOf(claimKinds, 'PaymentClaimKind')),
  status: Type.Optional(oneOf(claimStatuses, 'PaymentClaimStatus')),
})
export type PaymentClaimQuery = Static<typeof PaymentClaimQuery>
