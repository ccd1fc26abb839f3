// What operators of the installation do for Asha Textiles, in the examples of the contract: prices, refunds, credits, gateways.

import { contact, deduction, priceList, recharge, refund, token } from './openapi-examples.ts'

const { name, organization_id, effective_from, sms_unit, prices } = priceList

/** With the tiers as they are shown: each says where it begins. */
export const pricesInForce = {
  id: 'plist_01jd3vd1x9e2n8q4x5c6t7w8yz',
  name,
  currency: 'INR',
  effective_from,
  sms_unit,
  prices: {
    email: {
      mode: prices.email.mode,
      tiers: [
        { from: 1, up_to: 100_000, price: '0.09' },
        { from: 100_001, up_to: null, price: '0.0725' },
      ],
    },
    app_session: { mode: 'graduated', tiers: [{ from: 1, up_to: null, price: '0.42' }] },
    app_template: { mode: 'graduated', tiers: [{ from: 1, up_to: null, price: '0.61' }] },
    sms: { mode: 'graduated', tiers: [{ from: 1, up_to: null, price: '0.20' }] },
  },
}

export const publishedPriceList = { ...pricesInForce, organization_id, published_at: 1767226200 }

/** 12,000 emails after the first one, at the public prices. */
export const estimate = {
  channel: 'email',
  kind: 'email',
  price_list_id: 'plist_0000000000e008000000000001',
  mode: 'graduated',
  month: '2026-01',
  already_sent: 1,
  count: 12_000,
  segments: null,
  unit: 'message',
  currency: 'INR',
  lines: [
    { tier: 1, from: 2, to: 10_000, count: 9_999, price: '0.15', amount: '1499.85' },
    { tier: 2, from: 10_001, to: 12_001, count: 2_001, price: '0.12', amount: '240.12' },
  ],
  total: '1739.97',
  credit: null,
}

export const queuedRefund = { organization_id, requested_by: contact.owner_id, ...refund }

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

export const razorpayAccount = {
  name: 'razorpay',
  base_url: 'https://api.razorpay.com',
  account_id: 'rzp_live_EXAMPLE',
  secrets: { key_secret: '…CRET', webhook_secret: '…CRET' },
  is_enabled: true,
  is_default: true,
  is_current: true,
  webhook_url: 'https://samvad.example/webhooks/gateways/razorpay',
  updated_at: 1767224500,
}

export const cashfreeAccount = {
  ...razorpayAccount,
  name: 'cashfree',
  base_url: 'https://api.cashfree.com',
  account_id: 'EXAMPLE',
  secrets: { client_secret: '…CRET' },
  is_default: false,
  is_current: false,
  webhook_url: 'https://samvad.example/webhooks/gateways/cashfree',
}

export const auditEntry = {
  id: 'audit_01jd3v9c5he2n8q4x5c6t7w8yz',
  sequence: 4,
  actor: 'user',
  user_id: contact.owner_id,
  token_id: token.id,
  action: 'recharge.created',
  object: recharge.id,
  details: {
    amount: recharge.amount,
    tax: recharge.tax,
    total: recharge.total,
    gateway: 'razorpay',
    origin: 'customer',
  },
  created_at: recharge.created_at,
  hash: '5ec1ccc20b1d2da17c8aaee21bcbd012a3322976b5db9de0132b1114c0748295',
}
