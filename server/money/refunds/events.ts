// Events of refunds and credits.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ShownTransactionRow } from '#money/wallet/queries.ts'
import { Transaction } from '#money/wallet/schema.ts'
import { showTransaction } from '#money/wallet/show.ts'
import type { RefundRow } from './queries.ts'
import type { RefundStatus } from './rules.ts'
import { Refund } from './schema.ts'
import { showRefund } from './show.ts'

/** Events are named after the status. */
const changes = {
  'refund.requested': { description: 'A refund was requested.', payload: Refund },
  'refund.approved': { description: 'An operator approved a refund.', payload: Refund },
  'refund.processing': {
    description: 'A refund to the original payment method was requested from the gateway.',
    payload: Refund,
  },
  'refund.completed': { description: 'A refund was completed.', payload: Refund },
  'refund.rejected': { description: 'An operator rejected a refund.', payload: Refund },
  'refund.failed': {
    description: 'The gateway could not pay out a refund. The credit was returned to the wallet.',
    payload: Refund,
  },
} satisfies Record<`refund.${RefundStatus}`, object>

export const refundEvents = declareEvents(
  { object: 'rfnd', readers: { permission: 'balance.view' } },
  {
    ...changes,
    'refund.started': {
      description:
        'The service refunds a payment of the subscription by itself: it paid for nothing. Nobody requested or approved it.',
      payload: Refund,
    },
    'credit.granted': { description: 'An operator granted a credit.', payload: Transaction, object: 'txn' },
  },
)

export const refundChanged = (status: RefundStatus, row: RefundRow) =>
  refundEvents.event(`refund.${status}`, row.id, showRefund(row))

export const refundStarted = (row: RefundRow) => refundEvents.event('refund.started', row.id, showRefund(row))

export const creditGranted = (id: Uuid, transaction: ShownTransactionRow) =>
  refundEvents.event('credit.granted', id, showTransaction(transaction))
