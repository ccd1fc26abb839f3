// What claims on payments tell.

import { declareEvents } from '#events/declaration.ts'
import type { Entry } from '#people/audit/actions.ts'
import type { Action } from '#people/audit/rules.ts'
import type { ClaimRow } from './queries.ts'
import { PaymentClaim } from './schema.ts'

export const claimEvents = declareEvents(
  { object: 'rech', readers: { permission: 'wallet.recharge' } },
  {
    'payment.disputed': {
      description: "The payer's bank disputes a payment, or the dispute has another status or phase.",
      payload: PaymentClaim,
    },
    'payment.refunded_at_gateway': {
      description: 'A refund that was begun at the gateway, as in its dashboard, was reported or has another status.',
      payload: PaymentClaim,
    },
    'payment.taken_back': {
      description:
        'A lost dispute or a refund at the gateway took credit back; `shortfall` is what the wallet did not have.',
      payload: PaymentClaim,
    },
  },
)

const ofKind = { dispute: 'payment.disputed', gateway_refund: 'payment.refunded_at_gateway' } as const

export const claimChanged = ({ kind, recharge_id }: ClaimRow, shown: PaymentClaim) =>
  claimEvents.event(ofKind[kind], recharge_id, shown)

export const creditTakenBack = ({ recharge_id }: ClaimRow, shown: PaymentClaim) =>
  claimEvents.event('payment.taken_back', recharge_id, shown)

/** The same for the audit log. */
export const changeEntry = ({ kind }: ClaimRow, shown: PaymentClaim): Entry => entryOf(ofKind[kind], shown)
export const takenEntry = (shown: PaymentClaim): Entry => entryOf('payment.taken_back', shown)

function entryOf(action: Action, shown: PaymentClaim): Entry {
  const { kind, status, gateway, reference, payment_reference, total, taken, taken_tax, shortfall } = shown
  const details = { kind, status, gateway, reference, payment_reference, total, taken, taken_tax, shortfall }
  return { action, object: shown.recharge_id, details }
}
