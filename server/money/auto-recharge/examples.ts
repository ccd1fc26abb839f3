// Examples for the API contract: automatic card payments.

export const autoRecharge = {
  enabled: true,
  status: 'active',
  currency: 'INR',
  threshold: '500.00',
  amount: '1000.00',
  monthly_limit: '10000.00',
  mandate_max_amount: '15000.00',
  charged_this_month: '2000.00',
  mandate: {
    id: 'mand_01jd3v9d4ke2n8q4x5c6t7w8yz',
    status: 'active',
    payment_method: 'credit_card',
    max_amount: '15000.00',
    expires_at: 1861833600,
  },
  authorization_url: null,
  open_recharge_id: null,
  payment_url: null,
  debit_at: null,
  next_attempt_at: null,
  failed_attempts: 0,
  grace_until: null,
  limited_until: null,
  updated_at: 1767225600,
}
