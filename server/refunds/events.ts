// What refunds and credits tell.

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import type { TransactionRow } from '#wallet/queries.ts'
import { showTransaction } from '#wallet/show.ts'
import type { RefundRow } from './queries.ts'
import type { RefundStatus } from './rules.ts'
import { showRefund } from './schema.ts'

/** The event of a state is named after it: `refund.requested` to `refund.failed`. */
export const refundCame = (status: RefundStatus, row: RefundRow): NewEvent => ({
  type: `refund.${status}`,
  objectId: row.id,
  payload: showRefund(row),
})

export const creditGranted = (id: Uuid, transaction: TransactionRow): NewEvent => ({
  type: 'credit.granted',
  objectId: id,
  payload: showTransaction(transaction),
})
