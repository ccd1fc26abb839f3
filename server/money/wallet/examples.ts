// Examples for the API contract: the wallet after one email.

export const balance = {
  currency: 'INR',
  balance: '999.85',
  available_credits: '999.85',
  reserved: '0.00',
  pending_transactions: { count: 0, amount: '0.00' },
  low_balance_warning: null,
  sending_paused: false,
  days_left: 46,
  grace_until: null,
  auto_recharge: { enabled: false, threshold: null, amount: null, status: 'off' },
  updated_at: 1767225660,
}

export const deduction = {
  id: 'txn_01jd3vb2m8e2n8q4x5c6t7w8yz',
  kind: 'deduction',
  status: 'completed',
  amount: '-0.15',
  currency: 'INR',
  balance_after: '999.85',
  payment_method: null,
  failure_reason: null,
  description: '1 email message',
  purpose: 'messages',
  channel: 'email',
  message_count: 1,
  campaign_id: null,
  recharge_id: null,
  invoice_id: null,
  reverses_id: null,
  created_at: 1767225660,
  completed_at: 1767225660,
}

/** After one email at the public prices. */
export const tiers = {
  month: '2026-01',
  price_list_id: 'plist_0000000000e008000000000001',
  currency: 'INR',
  kinds: [
    {
      kind: 'email',
      channel: 'email',
      mode: 'graduated',
      unit: 'message',
      count: 1,
      tier: 1,
      tier_count: 4,
      price: '0.15',
      next_tier: { tier: 2, from: 10_001, price: '0.12', remaining: 9_999 },
    },
    {
      kind: 'app_session',
      channel: 'app',
      mode: 'graduated',
      unit: 'message',
      count: 0,
      tier: 1,
      tier_count: 1,
      price: '0.45',
      next_tier: null,
    },
  ],
}
