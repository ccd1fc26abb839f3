// Examples for the API contract: a payment made twice, and an outage.

import { recharge } from '#money/recharges/examples.ts'
import { deduction } from '#money/wallet/examples.ts'
import { organizationId, userId } from '#people/organizations/examples.ts'

export const refund = {
  id: 'rfnd_01jd3vc4d7e2n8q4x5c6t7w8yz',
  status: 'requested',
  reason: 'duplicate_charge',
  automatic: false,
  destination: 'source',
  amount: '500.00',
  tax: '90.00',
  total: '590.00',
  currency: 'INR',
  transaction_id: 'txn_01jd3v9c5he2n8q4x5c6t7w8yz',
  recharge_id: recharge.id,
  subscription_payment_id: null,
  refund_transaction_id: null,
  credit_note_id: null,
  requested_by: userId,
  note: null,
  decision_note: null,
  expected_from: null,
  expected_by: null,
  reference: null,
  failure_reason: null,
  created_at: 1767226000,
  approved_at: null,
  completed_at: null,
}

export const queuedRefund = {
  organization_id: organizationId,
  organization_name: 'Asha Textiles',
  is_priority: true,
  ...refund,
}

export const approvedRefund = {
  ...queuedRefund,
  status: 'approved',
  refund_transaction_id: 'txn_01jd3vc8m2e2n8q4x5c6t7w8yz',
  decision_note: 'Paid twice by mistake.',
  expected_from: '2026-01-07',
  expected_by: '2026-01-09',
  approved_at: 1767226300,
}

export const rejectedRefund = {
  ...queuedRefund,
  status: 'rejected',
  decision_note: 'The messages of that day were delivered.',
}

export const grantedCredit = {
  ...deduction,
  id: 'txn_01jd3vcbq5e2n8q4x5c6t7w8yz',
  kind: 'credit',
  amount: '250.00',
  balance_after: '1249.85',
  description: 'For the outage of 3 January',
  channel: null,
  message_count: null,
  created_at: 1767500000,
  completed_at: 1767500000,
}
