// Events of claims on payments.

import { declareEvents } from '#events/declaration.ts'
import type { Entry } from '#people/audit/actions.ts'
import type { Action } from '#people/audit/rules.ts'
import type { ClaimRow } from './queries.ts'
import { PaymentClaim } from './schema.ts'

export const claimEvents = declareEvents(
  { object: 'rech', readers: { permission: 'wallet.recharge' } },
  {
    'payment.disputed': {
      description: "The payer's bank opened a dispute about a payment, or the status or phase of a dispute changed.",
      payload: PaymentClaim,
    },
    'payment.refunded_at_gateway': {
      description:
        'A refund started at the gateway, for example in its dashboard, was reported, or its status changed.',
      payload: PaymentClaim,
    },
    'payment.taken_back': {
      description:
        'A lost dispute or a gateway refund took credit back from the wallet. `shortfall` is the part that the wallet could not cover.',
      payload: PaymentClaim,
    },
  },
)

const ofKind = { dispute: 'payment.disputed', gateway_refund: 'payment.refunded_at_gateway' } as const

export const claimChanged = ({ kind, recharge_id }: ClaimRow, shown: PaymentClaim) =>
  claimEvents.event(ofKind[kind], recharge_id, shown)

export const creditTakenBack = ({ recharge_id }: ClaimRow, shown: PaymentClaim) =>
  claimEvents.event('payment.taken_back', recharge_id, shown)

/** The audit entry of the same change. */
export const changeEntry = ({ kind }: ClaimRow, shown: PaymentClaim): Entry => entryOf(ofKind[kind], shown)
export const takenEntry = (shown: PaymentClaim): Entry => entryOf('payment.taken_back', shown)

function entryOf(action: Action, shown: PaymentClaim): Entry {
  const { kind, status, gateway, reference, payment_reference, total, taken, taken_tax, shortfall } = shown
  const details = { kind, status, gateway, reference, payment_reference, total, taken, taken_tax, shortfall }
  return { action, object: shown.recharge_id, details }
}
