// Refunds as the API shows them.

import { formatMicros } from '#kit/money.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { RefundRow } from './queries.ts'
import type { QueuedRefund, Refund } from './schema.ts'

export function showRefund(row: RefundRow): Refund {
  return {
    id: publicId('rfnd', row.id),
    status: row.status,
    reason: row.reason,
    automatic: row.is_automatic,
    destination: row.destination,
    amount: formatMicros(row.amount_micros),
    tax: formatMicros(row.tax_micros),
    total: formatMicros(row.amount_micros + row.tax_micros),
    currency: 'INR',
    transaction_id: publicId('txn', row.transaction_id),
    recharge_id: row.purpose === 'wallet' ? publicId('rech', row.recharge_id) : null,
    subscription_payment_id: row.purpose === 'subscription' ? publicId('spay', row.recharge_id) : null,
    refund_transaction_id: publicId('txn', row.refund_transaction_id),
    credit_note_id: publicId('inv', row.credit_note_id),
    requested_by: row.is_automatic ? null : publicId('user', row.requested_by),
    note: row.note,
    decision_note: row.decision_note,
    expected_from: row.expected_from,
    expected_by: row.expected_by,
    reference: row.reference,
    failure_reason: row.failure_reason,
    created_at: seconds(row.created_at),
    approved_at: seconds(row.approved_at),
    completed_at: seconds(row.completed_at),
  }
}

export function showQueued(row: RefundRow, organizationName: string, isPriority: boolean): Static<typeof QueuedRefund> {
  return {
    organization_id: publicId('org', row.org_id),
    organization_name: organizationName,
    is_priority: isPriority,
    ...showRefund(row),
  }
}
