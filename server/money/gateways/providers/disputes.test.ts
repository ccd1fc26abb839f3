// Conversion of Razorpay's and Cashfree's reports of disputes, and of refunds with ids of their own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as cashfree from './cashfree-entities.ts'
import { parseExact } from './exact-json.ts'
import type { GatewayDisputeEvent } from './gateway.ts'
import * as razorpay from './razorpay-entities.ts'

const read = (body: object) => parseExact(JSON.stringify(body))
const NOW = new Date('2026-11-26T10:00:00Z')

function razorpayDispute(event: string, change: object = {}): GatewayDisputeEvent {
  const dispute = {
    id: 'disp_1',
    payment_id: 'pay_1',
    amount: 118000,
    currency: 'INR',
    amount_deducted: 0,
    reason_code: 'processing_error',
    respond_by: 1769817600,
    status: 'open',
    phase: 'chargeback',
    ...change,
  }
  const payment = { id: 'pay_1', order_id: 'order_1', notes: [] }
  const payload = { payment: { entity: payment }, dispute: { entity: dispute } }
  const [told] = razorpay.eventsOf(read({ event, payload, created_at: 1769212800 }), NOW)
  return told as GatewayDisputeEvent
}

test('razorpay: spec 11.13: a dispute is read with its payment and order, and is what its event says', () => {
  const told = razorpayDispute('payment.dispute.created')
  assert.deepEqual(told, {
    object: 'dispute',
    disputeId: 'disp_1',
    paymentId: 'pay_1',
    orderId: 'order_1',
    status: 'open',
    amount: 1_180_000_000n,
    isPaidOut: false,
    phase: 'chargeback',
    reasonCode: 'processing_error',
    respondBy: new Date(1769817600_000),
    at: new Date(1769212800_000),
    lacksOurReference: true,
  })
  for (const status of ['under_review', 'action_required', 'won', 'closed'] as const) {
    const one = razorpayDispute(`payment.dispute.${status}`)
    assert.deepEqual([one.status, one.isPaidOut], [status, false])
  }
})

test('razorpay: spec 11.17: a lost dispute is paid out by what was deducted; one in which the bank only asks is not', () => {
  const lost = (change: object) => {
    const { amount, isPaidOut } = razorpayDispute('payment.dispute.lost', { status: 'lost', ...change })
    return [amount / 1_000_000n, isPaidOut]
  }
  assert.deepEqual(lost({ amount_deducted: 118000 }), [1180n, true])
  assert.deepEqual(lost({ amount_deducted: 50000 }), [500n, true], 'a part')
  assert.deepEqual(lost({ amount_deducted: undefined }), [1180n, true], 'not said')
  for (const phase of ['retrieval', 'fraud']) {
    assert.deepEqual(lost({ phase }), [1180n, false], phase)
    assert.deepEqual(lost({ phase, amount_deducted: 118000 }), [1180n, true], `${phase}, and deducted`)
  }
})

function cashfreeDispute(type: string, dispute: object): GatewayDisputeEvent {
  const order_details = { order_id: 'shop_1', cf_payment_id: 885473311, payment_currency: 'INR' }
  const data = { dispute: { dispute_id: '433475257', dispute_amount: 4500.5, ...dispute }, order_details }
  const [told] = cashfree.eventsOf(read({ type, event_time: '2026-11-26T15:30:00+05:30', data }))
  return told as GatewayDisputeEvent
}

test('cashfree: spec 11.13, 11.17: the status of a dispute is the end of its word, whatever its type', () => {
  const told = cashfreeDispute('DISPUTE_CREATED', {
    dispute_type: 'PRE_ARBITRATION',
    dispute_status: 'PRE_ARBITRATION_CREATED',
    reason_code: '13.1',
    respond_by: '2026-11-29T00:00:00+05:30',
  })
  assert.deepEqual(told, {
    object: 'dispute',
    disputeId: '433475257',
    paymentId: '885473311',
    orderId: 'shop_1',
    status: 'open',
    amount: 4_500_500_000n,
    isPaidOut: false,
    phase: 'pre_arbitration',
    reasonCode: '13.1',
    respondBy: new Date('2026-11-28T18:30:00Z'),
    at: NOW,
    lacksOurReference: true,
  })
  for (const [type, end, status, isPaidOut] of [
    ['CHARGEBACK', 'DOCS_RECEIVED', 'under_review', false],
    ['ARBITRATION', 'UNDER_REVIEW', 'under_review', false],
    ['DISPUTE', 'INSUFFICIENT_EVIDENCE', 'action_required', false],
    ['CHARGEBACK', 'MERCHANT_WON', 'won', false],
    ['ARBITRATION', 'MERCHANT_LOST', 'lost', true],
    ['DISPUTE', 'MERCHANT_ACCEPTED', 'lost', true],
    ['RETRIEVAL', 'MERCHANT_LOST', 'lost', false],
    ['DISPUTE', 'CLOSED', 'closed', false],
  ] as const) {
    const one = cashfreeDispute('DISPUTE_UPDATED', { dispute_type: type, dispute_status: `${type}_${end}` })
    assert.deepEqual([one.status, one.isPaidOut], [status, isPaidOut], `${type}_${end}`)
  }
})

test('cashfree: spec 11.13: a refund that it made by itself is known by its own name', () => {
  const auto_refund = {
    cf_refund_id: 11325632,
    cf_payment_id: 789727431,
    refund_amount: 2.0,
    refund_currency: 'INR',
    refund_status: 'SUCCESS',
  }
  const [told] = cashfree.eventsOf(read({ type: 'AUTO_REFUND_STATUS_WEBHOOK', data: { auto_refund } }))
  assert.deepEqual(told, {
    object: 'refund',
    refundId: '11325632',
    paymentId: '789727431',
    receipt: null,
    amount: 2_000_000n,
    status: 'processed',
    reference: null,
    lacksOurReference: true,
  })
})

test('spec 10.14: kinds of events that nothing here acts on are told by their kind, and so is what cannot be read', () => {
  for (const event of ['payment.authorized', 'refund.speed_changed', 'settlement.processed', 'payment.dispute.unheard'])
    assert.deepEqual(razorpay.eventsOf(read({ event, payload: {} }), NOW), [{ object: 'unused', kind: event }])
  const link = { id: 'pay_1', order_id: null, status: 'captured' }
  assert.deepEqual(
    razorpay.eventsOf(read({ event: 'payment.captured', payload: { payment: { entity: link } } }), NOW),
    [{ object: 'unused', kind: 'payment.captured' }],
  )
  assert.deepEqual(cashfree.eventsOf(read({ type: 'SETTLEMENT_SUCCESS', data: {} })), [
    { object: 'unused', kind: 'SETTLEMENT_SUCCESS' },
  ])
  assert.deepEqual(razorpayDispute('payment.dispute.created', { currency: 'USD' }), {
    object: 'unused',
    kind: 'payment.dispute.created',
    unreadable: { why: 'dispute.currency is not INR', references: ['pay_1', 'pay_1', 'order_1'] },
  })
})
